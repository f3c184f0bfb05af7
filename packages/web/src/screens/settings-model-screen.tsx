import { ModelWays } from "../panels/model-ways.js";
import { useServices, useValue } from "../state/use-services.js";
import { explain } from "../words/errors.js";
import { FIRST } from "../words/first-words.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { SettingsFrame } from "./settings-frame.js";
import { useModelWays } from "./use-model-ways.js";

export function SettingsModelScreen() {
  const { appState } = useServices();
  const model = useValue(appState.store).value?.model ?? null;
  const ways = useModelWays();
  return (
    <SettingsFrame page="model" narrowBack={{ href: PATHS.home, word: SERVERS.back }}>
      <div className="scroll">
        <div className="page">
          <h1>{FIRST.modelTitle}</h1>
          <p className="lede">
            {FIRST.modelLede} {model === null ? FIRST.noneYet : modelSentence(model)}
          </p>
          <ModelWays {...ways} />
        </div>
      </div>
    </SettingsFrame>
  );
}

function modelSentence(model: {
  readonly reference: string;
  readonly ready: boolean;
  readonly code?: string | undefined;
}): string {
  if (model.ready) return FIRST.ledeReady(model.reference);
  const reason = model.code === undefined ? "" : ` ${explain(model.code).sentence} ${explain(model.code).nextStep}`;
  return `${FIRST.ledeBroken(model.reference)}${reason}`;
}
