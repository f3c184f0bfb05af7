const FIRST_MS = 200;
/** Low on purpose: after a restart every tab is to be true again within three seconds. */
const LONGEST_MS = 800;
/** Whoever stays away longer than a restart takes is asked less often. */
const PATIENT_AFTER = 40;
const LONGEST_PATIENT_MS = 2_000;

/** How long to wait after `failures` failures in a row; `random` is in [0, 1) and spreads browsers apart. */
export function backOffMs(failures: number, random: number): number {
  const longest = failures > PATIENT_AFTER ? LONGEST_PATIENT_MS : LONGEST_MS;
  const ceiling = Math.min(longest, FIRST_MS * 2 ** Math.min(failures - 1, 10));
  return Math.round(ceiling / 2 + (random * ceiling) / 2);
}
