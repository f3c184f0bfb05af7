/** The few ways Loop sets words apart. Text of others goes through `visible-text` first. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  italic(text: string): string;
  underline(text: string): string;
  struck(text: string): string;
  good(text: string): string;
  bad(text: string): string;
  /** Code inside a text. */
  code(text: string): string;
  /** A word of a programming language. */
  keyword(text: string): string;
}

const wrap = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`;
const same = (text: string) => text;

export const plainStyle: Style = {
  bold: same,
  dim: same,
  italic: same,
  underline: same,
  struck: same,
  good: same,
  bad: same,
  code: same,
  keyword: same,
};

export const colourStyle: Style = {
  bold: wrap(1, 22),
  dim: wrap(2, 22),
  italic: wrap(3, 23),
  underline: wrap(4, 24),
  struck: wrap(9, 29),
  good: wrap(32, 39),
  bad: wrap(31, 39),
  code: wrap(36, 39),
  keyword: wrap(35, 39),
};
