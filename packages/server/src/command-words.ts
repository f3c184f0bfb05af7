/** Exit codes of the commands that work on an instance's rows. */
export const DONE = 0;
export const FAILED = 1;
export const USAGE = 4;

/** One or more plain sentences for the person at the terminal. */
export function say(words: string): number {
  console.log(words);
  return DONE;
}

export function complain(words: string, code: number): number {
  console.error(words);
  return code;
}
