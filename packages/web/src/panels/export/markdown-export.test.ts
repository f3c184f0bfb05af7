import type { Conversation, Entry } from "@loop/contract";
import { expect, test } from "vitest";
import { asJson, type Exported } from "./exported.js";
import { asMarkdown } from "./markdown-export.js";

const at = "2026-12-01T14:02:05.000Z";
const turnId = "t1";
const conversation: Conversation = {
  id: "c1",
  title: "Release 2.4",
  permission: "workspace-write",
  workspace: "/work",
  createdAt: at,
  updatedAt: at,
  runningTurnId: null,
};
const echo = { serverId: "hub", toolName: "echo", modelName: "echo_1", label: "echo" };
const entries: readonly Entry[] = [
  { kind: "user", turnId, at, text: "Say hello" },
  { kind: "assistant", turnId, at, text: "I will.", reasoning: "They want\nhello." },
  {
    kind: "step",
    turnId,
    at,
    callId: "k1",
    tool: echo,
    status: "denied",
    code: "call-denied",
    args: { text: "hello" },
  },
  {
    kind: "step",
    turnId,
    at,
    callId: "k2",
    tool: "codemode",
    status: "cancelled",
    args: { script: "await callTool('hub.echo');" },
    calls: [
      { serverId: "hub", toolName: "echo", label: "echo", status: "ok", allowedBy: "session" },
      {
        serverId: "hub",
        toolName: "a`b",
        label: "b",
        status: "cancelled",
        allowedBy: "person",
        mayHaveTakenEffect: true,
      },
    ],
    durationMs: 1_400,
  },
  {
    kind: "step",
    turnId,
    at,
    callId: "k3",
    tool: echo,
    status: "ok",
    byHand: true,
    allowedBy: "person",
    args: {},
    result: [
      { type: "text", text: "```\n# not a heading\n```" },
      { type: "image", mimeType: "image/png", data: "AAAA" },
    ],
  },
  { kind: "notice", turnId, at, code: "turn-stopped", reason: "stopped" },
];
const exported: Exported = { conversation, entries, serverName: () => "Home hub", at };

test("the text holds refusals, steps, who allowed them, and what may have taken effect", () => {
  expect(asMarkdown(exported)).toBe(`# Release 2.4

*Exported from Loop, 2026-12-01 14:02 UTC.*

## You, 2026-12-01 14:02 UTC

Say hello

## Answer, 2026-12-01 14:02 UTC

> Reasoning: They want
> hello.

I will.

**Home hub** \`echo\`: Denied, nothing sent

The call was refused by the person. Nothing was sent. Go on without it, or ask the person.

Would have been sent:

\`\`\`json
{
  "text": "hello"
}
\`\`\`

**Script**: Cancelled, may have taken effect, 1.4 s

- Home hub \`echo\`: Allowed this session
- Home hub \`\` a\`b \`\`: Cancelled, may have taken effect

\`\`\`js
await callTool('hub.echo');
\`\`\`

**Home hub** \`echo\`: Allowed once, by hand

Sent:

\`\`\`json
{}
\`\`\`

Answer, in Home hub’s own words. Loop has not checked them.

\`\`\`\`
\`\`\`
# not a heading
\`\`\`
\`\`\`\`

[picture, image/png]

*Stopped.*
`);
});

test("the data hold everything a reader sees, and nothing of the account", () => {
  const read: unknown = JSON.parse(asJson(exported));
  expect(read).toEqual({
    format: "loop-conversation",
    version: 1,
    exportedAt: at,
    conversation: {
      id: "c1",
      title: "Release 2.4",
      permission: "workspace-write",
      workspace: "/work",
      createdAt: at,
      updatedAt: at,
    },
    entries,
  });
});
