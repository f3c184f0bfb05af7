export interface ReadName {
  /** As it is shown. */
  readonly name: string;
  /** The same for names that differ in case, width or composition alone. */
  readonly key: string;
}

const LONGEST_NAME = 64;
/** Control, direction and invisible signs make two names look like one; a lone surrogate is no text at all. */
const UNFIT = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;
const SPACES = /\p{Zs}+/gu;

/** Null for what is no name here. */
export function readAccountName(text: string): ReadName | null {
  const name = text.normalize("NFKC").replaceAll(SPACES, " ").trim();
  if (name === "" || name.length > LONGEST_NAME || UNFIT.test(name)) return null;
  return { name, key: foldCase(name) };
}

/** Upper case first brings letters together that lower case alone keeps apart, such as ß and ss. */
function foldCase(name: string): string {
  return name.toUpperCase().toLowerCase().normalize("NFKC");
}
