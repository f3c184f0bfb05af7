import * as z from "zod/mini";
import { AskedTool } from "./tool-ref.js";

/** PER-04. */
export const ApprovalDecision = z.enum(["allowed", "allowed-session", "denied"]);
export type ApprovalDecision = z.infer<typeof ApprovalDecision>;

/** Who decided when no person was asked (PER-07). */
export const ApprovalSource = z.enum(["session-grant", "full-access", "bot-consent"]);
export type ApprovalSource = z.infer<typeof ApprovalSource>;

/** Who said yes, as a step remembers it: a person to this call or to the session, or no person at all. */
export const AllowedBy = z.enum(["person", "session", "session-grant", "full-access", "bot-consent"]);
export type AllowedBy = z.infer<typeof AllowedBy>;

/** Why nothing was sent (PER-05). */
export const DenialReason = z.enum(["user", "timeout", "cancelled", "revoked", "no-handler"]);
export type DenialReason = z.infer<typeof DenialReason>;

/**
 * How a tool's definition differs from the one this person last allowed (PER-15). All of it is the server's own words. A
 * schema that was not there is null.
 */
export const DefinitionChange = z.object({
  allowedAt: z.string(),
  description: z.optional(z.object({ before: z.string(), after: z.string() })),
  inputSchema: z.optional(z.object({ before: z.unknown(), after: z.unknown() })),
  outputSchema: z.optional(z.object({ before: z.unknown(), after: z.unknown() })),
  /** It changed, and one of the two is too long to be kept or shown. */
  tooLong: z.optional(z.literal(true)),
});
export type DefinitionChange = z.infer<typeof DefinitionChange>;

/** The question put to a person. The host creates it; `args` are the bytes that would be sent (PER-06). */
export const ApprovalRequest = z.object({
  id: z.string(),
  conversationId: z.string(),
  turnId: z.string(),
  callId: z.string(),
  tool: AskedTool,
  /** The server's own words. */
  description: z.string(),
  args: z.unknown(),
  allowSession: z.boolean(),
  /** ISO time at which silence becomes a refusal; null where the host set no limit. */
  expiresAt: z.nullable(z.string()),
  /** Display name of the server, for the card's title. */
  serverName: z.optional(z.string()),
  changed: z.optional(DefinitionChange),
});
export type ApprovalRequest = z.infer<typeof ApprovalRequest>;

export const ApprovalResult = z.object({
  decision: ApprovalDecision,
  /** Absent when a person answered (PER-07). */
  source: z.optional(ApprovalSource),
  /** Only with `denied`. */
  reason: z.optional(DenialReason),
  /** The code behind a `cancelled` or `revoked`. */
  code: z.optional(z.string()),
  /** A person's own words with a denial, told to the model. */
  note: z.optional(z.string()),
});
export type ApprovalResult = z.infer<typeof ApprovalResult>;

/** `POST /api/approvals/:id`. */
export const ApprovalAnswer = z.object({
  decision: ApprovalDecision,
  reason: z.optional(z.string().check(z.maxLength(500))),
  stopScript: z.optional(z.boolean()),
});
export type ApprovalAnswer = z.infer<typeof ApprovalAnswer>;

/** GRT-04. `expiresAt` is absent on purpose: a grant ends with its catalog lifetime or its session. */
export const Grant = z.object({
  id: z.string(),
  serverId: z.string(),
  toolName: z.string(),
  label: z.string(),
  grantedAt: z.string(),
});
export type Grant = z.infer<typeof Grant>;
