/**
 * Text of servers and models, made safe for a terminal. Colour sequences go; every other control, bidi, zero-width or
 * otherwise invisible character becomes a visible `\u…` escape, so that what a person reads is what was sent.
 */
export function visibleBlock(text: string): string {
  return escapeInvisible(text.replaceAll("\r\n", "\n").replaceAll("\t", "    "), "\n");
}

/** The same on one line: line breaks are escaped too. For names, labels and titles. */
export function visibleLine(text: string): string {
  return escapeInvisible(text, "");
}

/** At most `most` characters, cut with an ellipsis. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, most - 1).join("")}…`;
}

const ESCAPE = "\\u001b";
const COLOUR = new RegExp(`${ESCAPE}\\[[0-9;:]*m`, "gu");
const UNFINISHED_COLOUR = new RegExp(`${ESCAPE}(\\[[0-9;:]{0,32})?$`, "u");
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]/gu;
const JOINERS = new Set(["\u200c", "\u200d"]);
const EMOJI_STYLES = new Set(["\ufe0e", "\ufe0f"]);
/** Emoji families and the scripts that spell words with joiners. */
const TAKES_JOINER =
  /[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f\p{Script=Arabic}\p{Script=Syriac}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}]$/u;
const TAKES_STYLE = /[\p{Emoji}]$/u;

function escapeInvisible(text: string, kept: string): string {
  const plain = text.replace(COLOUR, "");
  return plain.replace(INVISIBLE, (character: string, at: number) =>
    character === kept || isAtHome(character, plain.slice(Math.max(0, at - 2), at)) ? character : escapeOf(character),
  );
}

function isAtHome(character: string, before: string): boolean {
  if (JOINERS.has(character)) return TAKES_JOINER.test(before);
  return EMOJI_STYLES.has(character) && TAKES_STYLE.test(before);
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, "0")}`;
}

/** `visibleBlock` for text that arrives in pieces: a piece may end inside a sequence or a surrogate pair. */
export class VisibleStream {
  #held = "";

  push(piece: string): string {
    const text = this.#held + piece;
    const at = text.search(/[\ud800-\udbff]$|\r$/u);
    const cut = at >= 0 ? at : text.search(UNFINISHED_COLOUR);
    this.#held = cut >= 0 ? text.slice(cut) : "";
    return visibleBlock(cut >= 0 ? text.slice(0, cut) : text);
  }

  /** What was held back; the text is over. */
  end(): string {
    const rest = visibleBlock(this.#held);
    this.#held = "";
    return rest;
  }
}
