import type { ToolChoice } from "./tool-limit.js";
import type { TurnOutput } from "./turn-output.js";

/** A reader learns how many tools the model goes without, and whose limit that was (CAP-02). */
export async function tellLeftOut(output: TurnOutput, choice: ToolChoice<unknown>): Promise<void> {
  const { offered, leftOut, limit } = choice;
  if (limit === null) return;
  const params = { ready: offered.length + leftOut, offered: offered.length, leftOut, limit };
  await output.emit({ type: "notice", code: "tools-over-limit", params });
}
