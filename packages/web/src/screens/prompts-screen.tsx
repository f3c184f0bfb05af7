import type { PromptText } from "@loop/contract";
import { useCallback } from "react";
import type { ApiClient } from "../api/client.js";
import { PromptEditor } from "../panels/prompt-editor.js";
import { Link } from "../parts/navigation.js";
import { useServices } from "../state/use-services.js";
import { PATHS } from "../words/paths.js";
import { PROMPTS } from "../words/prompt-words.js";
import { SERVERS } from "../words/server-words.js";
import { Known } from "./known.js";
import { SettingsFrame } from "./settings-frame.js";
import { useReading } from "./use-reading.js";

interface Prompts {
  readonly prompts: readonly PromptText[];
}

const readPrompts = (api: ApiClient) => api.call("promptSettings");

/** Settings → Prompts: the app's own words to the model (NAM-02). */
export function PromptsScreen() {
  const { api } = useServices();
  const { value, code, read, put } = useReading<Prompts>(readPrompts);
  const save = useCallback(
    async (key: string, text: string | null) => {
      const result = await api.call("changePrompts", { body: { prompts: { [key]: text } } });
      if (result.ok) put(result.value);
      return result.ok ? null : result.code;
    },
    [api, put],
  );
  return (
    <SettingsFrame page="prompts" narrowBack={{ href: PATHS.home, word: SERVERS.back }}>
      <div className="scroll">
        <div className="page">
          <h1>{PROMPTS.title}</h1>
          <p className="lede">{PROMPTS.lede}</p>
          <p className="dim above-texts">
            {PROMPTS.notServers.before}
            <Link href={PATHS.accountTools}>{PROMPTS.notServers.link}</Link>
            {PROMPTS.notServers.after}
          </p>
          <Known value={value} code={code} word={PROMPTS.title} onRetry={read}>
            {({ prompts }) => <Texts prompts={prompts} onSave={save} />}
          </Known>
        </div>
      </div>
    </SettingsFrame>
  );
}

interface TextsProps extends Prompts {
  readonly onSave: (key: string, text: string | null) => Promise<string | null>;
}

function Texts({ prompts, onSave }: TextsProps) {
  const changed = prompts.filter((one) => one.changed).length;
  return (
    <>
      <p className="note num count-line">{PROMPTS.changedCount(changed, prompts.length)}</p>
      {prompts.map((prompt) => (
        <PromptEditor key={prompt.key} prompt={prompt} onSave={(text) => onSave(prompt.key, text)} />
      ))}
    </>
  );
}
