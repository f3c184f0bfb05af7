import type { PromptText } from "@loop/contract";
import { isPromptKey, PROMPT_TEXTS, type PromptKey, type PromptOverrides, type SettingStore } from "@loop/core/host";
import { failed, ok, type Result } from "../result.js";
import { storedText } from "./stored-text.js";

/** One setting a text, so that two changes of different texts never meet. */
const SETTING_PREFIX = "prompt:";
const KEYS: readonly PromptKey[] = Object.keys(PROMPT_TEXTS).filter(isPromptKey);

export interface PromptSettings {
  read(accountId: string): Promise<readonly PromptText[]>;
  /** Null brings the app's own words back. Nothing is changed where a key is not known. */
  change(accountId: string, changes: Readonly<Record<string, string | null>>): Promise<Result<readonly PromptText[]>>;
  /** For a turn: only what the account has changed. */
  overrides(accountId: string): Promise<PromptOverrides>;
}

/** An account's own words in place of the app's (NAM-02). What servers say of their tools is nowhere in it. */
export function createPromptSettings(settings: SettingStore): PromptSettings {
  const overrides = (accountId: string) => readOverrides(settings, accountId);
  const read = async (accountId: string) => textsWith(await overrides(accountId));
  return {
    overrides,
    read,
    change: async (accountId, changes) => {
      const wanted = Object.entries(changes);
      if (!wanted.every(([key]) => isPromptKey(key))) return failed("prompt-unknown");
      for (const [key, text] of wanted) await settings.set(accountId, `${SETTING_PREFIX}${key}`, ownWords(key, text));
      return ok(await read(accountId));
    },
  };
}

/** Null where they are the app's, or nothing that can be read. */
function ownWords(key: string, text: string | null): string | null {
  const words = storedText(text ?? "");
  return words === "" || (isPromptKey(key) && words === PROMPT_TEXTS[key]) ? null : words;
}

async function readOverrides(settings: SettingStore, accountId: string): Promise<PromptOverrides> {
  const own: Partial<Record<PromptKey, string>> = {};
  for (const key of KEYS) {
    const text = await settings.get(accountId, `${SETTING_PREFIX}${key}`);
    if (text !== null) own[key] = text;
  }
  return own;
}

function textsWith(overrides: PromptOverrides): readonly PromptText[] {
  return KEYS.map((key) => ({
    key,
    text: overrides[key] ?? PROMPT_TEXTS[key],
    original: PROMPT_TEXTS[key],
    changed: overrides[key] !== undefined,
  }));
}
