import type { ContentBlock } from "@loop/contract";
import type { ScriptLimits } from "./limits.js";
import type { ScriptImages } from "./result-value.js";

const IMAGE_BASE64_CHARACTERS = Math.ceil((5 * 1024 * 1024 * 4) / 3);

/** Collects what a script emits: the only part of it that a model and the history ever see (CM-02). */
export class Emitted {
  readonly #limits: ScriptLimits;
  readonly #images: ScriptImages;
  readonly #blocks: ContentBlock[] = [];
  #characters = 0;
  #imageCount = 0;
  #omitted = 0;

  constructor(limits: ScriptLimits, images: ScriptImages) {
    this.#limits = limits;
    this.#images = images;
  }

  /** `json` comes from behind the wall; whatever is not one of the two shapes is nothing. */
  add(json: string): void {
    const value = parsed(json);
    if (typeof value !== "object" || value === null) return;
    if ("text" in value && typeof value.text === "string") this.#addText(value.text.toWellFormed());
    else if ("ref" in value && typeof value.ref === "string") this.#addImage(value.ref);
  }

  get isEmpty(): boolean {
    return this.#blocks.length === 0;
  }

  get omittedCharacters(): number {
    return this.#omitted;
  }

  get blocks(): readonly ContentBlock[] {
    return this.#blocks;
  }

  #addText(text: string): void {
    const room = this.#limits.emittedCharacters - this.#characters;
    const kept = text.length <= room ? text : cutAtLine(text, room);
    this.#characters += kept.length;
    this.#omitted += text.length - kept.length;
    if (kept !== "") this.#blocks.push({ type: "text", text: kept });
  }

  #addImage(ref: string): void {
    const image = this.#images.find(ref);
    if (image === null || this.#imageCount >= this.#limits.emittedImages) return;
    if (image.data.length > IMAGE_BASE64_CHARACTERS) {
      this.#addText("[image left out: larger than 5 MB]");
      return;
    }
    this.#imageCount += 1;
    this.#blocks.push(image);
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}

function cutAtLine(text: string, room: number): string {
  const cut = text.slice(0, Math.max(0, room)).toWellFormed();
  const line = cut.lastIndexOf("\n");
  return line > room / 2 ? cut.slice(0, line) : cut;
}
