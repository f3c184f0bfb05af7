/** Ends a switch over a union, so that a new member breaks the build. */
export function unreachable(value: never): never {
  throw new Error(`unexpected ${JSON.stringify(value)}`);
}
