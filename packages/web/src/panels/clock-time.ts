/** "14:02", in the reader's own time. */
export function clockTime(iso: string): string {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return "";
  return `${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/** "on 2026-11-30 at 14:02", in the reader's own time. */
export function momentOf(iso: string): string {
  const date = new Date(iso);
  const day = `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}`;
  return Number.isNaN(date.getTime()) ? "before" : `on ${day} at ${clockTime(iso)}`;
}

export type DayGroup = "today" | "yesterday" | "week" | "older";

/** Which part of the list a time belongs to, by calendar days before `now`. */
export function dayGroup(iso: string, now: number): DayGroup {
  const days = Math.round((startOfDay(now) - startOfDay(Date.parse(iso))) / 86_400_000);
  if (days <= 0) return "today";
  if (days === 1) return "yesterday";
  return days <= 7 ? "week" : "older";
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}

function pad(value: number): string {
  return String(value).padStart(2, "0");
}
