import type { ApprovalRequest, Conversation, McpServerView } from "@loop/contract";
import { expect, test } from "vitest";
import { foldApprovals, foldConversations, foldServers } from "./list-folds.js";

const server = (id: string, status: "ready" | "connecting"): McpServerView => ({
  config: {
    id,
    name: id,
    enabled: true,
    transport: { type: "http", url: "http://x", bearerTokenEnv: "", headers: [], envHeaders: [] },
  },
  toolCount: 0,
  status,
});

const conversation = (id: string, updatedAt: string): Conversation => ({
  id,
  title: id,
  permission: "workspace-write",
  workspace: null,
  createdAt: updatedAt,
  updatedAt,
  runningTurnId: null,
});

const request = (id: string, turnId = "t"): ApprovalRequest => ({
  id,
  conversationId: "c",
  turnId,
  callId: id,
  tool: { builtin: "write_file" },
  description: "",
  args: {},
  allowSession: false,
  expiresAt: null,
});

test("a server changes in place, a new one comes last, a gone one leaves [API-10]", () => {
  const servers = [server("a", "connecting"), server("b", "ready")];
  const event = { type: "server-status", at: "" } as const;
  expect(foldServers(servers, { ...event, serverId: "a", server: server("a", "ready") })[0]?.status).toBe("ready");
  expect(
    foldServers(servers, { ...event, serverId: "z", server: server("z", "ready") }).map((one) => one.config.id),
  ).toEqual(["a", "b", "z"]);
  expect(foldServers(servers, { ...event, serverId: "a", server: null }).map((one) => one.config.id)).toEqual(["b"]);
});

test("conversations are newest first, and know what runs in them", () => {
  const list = [conversation("new", "2026-11-30T12:00:00Z"), conversation("old", "2026-11-29T12:00:00Z")];
  const touched = conversation("old", "2026-11-30T13:00:00Z");
  const at = "";
  expect(
    foldConversations(list, { type: "conversation", at, conversationId: "old", conversation: touched }).map(
      (one) => one.id,
    ),
  ).toEqual(["old", "new"]);
  const origin = { kind: "prompt", text: "" } as const;
  const running = foldConversations(list, { type: "turn-start", at, turnId: "t", conversationId: "new", origin });
  expect(running[0]?.runningTurnId).toBe("t");
  const ended = foldConversations(running, {
    type: "turn-end",
    at,
    turnId: "t",
    conversationId: "new",
    reason: "done",
  });
  expect(ended[0]?.runningTurnId).toBeNull();
  const deleted = foldConversations(list, { type: "conversation", at, conversationId: "new", conversation: null });
  expect(deleted.map((one) => one.id)).toEqual(["old"]);
});

test("an open question leaves with its answer or with its turn, and is never there twice [UI-04]", () => {
  const at = "";
  const asked = { type: "approval-request", at, turnId: "t", callId: "1", request: request("1") } as const;
  const once = foldApprovals([], asked);
  expect(foldApprovals(once, asked)).toEqual(once);
  const answered = { type: "approval-result", at, turnId: "t", callId: "1", requestId: "1" } as const;
  expect(foldApprovals(once, { ...answered, result: { decision: "allowed" } })).toEqual([]);
  expect(foldApprovals(once, { type: "turn-end", at, turnId: "t", reason: "stopped" })).toEqual([]);
  expect(foldApprovals(once, { type: "turn-end", at, turnId: "other", reason: "stopped" })).toBe(once);
});
