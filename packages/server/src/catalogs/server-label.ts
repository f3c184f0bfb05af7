import { failed, ok, type Result } from "../result.js";

const longestLabel = 80;
/**
 * Control, direction-changing and invisible characters, and halves of characters: they make one label look like another.
 * A Braille cell without a dot is a letter to Unicode and nothing to the eye.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Hold the parts of an emoji together, and say that it is drawn as a picture. */
const joiners =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})\ufe0f/gu;

/** A label as it is stored and shown on cards: trimmed, one line, with nothing in it that cannot be seen. */
export function readLabel(text: string): Result<string> {
  const label = text.trim();
  if (label === "") return failed("config-name-empty");
  if (label.length > longestLabel) return failed("config-field-too-long");
  return unprintable.test(label.replace(joiners, "")) ? failed("config-control-character") : ok(label);
}
