import { type ErrorCode, errorText } from "@loop/contract";

/** One thing the doctor looked at. */
export interface Finding {
  readonly about: string;
  readonly state: "good" | "note" | "problem";
  readonly sentence: string;
  readonly nextStep?: string;
}

export function problem(about: string, code: ErrorCode): Finding {
  const { sentence, nextStep } = errorText(code);
  return { about, state: "problem", sentence, nextStep };
}

export function findingLines({ about, state, sentence, nextStep }: Finding): string[] {
  const sign = { good: "ok     ", note: "note   ", problem: "problem" }[state];
  return [`${sign}  ${about}: ${sentence}`, ...(nextStep === undefined ? [] : [`         ${nextStep}`])];
}
