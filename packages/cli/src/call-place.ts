/** Where a nested call stands: its script's call and its number in it, from 1. */
export interface CallPlace {
  readonly outer: string;
  readonly ordinal: number;
}

/** Null for a call that no script made. */
export function placeOf(callId: string): CallPlace | null {
  const [, outer, ordinal] = /^(.+)\/(\d+)$/u.exec(callId) ?? [];
  return outer === undefined ? null : { outer, ordinal: Number(ordinal) };
}
