const LONGEST = 60;
/** Names that some systems keep for devices. */
const DEVICES = /^(?:con|prn|aux|nul|com\d|lpt\d)$/i;

/** A file name any system takes, from a title in any language. */
export function fileName(title: string, ending: string): string {
  const words = title
    .normalize("NFC")
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
  const short = [...words].slice(0, LONGEST).join("").replace(/-+$/, "");
  const name = short === "" ? "conversation" : short;
  return `${DEVICES.test(name) ? `${name}-` : name}.${ending}`;
}
