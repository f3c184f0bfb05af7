import type { AccountServerView, ToolSettings, ToolTotals } from "@loop/contract";
import { WarningIcon } from "@phosphor-icons/react/dist/csr/Warning";
import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Bar } from "../parts/bar.js";
import { VisibleText } from "../parts/visible-text.js";
import { CAP } from "../words/tools-words.js";
import { largestGroup } from "./largest-group.js";

interface ToolCapProps {
  readonly settings: Pick<ToolSettings, "toolCap" | "delivery">;
  readonly totals: ToolTotals;
  readonly servers: readonly AccountServerView[];
  readonly onCap: (cap: number) => void;
}

const WARNS_PAST = 100;

/** How many tools reach the model, and what that means for every request (CAP-01, CAP-02). */
export function ToolCap({ settings, totals, servers, onCap }: ToolCapProps) {
  const { toolCap, delivery } = settings;
  const isDirect = delivery === "direct";
  return (
    <div className="stack tight">
      <CapField key={toolCap} cap={toolCap} onCap={onCap}>
        <span className="dim num">{CAP.now(totals.ready, toolCap)}</span>
      </CapField>
      <Bar
        part={Math.min(totals.ready, toolCap)}
        whole={toolCap}
        mark={WARNS_PAST}
        label={CAP.meter(totals.ready, toolCap)}
      />
      <Scale cap={toolCap} />
      {!isDirect && <p className="note">{CAP.announced}</p>}
      {isDirect && toolCap > WARNS_PAST && totals.offered <= WARNS_PAST && <p className="note">{CAP.quiet}</p>}
      {isDirect && totals.offered > WARNS_PAST && <RidesAlong offered={totals.offered} servers={servers} />}
      {isDirect && totals.ready > totals.offered && <p>{CAP.dropped(totals.ready - totals.offered)}</p>}
    </div>
  );
}

/** The words of the bar, each under its place; near an end the end's own number has the room. */
function Scale({ cap }: { readonly cap: number }) {
  const at = (WARNS_PAST / cap) * 100;
  return (
    <svg className="note num meter-scale" aria-hidden="true">
      <text x="0" y="12">
        0
      </text>
      {at >= 12 && at <= 80 && (
        <text x={`${at}%`} y="12" textAnchor="middle">
          {CAP.warnsAt}
        </text>
      )}
      <text x="100%" y="12" textAnchor="end">
        {cap}
      </text>
    </svg>
  );
}

interface CapFieldProps {
  readonly cap: number;
  readonly onCap: (cap: number) => void;
  readonly children: ReactNode;
}

/** Saved when the field is left or Enter is pressed; a number that cannot be is said and not sent. */
function CapField({ cap, onCap, children }: CapFieldProps) {
  const id = useId();
  const [text, setText] = useState(String(cap));
  const wanted = Number(text);
  const isRight = Number.isInteger(wanted) && wanted >= 1 && wanted <= 2000;
  const save = () => {
    if (isRight && wanted !== cap) onCap(wanted);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <form className="field" noValidate onSubmit={submit}>
      <label htmlFor={id}>{CAP.field}</label>
      <div className="row wrap cap-row">
        <input
          id={id}
          className="input num"
          inputMode="numeric"
          value={text}
          autoComplete="off"
          aria-invalid={!isRight}
          aria-describedby={isRight ? undefined : `${id}-note`}
          onChange={(event) => setText(event.target.value)}
          onBlur={save}
        />
        {children}
      </div>
      {!isRight && (
        <span id={`${id}-note`} className="hint bad">
          {CAP.wrong}
        </span>
      )}
    </form>
  );
}

interface RidesAlongProps {
  readonly offered: number;
  readonly servers: readonly AccountServerView[];
}

function RidesAlong({ offered, servers }: RidesAlongProps) {
  const largest = largestGroup(servers);
  return (
    <div className="warnbox hatch" role="note">
      <WarningIcon className="i" aria-hidden="true" />
      <p>
        <strong>{CAP.warn(offered)}</strong>{" "}
        <span className="dim">
          {largest !== null && (
            <>
              {CAP.warnGroup.before}
              <code>
                <VisibleText text={largest.group} />
              </code>
              {CAP.warnGroup.after(largest.label, largest.toolCount)}
            </>
          )}
          {CAP.warnGroups}
        </span>
      </p>
    </div>
  );
}
