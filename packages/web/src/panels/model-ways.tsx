import type { DetectedModel } from "@loop/contract";
import { CpuIcon } from "@phosphor-icons/react/dist/csr/Cpu";
import { HandPointingIcon } from "@phosphor-icons/react/dist/csr/HandPointing";
import { KeyIcon } from "@phosphor-icons/react/dist/csr/Key";
import { Link } from "../parts/navigation.js";
import { Trouble } from "../parts/trouble.js";
import { explain } from "../words/errors.js";
import { FIRST } from "../words/first-words.js";
import { PATHS } from "../words/paths.js";

export interface ModelWaysProps {
  readonly detected: readonly DetectedModel[];
  readonly hasLooked: boolean;
  readonly isLooking: boolean;
  /** Beginning without a model is offered only where there is none. */
  readonly hasModel: boolean;
  readonly isStarting: boolean;
  readonly code: string | null;
  readonly onLook: () => void;
  /** `foundAt` is the address of a server on this computer. */
  readonly onUse: (reference: string, foundAt?: string) => void;
  /** Adds the sample server and goes on to running a tool by hand. */
  readonly onStart: () => void;
}

/** The ways to begin, each said as it is: what was found, what was not, and what needs no model. */
export function ModelWays(props: ModelWaysProps) {
  return (
    <>
      {props.code !== null && <Trouble {...explain(props.code)} />}
      <ol className="ways">
        <li>
          <CpuIcon className="i" aria-hidden="true" />
          <div>
            <h2>{FIRST.here}</h2>
            <p>{props.detected.length > 0 ? FIRST.found : props.hasLooked ? FIRST.looked : FIRST.notLooked}</p>
            {props.detected.length > 0 && <Found detected={props.detected} onUse={props.onUse} />}
            {props.detected.length === 0 && props.hasLooked && <Commands lines={FIRST.ollamaCommands} />}
          </div>
          <div className="acts">
            <button type="button" className="btn" disabled={props.isLooking} onClick={props.onLook}>
              {props.isLooking ? FIRST.looking : props.hasLooked ? FIRST.lookAgain : FIRST.look}
            </button>
          </div>
        </li>
        <li>
          <KeyIcon className="i" aria-hidden="true" />
          <div>
            <h2>{FIRST.provider}</h2>
            <p>{FIRST.providerText}</p>
          </div>
          <div className="acts">
            <Link className="btn" href={PATHS.model}>
              {FIRST.enterKey}
            </Link>
          </div>
        </li>
        {!props.hasModel && (
          <li>
            <HandPointingIcon className="i" aria-hidden="true" />
            <div>
              <h2>{FIRST.byHand}</h2>
              <p>{FIRST.byHandText}</p>
            </div>
            <div className="acts">
              <button type="button" className="btn ink" disabled={props.isStarting} onClick={props.onStart}>
                {props.isStarting ? FIRST.starting : FIRST.start}
              </button>
            </div>
          </li>
        )}
      </ol>
    </>
  );
}

/** Models as they were found, each with where. */
export function Found({ detected, onUse }: Pick<ModelWaysProps, "detected" | "onUse">) {
  return (
    <ul className="found">
      {detected.map((model) => (
        <li key={`${model.reference} ${model.source}`}>
          <span className="grow">
            <code className="breaks">{model.reference}</code>
            <br />
            <span className="note">
              {model.source === "environment" ? FIRST.fromEnvironment : FIRST.at(model.source)}
            </span>
          </span>
          <button
            type="button"
            className="btn small"
            aria-label={FIRST.useLabel(model.reference)}
            onClick={() => onUse(model.reference, model.source === "environment" ? undefined : model.source)}
          >
            {FIRST.use}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Lines for a terminal. */
export function Commands({ lines }: { readonly lines: readonly string[] }) {
  return (
    <pre className="cmd">
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </pre>
  );
}
