const FIRST_MS = 200;
/** Low on purpose: after a restart every tab is to be true again within three seconds. */
const LONGEST_MS = 1_600;

/** How long to wait after `failures` failures in a row; `random` is in [0, 1) and spreads browsers apart. */
export function backOffMs(failures: number, random: number): number {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures - 1, 10));
  return Math.round(ceiling / 2 + (random * ceiling) / 2);
}
