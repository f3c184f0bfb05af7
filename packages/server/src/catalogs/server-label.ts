import { failed, ok, type Result } from "../result.js";

const longestLabel = 80;
/** Control, direction-changing and invisible characters, and halves of characters: they make one label look like another. */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/u;
/** Holds the parts of an emoji together. */
const joiners = /(?<=\p{Extended_Pictographic}\ufe0f?)\u200d(?=\p{Extended_Pictographic})/gu;

/** A label as it is stored and shown on cards: trimmed, one line, with nothing in it that cannot be seen. */
export function readLabel(text: string): Result<string> {
  const label = text.trim();
  if (label === "") return failed("config-name-empty");
  if (label.length > longestLabel) return failed("config-field-too-long");
  return unprintable.test(label.replace(joiners, "")) ? failed("config-control-character") : ok(label);
}
