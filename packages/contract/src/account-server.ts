import * as z from "zod/mini";

/** Tools of a gateway whose names share a prefix; the switch arranges and narrows, it allows no call (GRP-01). */
export const ToolGroup = z.object({
  /** Empty for the group of everything without a prefix. */
  name: z.string(),
  enabled: z.boolean(),
  toolCount: z.number(),
});
export type ToolGroup = z.infer<typeof ToolGroup>;

/** A server of an account, as stored. Reading it reaches out to nobody (SRV-04). */
export const AccountServerView = z.object({
  id: z.string(),
  label: z.string(),
  /** The middle of `mcp_<slug>_<tool>`; from the first label, unchanged by a new one. */
  slug: z.string(),
  url: z.string(),
  /** The token itself is never sent back (SRV-05). */
  hasToken: z.boolean(),
  /** The owner's switch (SRV-06). */
  enabled: z.boolean(),
  /** The administrator's decision, which the owner's switch does not change (ADM-02). */
  suspended: z.boolean(),
  /** Why its tools reach no turn although it is switched on; absent when they do. */
  code: z.optional(z.string()),
  toolCount: z.number(),
  groups: z.array(ToolGroup),
  /** When the stored catalog was taken. */
  catalogAt: z.string(),
});
export type AccountServerView = z.infer<typeof AccountServerView>;

/** One stored tool; the words in it are the server's own. */
export const AccountServerTool = z.object({
  toolName: z.string(),
  modelName: z.string(),
  label: z.string(),
  description: z.string(),
  group: z.string(),
  inputSchema: z.unknown(),
});
export type AccountServerTool = z.infer<typeof AccountServerTool>;

/** A server as an administrator sees it: whose it is and where, never a token (ADM-01, ADM-03). */
export const InstanceServerView = z.object({
  id: z.string(),
  label: z.string(),
  url: z.string(),
  owner: z.object({ id: z.string(), name: z.string() }),
  enabled: z.boolean(),
  suspended: z.boolean(),
  toolCount: z.number(),
});
export type InstanceServerView = z.infer<typeof InstanceServerView>;

/** How tools reach the model (ANN-03). */
export const Delivery = z.enum(["direct", "announce", "codemode"]);
export type Delivery = z.infer<typeof Delivery>;

export const ToolSettings = z.object({
  /** Most tools that reach the model, over all servers switched on (CAP-01). */
  toolCap: z.number(),
  delivery: Delivery,
  /** MCP tools in every conversation that has no choice of its own (SWT-01, SWT-02). */
  mcpEverywhere: z.boolean(),
});
export type ToolSettings = z.infer<typeof ToolSettings>;

/** What the account's stored catalogs come to (CAP-01, CAP-02, ANN-02). */
export const ToolTotals = z.object({
  /** Tools of servers and groups that are switched on. */
  ready: z.number(),
  /** Of these, how many a direct request carries. */
  offered: z.number(),
  /** Tokens of the declarations in one request, for each exposure. */
  tokens: z.object({ direct: z.number(), announce: z.number(), codemode: z.number() }),
});
export type ToolTotals = z.infer<typeof ToolTotals>;
