import { ChosenModelPanel } from "../panels/models/chosen-model.js";
import { FoundModels } from "../panels/models/found-models.js";
import { FreeEntry } from "../panels/models/free-entry.js";
import { ProviderRow } from "../panels/models/provider-row.js";
import { Section } from "../parts/section.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { APP } from "../words/app-words.js";
import { explain } from "../words/errors.js";
import { MODELS } from "../words/model-words.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { SettingsFrame } from "./settings-frame.js";
import { useModelWays } from "./use-model-ways.js";
import { useModels, useModelTest } from "./use-models.js";
import { useProviderRows } from "./use-provider-rows.js";

/** Settings → Models: which model answers, where models are, and whether one can be reached. */
export function SettingsModelScreen() {
  const models = useModels();
  const { known, code, load } = models;
  return (
    <SettingsFrame page="model" narrowBack={{ href: PATHS.home, word: SERVERS.back }}>
      <div className="scroll">
        <div className="page">
          <h1>{MODELS.title}</h1>
          <p className="lede above-form">{MODELS.lede}</p>
          {code !== null && (
            <Trouble {...explain(code)}>
              <button type="button" className="btn small" onClick={load}>
                {APP.tryAgain}
              </button>
            </Trouble>
          )}
          {known === null && code === null && <Skeleton label={MODELS.title} />}
          {known !== null && <Sections models={models} known={known} />}
        </div>
      </div>
    </SettingsFrame>
  );
}

type Models = ReturnType<typeof useModels>;
interface SectionsProps {
  readonly models: Models;
  readonly known: NonNullable<Models["known"]>;
}

function Sections({ models, known }: SectionsProps) {
  const { choose, save } = models;
  const testing = useModelTest();
  const { propsOf } = useProviderRows({ save });
  const use = (reference: string | null, foundAt?: string) => void choose(reference, foundAt); // a refusal is a code
  return (
    <>
      <Section title={MODELS.inUse} aside={MODELS.inUseAside}>
        <ChosenModelPanel {...testing} chosen={known.chosen} onTakeBack={() => use(null)} />
      </Section>
      <Section title={MODELS.providers} aside={MODELS.providersAside}>
        <ul className="list provider-list">
          {known.providers.map((view) => (
            <ProviderRow
              key={view.id}
              {...testing}
              {...propsOf(view.id)}
              view={view}
              chosen={known.chosen?.reference ?? null}
              onUse={use}
            />
          ))}
        </ul>
      </Section>
      <Section title={MODELS.here}>
        <Found onUse={use} />
      </Section>
      <Section title={MODELS.another} aside={MODELS.anotherAside}>
        <FreeEntry {...testing} onUse={use} />
      </Section>
    </>
  );
}

function Found({ onUse }: { readonly onUse: (reference: string, foundAt?: string) => void }) {
  const { detected, hasLooked, isLooking, onLook, code } = useModelWays();
  return (
    <>
      {code !== null && <Trouble {...explain(code)} />}
      <FoundModels detected={detected} hasLooked={hasLooked} isLooking={isLooking} onLook={onLook} onUse={onUse} />
    </>
  );
}
