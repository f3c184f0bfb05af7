import type { HostPolicy } from "./host-policy.js";

const THIRTY_MINUTES_MS = 30 * 60_000;

/** One person on their own computer: the terminal, the personal web app and the SDK. */
export const personalPolicy: HostPolicy = {
  name: "personal",
  transports: ["stdio", "http"],
  egress: "direct",
  consent: { kind: "preset", answerWithinMs: THIRTY_MINUTES_MS },
  catalog: "live",
  delivery: "codemode",
  toolNames: "hashed",
  toolCap: null,
  rounds: { plain: 100, withMcp: 100 },
  personas: false,
  hostTools: true,
  spokenTurns: "refused",
  memoryAfterMcp: "open",
  conversationDefault: "on",
  secretsAtRest: "plain",
};
