/** Which of the ready tools one request may declare. */
export interface ToolChoice<T> {
  readonly offered: readonly T[];
  readonly leftOut: number;
}

/** The smallest of the limits that exist; tools beyond it are left out from the end, in the order given. */
export function limitTools<T>(tools: readonly T[], limits: readonly (number | null)[]): ToolChoice<T> {
  const limit = Math.min(...limits.map((each) => each ?? Number.POSITIVE_INFINITY));
  const offered = tools.length > limit ? tools.slice(0, limit) : tools;
  return { offered, leftOut: tools.length - offered.length };
}
