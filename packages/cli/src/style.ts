/** The few ways Loop sets its own words apart. Text of others goes through `visible-text` first. */
export interface Style {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
}

const wrap = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`;
const same = (text: string) => text;

export const plainStyle: Style = { bold: same, dim: same, good: same, bad: same };
export const colourStyle: Style = { bold: wrap(1, 22), dim: wrap(2, 22), good: wrap(32, 39), bad: wrap(31, 39) };
