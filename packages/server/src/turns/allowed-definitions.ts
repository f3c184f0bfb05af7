import { createHash } from "node:crypto";
import {
  type AllowedDefinition,
  type DefinitionKey,
  type DefinitionMemory,
  definitionKeyOf,
  SerialQueue,
  type SettingStore,
} from "@loop/core/host";
import * as z from "zod/mini";

const Kept = z.object({
  digest: z.string(),
  allowedAt: z.string(),
  texts: z.nullable(z.object({ description: z.string(), inputSchema: z.string(), outputSchema: z.string() })),
});
const Names = z.array(z.string());

const LIST = "allowed-definitions";
/** Of the tools allowed longest ago nothing is remembered. */
const MOST_TOOLS = 300;

/** What people allowed before, tool by tool, kept over restarts (PER-15). */
export class AllowedDefinitions {
  readonly #settings: SettingStore;
  readonly #writes = new SerialQueue();

  constructor(settings: SettingStore) {
    this.#settings = settings;
  }

  of(accountId: string): DefinitionMemory {
    return {
      last: (tool) => this.#last(accountId, nameOf(tool)),
      remember: (tool, allowed) => this.#writes.run(() => this.#remember(accountId, nameOf(tool), allowed)),
    };
  }

  async #last(accountId: string, name: string): Promise<AllowedDefinition | null> {
    const kept = Kept.safeParse(parseJson(await this.#settings.get(accountId, name)));
    return kept.success ? kept.data : null;
  }

  async #remember(accountId: string, name: string, allowed: AllowedDefinition): Promise<void> {
    const known = Names.safeParse(parseJson(await this.#settings.get(accountId, LIST)));
    const others = (known.data ?? []).filter((one) => one !== name);
    const gone = others.slice(0, Math.max(0, others.length - MOST_TOOLS + 1));
    await this.#settings.set(accountId, name, JSON.stringify(allowed));
    await this.#settings.set(accountId, LIST, JSON.stringify([...others.slice(gone.length), name]));
    for (const one of gone) await this.#settings.set(accountId, one, null);
  }
}

/** Short whatever the tool is called. */
function nameOf(tool: DefinitionKey): string {
  return `allowed-definition ${createHash("sha256").update(definitionKeyOf(tool)).digest("hex").slice(0, 32)}`;
}

function parseJson(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return null;
  }
}
