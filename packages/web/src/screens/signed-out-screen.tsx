import { Brand } from "../parts/brand.js";
import { useServices } from "../state/use-services.js";
import { APP } from "../words/app-words.js";
import { PATHS } from "../words/paths.js";

/** The session ended while the page was open, or this browser never opened the link. */
export function SignedOutScreen() {
  const { wake } = useServices();
  return (
    <div className="alone">
      <main id="content">
        <Brand name={APP.name} href={PATHS.home} />
        <h1>{APP.signedOutTitle}</h1>
        <p className="lede">{APP.signedOutText}</p>
        <p className="note alone-hint">{APP.signedOutHint}</p>
        <p className="row wrap alone-acts">
          <button type="button" className="btn" onClick={wake}>
            {APP.checkAgain}
          </button>
        </p>
      </main>
    </div>
  );
}
