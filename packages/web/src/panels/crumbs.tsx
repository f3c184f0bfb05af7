import { CaretRightIcon } from "@phosphor-icons/react/dist/csr/CaretRight";
import { Link } from "../parts/navigation.js";

export interface Crumb {
  readonly word: string;
  readonly href?: string;
}

export function Crumbs({ crumbs }: { readonly crumbs: readonly Crumb[] }) {
  return (
    <nav className="crumb" aria-label={crumbs[0]?.word}>
      <ol>
        {crumbs.map((crumb, index) => (
          <li key={crumb.word}>
            {index > 0 && <CaretRightIcon className="i small" aria-hidden="true" />}
            {crumb.href === undefined ? <span>{crumb.word}</span> : <Link href={crumb.href}>{crumb.word}</Link>}
          </li>
        ))}
      </ol>
    </nav>
  );
}
