// Medians and quantiles of samples, and how they are written.

/** `share` from 0 to 1; nearest rank. Null of nothing. */
export function quantile(samples, share) {
  if (samples.length === 0) return null;
  const sorted = samples.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
}

export function median(samples) {
  const sorted = samples.toSorted((left, right) => left - right);
  if (sorted.length === 0) return null;
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Three figures that count: what is beyond them is noise. */
export function figure(value) {
  if (value === null || value === undefined) return "-";
  if (Math.abs(value) >= 1_000) return Math.round(value).toLocaleString("en-US");
  if (Math.abs(value) >= 100) return String(Math.round(value));
  return String(Number(value.toPrecision(value < 1 ? 2 : 3)));
}

export const ratio = (value, base) =>
  value === null || base === null || !(base > 0) ? "-" : (value / base).toFixed(2);

export const percent = (part, whole) => (whole === 0 ? "-" : ((100 * part) / whole).toFixed(1));
