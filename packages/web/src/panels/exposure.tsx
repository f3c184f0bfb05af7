import type { Delivery, ToolTotals } from "@loop/contract";
import { useId } from "react";
import { Bar } from "../parts/bar.js";
import { DELIVERIES, EXPOSURE } from "../words/tools-words.js";

interface ExposureProps {
  readonly delivery: Delivery;
  readonly tokens: ToolTotals["tokens"];
  readonly onDelivery: (delivery: Delivery) => void;
}

const ORDER: readonly Delivery[] = ["direct", "announce", "codemode"];

/** One of three, each with what it costs in this account (ANN-02, ANN-03). */
export function Exposure({ delivery, tokens, onDelivery }: ExposureProps) {
  const name = useId();
  const most = Math.max(1, ...ORDER.map((one) => tokens[one]));
  return (
    <div role="radiogroup" aria-label={EXPOSURE.title} className="exposure">
      {ORDER.map((one) => {
        const words = DELIVERIES[one];
        return (
          <label key={one}>
            <input type="radio" name={name} checked={one === delivery} onChange={() => onDelivery(one)} />
            <span>
              <strong>{words.name}</strong>{" "}
              {words.isExperimental && <span className="tag">{EXPOSURE.experimental}</span>}
              <span className="says">
                {words.says} {words.costs}
              </span>
            </span>
            <Bar part={tokens[one]} whole={most} label={null} />
            <span className="num tokens">{EXPOSURE.tokens(tokens[one])}</span>
          </label>
        );
      })}
    </div>
  );
}
