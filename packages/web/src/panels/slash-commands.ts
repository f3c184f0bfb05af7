/** A word after a slash that does something instead of being sent. */
export interface SlashCommand {
  readonly name: string;
  readonly says: string;
  readonly run: () => void;
}

/** The commands a text may still become; none where it is more than a slash and the beginning of a word. */
export function matchingCommands(text: string, commands: readonly SlashCommand[]): readonly SlashCommand[] {
  const [, begun] = /^\/([\w-]*)$/.exec(text) ?? [];
  if (begun === undefined) return [];
  return commands.filter(({ name }) => name.startsWith(begun.toLowerCase()));
}
