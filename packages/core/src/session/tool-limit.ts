/** Most tools of servers that one request may declare; null where there is no limit. */
export interface ToolLimits {
  /** What the model accepts, less the app's own tools. */
  readonly model: number | null;
  /** The account's own cap (CAP-01). */
  readonly account: number | null;
}

/** Which of the ready tools one request may declare. */
export interface ToolChoice<T> {
  readonly offered: readonly T[];
  readonly leftOut: number;
  /** Whose limit left them out; null where nothing was. */
  readonly limit: keyof ToolLimits | null;
}

/** Tools beyond the smaller limit are left out from the end, in the order given (CAP-02). */
export function limitTools<T>(tools: readonly T[], limits: ToolLimits): ToolChoice<T> {
  const model = limits.model ?? Number.POSITIVE_INFINITY;
  const account = limits.account ?? Number.POSITIVE_INFINITY;
  const most = Math.max(0, Math.min(model, account));
  if (tools.length <= most) return { offered: tools, leftOut: 0, limit: null };
  return {
    offered: tools.slice(0, most),
    leftOut: tools.length - most,
    limit: model < account ? "model" : "account",
  };
}
