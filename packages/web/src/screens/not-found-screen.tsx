import { Brand } from "../parts/brand.js";
import { Link } from "../parts/navigation.js";
import { APP } from "../words/app-words.js";
import { PATHS } from "../words/paths.js";

export function NotFoundScreen() {
  return (
    <div className="alone">
      <main id="content">
        <Brand name={APP.name} href={PATHS.home} />
        <h1>{APP.notFoundTitle}</h1>
        <p className="lede">{APP.notFoundText}</p>
        <p className="row wrap alone-acts">
          <Link className="btn" href={PATHS.home}>
            {APP.backHome}
          </Link>
        </p>
      </main>
    </div>
  );
}
