import type { HostPolicy } from "./host-policy.js";

const TWO_MINUTES_MS = 2 * 60_000;

/** An instance with accounts: HTTP only, every call is asked, nothing a server says outlives its turn in memory. */
export const sharedPolicy: HostPolicy = {
  name: "shared",
  transports: ["http"],
  egress: "guarded",
  consent: { kind: "every-call", answerWithinMs: TWO_MINUTES_MS },
  catalog: "stored",
  delivery: "direct",
  toolNames: "labelled",
  toolCap: 200,
  rounds: { plain: 4, withMcp: 8 },
  personas: true,
  hostTools: false,
  spokenTurns: "without-mcp",
  memoryAfterMcp: "closed",
  conversationDefault: "off",
  secretsAtRest: "sealed",
};
