import * as z from "zod/mini";
import {
  AccountServerTool,
  AccountServerView,
  Delivery,
  InstanceServerView,
  ToolSettings,
  ToolTotals,
} from "./account-server.js";
import type { Route } from "./route.js";

const cursor = z.string();
const Nothing = z.object({});
const Label = z.string().check(z.trim(), z.minLength(1), z.maxLength(80));
const Address = z.string().check(z.minLength(1), z.maxLength(2_048));
/** An empty one counts as none. */
const Token = z.string().check(z.maxLength(8_192));
const OneServer = z.object({ server: AccountServerView });
const ToolNames = z.array(z.string());

/** Servers of an account: HTTP only, tested before anything is stored (SRV-02, SRV-03). */
export const ACCOUNT_SERVER_ROUTES = {
  listAccountServers: {
    method: "GET",
    path: "/api/mcp/servers",
    mode: "shared",
    reply: z.object({ servers: z.array(AccountServerView), mayAdd: z.boolean(), cursor }),
  },
  /** Tests, then stores; a failed test stores nothing. */
  addAccountServer: {
    method: "POST",
    path: "/api/mcp/servers",
    mode: "shared",
    body: z.strictObject({ label: Label, url: Address, token: z.optional(Token) }),
    reply: z.object({ server: AccountServerView, tools: ToolNames }),
  },
  /** Stores nothing. */
  testAccountServer: {
    method: "POST",
    path: "/api/mcp/servers/test",
    mode: "shared",
    body: z.strictObject({ label: z.optional(Label), url: Address, token: z.optional(Token) }),
    reply: z.object({ tools: ToolNames }),
  },
  readAccountServer: {
    method: "GET",
    path: "/api/mcp/servers/:id",
    mode: "shared",
    reply: z.object({ server: AccountServerView, tools: z.array(AccountServerTool), cursor }),
  },
  /** A changed address needs its token again, null for none; address and token are tested before they are stored (SRV-07). */
  updateAccountServer: {
    method: "PATCH",
    path: "/api/mcp/servers/:id",
    mode: "shared",
    body: z.strictObject({
      label: z.optional(Label),
      url: z.optional(Address),
      token: z.optional(z.nullable(Token)),
      enabled: z.optional(z.boolean()),
      groups: z.optional(z.record(z.string(), z.boolean())),
    }),
    reply: OneServer,
  },
  deleteAccountServer: { method: "DELETE", path: "/api/mcp/servers/:id", mode: "shared", reply: Nothing },
  /** Takes the catalog again. A failure keeps the old one (SRV-08). */
  updateTools: {
    method: "POST",
    path: "/api/mcp/servers/:id/update-tools",
    mode: "shared",
    reply: z.object({
      server: AccountServerView,
      tools: ToolNames,
      added: ToolNames,
      removed: ToolNames,
      /** Same name, another description or schema. */
      changed: ToolNames,
      /** Groups that were not there before; they start switched on (GRP-01). */
      newGroups: ToolNames,
    }),
  },
  toolSettings: {
    method: "GET",
    path: "/api/settings/tools",
    mode: "shared",
    reply: z.extend(ToolSettings, { totals: ToolTotals, cursor }),
  },
  changeToolSettings: {
    method: "PATCH",
    path: "/api/settings/tools",
    mode: "shared",
    body: z.object({
      toolCap: z.optional(z.int().check(z.minimum(1), z.maximum(2_000))),
      delivery: z.optional(Delivery),
      mcpEverywhere: z.optional(z.boolean()),
    }),
    reply: z.extend(ToolSettings, { totals: ToolTotals }),
  },
  listInstanceServers: {
    method: "GET",
    path: "/api/admin/mcp/servers",
    mode: "shared",
    role: "administrator",
    reply: z.object({ servers: z.array(InstanceServerView), cursor }),
  },
  suspendInstanceServer: {
    method: "PATCH",
    path: "/api/admin/mcp/servers/:id",
    mode: "shared",
    role: "administrator",
    body: z.object({ suspended: z.boolean() }),
    reply: z.object({ server: InstanceServerView }),
  },
  removeInstanceServer: {
    method: "DELETE",
    path: "/api/admin/mcp/servers/:id",
    mode: "shared",
    role: "administrator",
    reply: Nothing,
  },
} as const satisfies Record<string, Route>;
