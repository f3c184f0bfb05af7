export interface WaitOptions {
  readonly withinMs?: number;
  readonly everyMs?: number;
  /** Named in the failure: "the process is gone". */
  readonly what?: string;
}

/** The only wait tests are allowed: a condition, asked again until it holds or the deadline passes. */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  { withinMs = 5_000, everyMs = 5, what = "the condition holds" }: WaitOptions = {},
): Promise<void> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`Waited ${withinMs} ms in vain until ${what}.`);
    await new Promise<void>((resolve) => setTimeout(resolve, everyMs));
  }
}
