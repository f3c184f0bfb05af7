/** What a host is allowed to do and asks for. Two values exist; nobody compares their names. */
export interface HostPolicy {
  readonly name: string;
  readonly transports: readonly ("stdio" | "http")[];
  readonly egress: "direct" | "guarded";
  readonly consent:
    | { readonly kind: "preset"; readonly answerWithinMs: number }
    | { readonly kind: "every-call"; readonly answerWithinMs: number };
  readonly catalog: "live" | "stored";
  readonly delivery: "codemode" | "direct" | "announce";
  readonly toolNames: "hashed" | "labelled";
  /** Null where no cap applies. */
  readonly toolCap: number | null;
  readonly rounds: { readonly plain: number; readonly withMcp: number };
  /** Whether conversations may have a persona with a memory. */
  readonly personas: boolean;
  /** Whether conversations have Loop's own file and command tools (SEC-02). */
  readonly hostTools: boolean;
  /** A spoken turn has no MCP tools where it exists (VOI-01). */
  readonly spokenTurns: "refused" | "without-mcp";
  readonly memoryAfterMcp: "open" | "closed";
  /** Whether a conversation sees MCP tools before a person says so. */
  readonly conversationDefault: "on" | "off";
  readonly secretsAtRest: "plain" | "sealed";
}
