import { Glyph } from "../parts/glyph.js";
import { Quote } from "../parts/quote.js";
import { VisibleText } from "../parts/visible-text.js";
import { ADD } from "../words/tools-words.js";

/** What a test or an addition found: the names are the part worth reading (SRV-03). */
export function FoundTools({ names }: { readonly names: readonly string[] }) {
  return (
    <section className="found-tools panel" aria-label={ADD.found(names.length)}>
      <p className="row" role="status">
        <span className="st-ready">
          <Glyph shape="ready" />
        </span>
        <strong>{ADD.found(names.length)}</strong>
      </p>
      {names.length > 0 && (
        <>
          <p className="dim">{ADD.foundSays}</p>
          <Quote source={ADD.foundWords}>
            <ToolNames names={names} />
          </Quote>
        </>
      )}
    </section>
  );
}

/** Names of tools, verbatim. */
export function ToolNames({ names }: { readonly names: readonly string[] }) {
  return (
    <ul className="tool-names" tabIndex={0} aria-label={ADD.foundWords}>
      {names.map((name) => (
        <li key={name}>
          <code>
            <VisibleText text={name} />
          </code>
        </li>
      ))}
    </ul>
  );
}
