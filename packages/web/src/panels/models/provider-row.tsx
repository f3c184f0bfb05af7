import type { ProviderView } from "@loop/contract";
import { useId } from "react";
import { Status } from "../../parts/glyph.js";
import { Trouble } from "../../parts/trouble.js";
import { VisibleText } from "../../parts/visible-text.js";
import { explain } from "../../words/errors.js";
import { addressWords, MODELS, providerName, providerState } from "../../words/model-words.js";
import { ModelList, type ModelListProps } from "./model-list.js";
import { ProviderForm, type ProviderFormProps } from "./provider-form.js";

/** The list of one provider: read, being read, or why it was not. */
export type Listing =
  | { readonly kind: "reading" }
  | { readonly kind: "read"; readonly models: ModelListProps["models"] }
  | { readonly kind: "failed"; readonly code: string };

interface ProviderRowProps extends ProviderFormProps, Omit<ModelListProps, "models"> {
  readonly view: ProviderView;
  readonly isOpen: boolean;
  readonly listing: Listing | null;
  readonly onOpen: (isOpen: boolean) => void;
  readonly onList: () => void;
}

/** One provider: whether it can be used, and behind a press its key, its address and its models. */
export function ProviderRow(props: ProviderRowProps) {
  const { view, isOpen, onOpen } = props;
  const name = providerName(view.id);
  const id = useId();
  const { shape, word } = providerState(view);
  return (
    <li className="provider" data-provider={view.id}>
      <div className="provider-head">
        <div>
          <h3>{name}</h3>
          <span className="note">
            {view.address !== null && (
              <>
                <code className="breaks">
                  <VisibleText text={view.address.url} />
                </code>
                {", "}
              </>
            )}
            {addressWords(view)}
          </span>
        </div>
        <Status shape={shape} word={word} />
        <button
          type="button"
          className="btn small"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={isOpen ? MODELS.closeLabel(name) : MODELS.setUpLabel(name)}
          onClick={() => onOpen(!isOpen)}
        >
          {isOpen ? MODELS.close : MODELS.setUp}
        </button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Opened {...props} />}
      </div>
    </li>
  );
}

function Opened(props: ProviderRowProps) {
  const { view, listing, onList } = props;
  return (
    <div className="stack provider-body">
      <ProviderForm {...props} />
      {view.code === null && (
        <div>
          <button type="button" className="btn" disabled={listing?.kind === "reading"} onClick={onList}>
            {listing?.kind === "reading" ? MODELS.listing : MODELS.list}
          </button>
        </div>
      )}
      {listing?.kind === "failed" && <Trouble {...explain(listing.code)} />}
      {listing?.kind === "read" && <ModelList {...props} models={listing.models} />}
    </div>
  );
}
