import { ModelWays } from "../panels/model-ways.js";
import { Brand } from "../parts/brand.js";
import { APP } from "../words/app-words.js";
import { FIRST } from "../words/first-words.js";
import { PATHS } from "../words/paths.js";
import { ConnectionLine } from "./shell.js";
import { useModelWays } from "./use-model-ways.js";

/** Nothing is connected yet, and that is what it says. */
export function FirstRunScreen() {
  const ways = useModelWays();
  return (
    <div className="alone">
      <main id="content">
        <Brand name={APP.name} href={PATHS.home} />
        <ConnectionLine />
        <h1>{FIRST.title}</h1>
        <p className="lede">{FIRST.ledeNone}</p>
        <ModelWays {...ways} />
        <p className="note">{FIRST.nothingSent}</p>
      </main>
    </div>
  );
}
