import { errorText } from "@loop/contract";
import { ENTRY } from "../words/entry-words.js";

export interface EntryValues {
  readonly name: string;
  readonly password: string;
  readonly again: string;
  /** The set-up code or the invite; "" where none is wanted. */
  readonly code: string;
}

export type EntryProblems = Readonly<Partial<Record<keyof EntryValues, string>>>;

export const emptyEntry: EntryValues = { name: "", password: "", again: "", code: "" };

const LEAST_PASSWORD = 8;

/** What is wrong before anything is sent; {} where nothing is. */
export function newAccountProblems(values: EntryValues, wantsCode: boolean): EntryProblems {
  return {
    ...(values.name.trim() === "" ? { name: ENTRY.missing } : {}),
    ...newPasswordProblems(values),
    ...(wantsCode && values.code.trim() === "" ? { code: ENTRY.missing } : {}),
  };
}

export function newPasswordProblems({ password, again }: Pick<EntryValues, "password" | "again">): EntryProblems {
  if (password.length < LEAST_PASSWORD) return { password: errorText("password-too-short").sentence };
  return password === again ? {} : { again: ENTRY.different };
}

export function signInProblems({ name, password }: EntryValues): EntryProblems {
  return {
    ...(name.trim() === "" ? { name: ENTRY.missing } : {}),
    ...(password === "" ? { password: ENTRY.missing } : {}),
  };
}
