import type { AppState } from "@loop/contract";
import { useEffect } from "react";
import { NoticesChoice } from "../panels/notices-choice.js";
import { Status } from "../parts/glyph.js";
import { Section } from "../parts/section.js";
import { Segments } from "../parts/segments.js";
import { Skeleton } from "../parts/skeleton.js";
import { useTimers } from "../parts/timers-context.js";
import { Trouble } from "../parts/trouble.js";
import { VisibleText } from "../parts/visible-text.js";
import type { Theme } from "../state/theme-store.js";
import { useCapabilities, useServices, useValue } from "../state/use-services.js";
import { APP } from "../words/app-words.js";
import { explain } from "../words/errors.js";
import { GENERAL, sandboxWords } from "../words/general-words.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { SettingsFrame } from "./settings-frame.js";

/** Settings → General: where things are, what holds commands, how it looks. */
export function SettingsGeneralScreen() {
  const { appState } = useServices();
  const { value, code } = useValue(appState.store);
  useSandboxKnown(value);
  return (
    <SettingsFrame page="general" narrowBack={{ href: PATHS.home, word: SERVERS.back }}>
      <div className="scroll">
        <div className="page">
          <h1>{GENERAL.title}</h1>
          <p className="lede above-form">{GENERAL.lede}</p>
          {value === null && code === null && <Skeleton label={GENERAL.title} />}
          {value === null && code !== null && <StateTrouble code={code} />}
          {value !== null && <Sections state={value} />}
        </div>
      </div>
    </SettingsFrame>
  );
}

const LOOK_AGAIN_AFTER_MS = 1_500;

/** The sandbox is tried once, soon after the start; nothing tells when it was. */
function useSandboxKnown(state: AppState | null): void {
  const { appState } = useServices();
  const { later } = useTimers();
  const { hasWorkspace } = useCapabilities();
  useEffect(() => {
    if (!hasWorkspace || state === null || (state.sandbox ?? null) !== null) return;
    return later(LOOK_AGAIN_AFTER_MS, () => void appState.load()); // a failure is a code in the store
  }, [state, appState, later, hasWorkspace]);
}

function StateTrouble({ code }: { readonly code: string }) {
  const { appState } = useServices();
  return (
    <Trouble {...explain(code)}>
      <button type="button" className="btn small" onClick={() => void appState.load()}>
        {APP.tryAgain}
      </button>
    </Trouble>
  );
}

function Sections({ state }: { readonly state: AppState }) {
  return (
    <>
      {useCapabilities().hasWorkspace && <OnThisComputer state={state} />}
      <Section title={GENERAL.look}>
        <ThemeChoice />
        <NoticesChoice />
      </Section>
      <Section title={GENERAL.about}>
        <p>
          {GENERAL.version} <code>{state.version}</code>
        </p>
      </Section>
    </>
  );
}

function OnThisComputer({ state }: { readonly state: AppState }) {
  return (
    <>
      <Section title={GENERAL.places}>
        <Place name={GENERAL.dataDir} path={state.dataDir} says={GENERAL.dataDirSays} />
        <Place name={GENERAL.workspace} path={state.workspace} says={GENERAL.workspaceSays} />
      </Section>
      <Section title={GENERAL.sandbox} aside={GENERAL.sandboxAside}>
        <Sandbox sandbox={state.sandbox} />
      </Section>
    </>
  );
}

function Place({ name, path, says }: { readonly name: string; readonly path: string | null; readonly says: string }) {
  return (
    <div>
      <h3 className="label">{name}</h3>
      {path === null ? (
        <p className="dim">{GENERAL.none}</p>
      ) : (
        <code className="breaks">
          <VisibleText text={path} />
        </code>
      )}
      <p className="note">{says}</p>
    </div>
  );
}

function Sandbox({ sandbox }: Pick<AppState, "sandbox">) {
  const { shape, word, says, nextStep, code } = sandboxWords(sandbox);
  return (
    <div role="status">
      <Status shape={shape} word={word} />
      <p>{says}</p>
      {nextStep !== "" && <p className="dim">{nextStep}</p>}
      {code !== null && <p className="note">{code}</p>}
    </div>
  );
}

const THEMES: readonly Theme[] = ["system", "light", "dark"];

function ThemeChoice() {
  const { theme } = useServices();
  return (
    <div className="field">
      <span className="label" aria-hidden="true">
        {GENERAL.theme}
      </span>
      <Segments
        label={GENERAL.theme}
        value={useValue(theme.store).theme}
        options={THEMES.map((value) => ({ value, label: GENERAL.themes[value] }))}
        onChange={theme.choose}
      />
      <span className="note">{GENERAL.themeSays}</span>
    </div>
  );
}
