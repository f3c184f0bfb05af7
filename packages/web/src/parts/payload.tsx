import { memo, type ReactNode } from "react";
import type { JsonLine, PartKind } from "./json-lines.js";

const CLASSES: Readonly<Record<PartKind, string>> = {
  key: "k",
  string: "v",
  literal: "n",
  mark: "",
  escape: "esc",
  hidden: "hidden-mark",
  comment: "esc",
  keyword: "n",
};

interface PayloadProps {
  readonly lines: readonly JsonLine[];
  readonly label: string;
  readonly head: ReactNode;
  readonly foot?: ReactNode;
  /** A landmark of its own; there may be only one of a name on a page. */
  readonly isRegion?: boolean;
}

/** Exactly what is sent: complete, wrapped, one numbered line a line of JSON. */
export const Payload = memo(function Payload({ lines, label, head, foot, isRegion = false }: PayloadProps) {
  return (
    <div className="payload">
      <header>{head}</header>
      <pre tabIndex={0} role={isRegion ? "region" : "group"} aria-label={label}>
        {lines.map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </pre>
      {foot !== undefined && <footer>{foot}</footer>}
    </div>
  );
});

function Line({ line }: { readonly line: JsonLine }) {
  return (
    <span className={line.depth === 0 ? "ln" : `ln in${Math.min(line.depth, 8)}`}>
      {line.parts.map((part, index) => (
        <span key={index} className={CLASSES[part.kind]}>
          {part.text}
        </span>
      ))}
      {"\n"}
    </span>
  );
}
