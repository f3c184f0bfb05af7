import type { ImportedEntry, KeyValue, McpServerConfig } from "@loop/contract";
import { idFromName } from "./server-form-state.js";

/** One entry of a pasted configuration, as it would be saved or why it is left out. */
export type PlannedEntry =
  | {
      readonly kind: "server";
      readonly config: McpServerConfig;
      /** The id it came with, where that one is taken. */
      readonly takenId: string | null;
    }
  | { readonly kind: "refused"; readonly name: string; readonly code: string };

/** Gives every server an id that is free: a paste never writes over what is there. */
export function planImport(entries: readonly ImportedEntry[], taken: readonly string[]): readonly PlannedEntry[] {
  const used = [...taken];
  return entries.map((entry) => {
    if (!entry.ok) return { kind: "refused", name: entry.name, code: entry.code };
    const { config } = entry;
    const id = used.includes(config.id) ? idFromName(config.id, used) : config.id;
    used.push(id);
    return { kind: "server", config: { ...config, id }, takenId: id === config.id ? null : config.id };
  });
}

/** The values that Loop will hold: shown by name only. */
export function secretsOf({ transport }: McpServerConfig): readonly KeyValue[] {
  return transport.type === "stdio" ? transport.env : transport.headers;
}

/** Other apps fill `${…}` in; Loop does not, and a person should know before saving it. */
export function looksLikeVariable(value: string): boolean {
  return /\$\{[^}]+\}|^\$[A-Z_][A-Z0-9_]*$/.test(value);
}
