import { PermissionPreset } from "@loop/contract";
import { InvalidArgumentError } from "commander";

const DAY_MS = 86_400_000;

/** Whole milliseconds from `least` to a day. */
export function milliseconds(least: number): (text: string) => number {
  return (text) => {
    const value = /^\d{1,9}$/u.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= DAY_MS) return value;
    throw new InvalidArgumentError(`Give whole milliseconds from ${least} to ${DAY_MS}.`);
  };
}

export function preset(text: string): PermissionPreset {
  const reading = PermissionPreset.safeParse(text);
  if (reading.success) return reading.data;
  throw new InvalidArgumentError("The presets are read-only, workspace-write and full-access.");
}

/** Collects `KEY=VALUE`; the value may hold further `=`. */
export function pair(text: string, before: readonly Pair[] = []): readonly Pair[] {
  const at = text.indexOf("=");
  if (at < 1) throw new InvalidArgumentError("Give it as NAME=VALUE.");
  return [...before, { key: text.slice(0, at), value: text.slice(at + 1) }];
}

export interface Pair {
  readonly key: string;
  readonly value: string;
}

export function list(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}
