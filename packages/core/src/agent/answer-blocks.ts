import type { AssistantBlock, ProviderData, ToolCall } from "./messages.js";

type Words = "text" | "reasoning";
type OpenBlock = { readonly type: Words; text: string; isOpen: boolean; providerData?: ProviderData };
type Collected = OpenBlock | { readonly type: "tool-call"; readonly call: ToolCall };

/** Puts the blocks of one streamed answer together, each with the provider data that came with it. */
export class AnswerBlocks {
  readonly #blocks: Collected[] = [];
  #length = 0;

  /** Characters of text and reasoning so far. */
  get length(): number {
    return this.#length;
  }

  add(type: Words, text: string): void {
    this.#length += text.length;
    const last = this.#blocks.at(-1);
    if (last !== undefined && last.type === type && last.isOpen) last.text += text;
    else this.#blocks.push({ type, text, isOpen: true });
  }

  /** Provider data may come for a block without text (redacted reasoning): it is kept all the same. */
  end(type: Words, providerData: ProviderData | undefined): void {
    const open = this.#blocks.findLast((block): block is OpenBlock => block.type === type && block.isOpen);
    if (open !== undefined) {
      open.isOpen = false;
      if (providerData !== undefined) open.providerData = providerData;
      return;
    }
    if (providerData !== undefined) this.#blocks.push({ type, text: "", isOpen: false, providerData });
  }

  addCall(call: ToolCall): void {
    this.#blocks.push({ type: "tool-call", call });
  }

  /** The whole answer, for the history. */
  all(): readonly AssistantBlock[] {
    return this.#blocks.flatMap((block) => finished(block));
  }

  /** What may be kept of an answer that broke off: its words. A call that was not run would have no result. */
  words(): readonly AssistantBlock[] {
    return this.all().filter((block) => block.type === "text");
  }

  calls(): readonly ToolCall[] {
    return this.#blocks.flatMap((block) => (block.type === "tool-call" ? [block.call] : []));
  }
}

function finished(block: Collected): AssistantBlock[] {
  if (block.type === "tool-call") return [{ type: "tool-call", ...block.call }];
  const { type, text, providerData } = block;
  if (text === "" && providerData === undefined) return [];
  return [providerData === undefined ? { type, text } : { type, text, providerData }];
}
