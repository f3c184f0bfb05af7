import { holdsWords } from "../../parts/title-search.js";

export type PaletteGroup = "asks" | "tools" | "conversations" | "do";

export interface PaletteItem {
  readonly key: string;
  readonly group: PaletteGroup;
  readonly text: string;
  /** Where the text is a tool's name, shown as it is sent. */
  readonly isCode: boolean;
  /** Beside it: a server, a conversation, a key. */
  readonly note: string;
  readonly run: () => void;
}

export interface FoundGroup {
  readonly group: PaletteGroup;
  readonly items: readonly PaletteItem[];
}

const ORDER: readonly PaletteGroup[] = ["asks", "tools", "conversations", "do"];
const MOST: Readonly<Record<PaletteGroup, number>> = { asks: 5, tools: 8, conversations: 8, do: 12 };
/** Without words there is no end of tools, and the newest conversations are enough. */
const MOST_UNASKED: Readonly<Record<PaletteGroup, number>> = { asks: 5, tools: 0, conversations: 5, do: 12 };

/** What has all the words, group by group in one order; what waits for the person comes first. */
export function findItems(items: readonly PaletteItem[], wanted: string): readonly FoundGroup[] {
  const most = wanted.trim() === "" ? MOST_UNASKED : MOST;
  return ORDER.map((group) => ({
    group,
    items: items
      .filter((item) => item.group === group && holdsWords(`${item.text} ${item.note}`, wanted))
      .slice(0, most[group]),
  })).filter((found) => found.items.length > 0);
}

/** The place after a press of an arrow, round the ends; null for another key. */
export function movedTo(key: string, at: number, count: number): number | null {
  if (count === 0) return null;
  switch (key) {
    case "ArrowDown":
      return (at + 1) % count;
    case "ArrowUp":
      return (at - 1 + count) % count;
    default:
      return null;
  }
}
