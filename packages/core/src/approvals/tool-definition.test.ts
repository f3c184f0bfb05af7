import type { ApprovalRequest } from "@loop/contract";
import { manualClock } from "@loop/testkit";
import { expect, test } from "vitest";
import { CatalogLifetime } from "../mcp/lifetime.js";
import { personalPolicy } from "../policy/personal.js";
import type { ApprovalReply } from "./approval.js";
import { ApprovalGate } from "./gate.js";
import { SessionGrants } from "./grants.js";
import {
  allowedDefinition,
  changeSince,
  type DefinitionMemory,
  SessionDefinitions,
  type ToolDefinition,
} from "./tool-definition.js";

const AT = "2026-11-30T14:31:00.000Z";
const first: ToolDefinition = {
  description: "Sends mail.",
  inputSchema: { type: "object", properties: { to: { type: "string" } } },
};
const changeTo = (definition: ToolDefinition) => changeSince(allowedDefinition(first, AT), definition);

test("only what is different is told, before and now [PER-15]", () => {
  expect(changeTo(first)).toBeNull();
  expect(changeTo({ ...first, description: "Sends mail to everybody." })).toEqual({
    allowedAt: AT,
    description: { before: "Sends mail.", after: "Sends mail to everybody." },
  });
  const inputSchema = { type: "object", properties: { to: { type: "string" }, copy: { type: "boolean" } } } as const;
  expect(changeTo({ ...first, inputSchema })).toEqual({
    allowedAt: AT,
    inputSchema: { before: first.inputSchema, after: inputSchema },
  });
  expect(changeTo({ ...first, outputSchema: { type: "object" } })).toEqual({
    allowedAt: AT,
    outputSchema: { before: null, after: { type: "object" } },
  });
});

test("another order of the same keys is no change [PER-15]", () => {
  expect(changeTo({ ...first, inputSchema: { properties: { to: { type: "string" } }, type: "object" } })).toBeNull();
  const values = (list: readonly string[]) => ({ ...first, inputSchema: { type: "string", enum: [...list] } as const });
  expect(changeSince(allowedDefinition(values(["a", "b"]), AT), values(["b", "a"]))).not.toBeNull();
});

test("texts too long to keep still tell that something changed [PER-15]", () => {
  const long = { ...first, description: "x".repeat(60_000) };
  expect(changeTo(long)).toEqual({ allowedAt: AT, tooLong: true });
  const kept = allowedDefinition(long, AT);
  expect(JSON.stringify(kept).length).toBeLessThan(200);
  expect(changeSince(kept, long)).toBeNull();
  expect(changeSince(kept, first)).toEqual({ allowedAt: AT, tooLong: true });
});

function setUp(definitions: DefinitionMemory) {
  const clock = manualClock();
  const asked: ApprovalRequest[] = [];
  const state: { reply: ApprovalReply; preset: "workspace-write" | "full-access" } = {
    reply: "allowed",
    preset: "workspace-write",
  };
  let count = 0;
  const newId = () => `id${++count}`;
  const gate = new ApprovalGate({
    consent: personalPolicy.consent,
    conversationId: "c1",
    answerWithinMs: 1_000,
    answerGraceMs: 0,
    grants: new SessionGrants({ newId, isoNow: clock.isoNow, onEnded: () => {} }),
    definitions,
    clock,
    newId,
    preset: () => state.preset,
    handler: () => async () => state.reply,
  });
  const events = { requested: async (request: ApprovalRequest) => void asked.push(request), settled: async () => {} };
  const call = async (definition: ToolDefinition, toolName = "send") => {
    const tool = { serverId: "mail", toolName, modelName: `mcp_${toolName}`, label: "Send" };
    const { description } = definition;
    await gate.decide(
      {
        turnId: "t",
        callId: "call",
        tool,
        description,
        definition,
        args: {},
        lifetime: new CatalogLifetime("l", "mail"),
      },
      events,
      new AbortController().signal,
    );
    return asked.at(-1)?.changed;
  };
  return { state, call };
}

const second = { ...first, description: "Sends mail anywhere." };

test("a question tells what changed since a person allowed the tool, and an answer of no keeps it so [PER-15]", async () => {
  const { state, call } = setUp(new SessionDefinitions());
  expect(await call(first)).toBeUndefined();
  expect(await call(first)).toBeUndefined();
  state.reply = "denied";
  expect(await call(second)).toMatchObject({ description: { before: "Sends mail.", after: "Sends mail anywhere." } });
  state.reply = "allowed";
  expect(await call(second)).toMatchObject({ description: { before: "Sends mail." } });
  expect(await call(second)).toBeUndefined();
  expect(await call(first, "another")).toBeUndefined();
});

test("what runs without asking was not allowed by a person, so it is not remembered [PER-15]", async () => {
  const { state, call } = setUp(new SessionDefinitions());
  await call(first);
  state.preset = "full-access";
  expect(await call(second)).toBeUndefined();
  state.preset = "workspace-write";
  expect(await call(second)).toMatchObject({ description: { before: "Sends mail." } });
});

test("a memory that fails leaves the question and its answer as they are [PER-15]", async () => {
  const fail = async () => {
    throw new Error("disk");
  };
  const { call } = setUp({ last: fail, remember: fail });
  expect(await call(first)).toBeUndefined();
  expect(await call(second)).toBeUndefined();
});
