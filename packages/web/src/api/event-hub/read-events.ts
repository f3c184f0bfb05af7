import { TurnEvent } from "@loop/contract";

/** An event of a kind this version does not know is left out. */
export function readEvents(events: readonly string[]): readonly TurnEvent[] {
  return events.flatMap((text) => {
    const event = readEvent(text);
    return event === null ? [] : [event];
  });
}

function readEvent(text: string): TurnEvent | null {
  try {
    const parsed = TurnEvent.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
