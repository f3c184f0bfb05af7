import type { ReactNode } from "react";

/** Squares are connections, rings are calls; every shape is told apart without colour. */
export type Shape =
  | "disabled"
  | "queued"
  | "connecting"
  | "refreshing"
  | "ready"
  | "error"
  | "suspended"
  | "asked"
  | "running"
  | "allowed"
  | "denied"
  | "expired"
  | "cancelled"
  | "revoked"
  | "failed"
  | "unreachable"
  | "interrupted"
  | "builtin"
  | "notice";

const square = <rect x="2" y="2" width="12" height="12" rx="2.5" />;
const disc = <circle className="solid" cx="8" cy="8" r="7" />;
const ring = <circle cx="8" cy="8" r="6.2" />;

const SHAPES: Readonly<Record<Shape, ReactNode>> = {
  disabled: (
    <>
      {square}
      <path d="M5.5 8h5" />
    </>
  ),
  queued: (
    <>
      {square}
      <path d="M5.2 8h.01M8 8h.01M10.8 8h.01" strokeWidth="2" />
    </>
  ),
  connecting: (
    <>
      <rect x="2" y="2" width="12" height="12" rx="2.5" opacity=".35" />
      <path d="M8 2h3.5A2.5 2.5 0 0 1 14 4.5V8" />
    </>
  ),
  refreshing: (
    <>
      <path d="M2 9V4.5A2.5 2.5 0 0 1 4.5 2H10M14 7v4.5a2.5 2.5 0 0 1-2.5 2.5H6" />
      <path d="m8.4.6 1.8 1.4-1.8 1.5M7.6 12.5 5.8 14l1.8 1.4" />
    </>
  ),
  ready: (
    <>
      <rect className="solid" x="1.2" y="1.2" width="13.6" height="13.6" rx="3" />
      <path className="cut" d="m5 8.3 2.1 2.1 4-4.6" />
    </>
  ),
  error: (
    <>
      <path
        className="solid"
        d="M6.7 1.3a1.8 1.8 0 0 1 2.6 0l5.4 5.4a1.8 1.8 0 0 1 0 2.6l-5.4 5.4a1.8 1.8 0 0 1-2.6 0L1.3 9.3a1.8 1.8 0 0 1 0-2.6Z"
      />
      <path className="cut" d="M8 4.8v3.6M8 11v.01" strokeWidth="1.8" />
    </>
  ),
  suspended: (
    <>
      {square}
      <path d="M6.4 5.6v4.8M9.6 5.6v4.8" />
    </>
  ),
  asked: (
    <>
      <path d="M13.98 7.5A6 6 0 1 1 9.55 2.2" />
      <circle className="solid" cx="8" cy="8" r="1.7" />
    </>
  ),
  running: (
    <>
      <circle cx="8" cy="8" r="6" opacity=".35" />
      <path d="M8 2a6 6 0 0 1 6 6" />
    </>
  ),
  allowed: (
    <>
      {disc}
      <path className="cut" d="m5.2 8.3 2 2 3.8-4.3" />
    </>
  ),
  denied: (
    <>
      {disc}
      <path className="cut" d="M4.8 8h6.4" />
    </>
  ),
  expired: (
    <>
      <circle cx="8" cy="8" r="6.2" strokeDasharray="2.4 2.47" />
      <path d="M8 5v3.2l2 1.3" />
    </>
  ),
  cancelled: (
    <>
      {ring}
      <rect className="solid" x="5.6" y="5.6" width="4.8" height="4.8" rx=".8" />
    </>
  ),
  revoked: <path d="M4.1 11.6A5.8 5.8 0 0 1 11.6 4.1M12.9 5.9A5.8 5.8 0 0 1 5.9 12.9M2.3 13.7 13.7 2.3" />,
  failed: (
    <>
      {ring}
      <path d="m5.8 5.8 4.4 4.4M10.2 5.8l-4.4 4.4" />
    </>
  ),
  unreachable: (
    <>
      <path d="M5.6 3A5.5 5.5 0 0 0 5.6 13M10.4 3a5.5 5.5 0 0 1 0 10" />
      <path d="M8 5.2v.01M8 8v.01M8 10.8v.01" strokeWidth="2" />
    </>
  ),
  interrupted: <path d="M2.6 6.4a5.7 5.7 0 0 1 10.8 0M13.4 9.6a5.7 5.7 0 0 1-10.8 0" />,
  builtin: <circle className="solid" cx="8" cy="8" r="2.6" />,
  notice: <path d="M4.5 8h7" />,
};

const TURNING: readonly Shape[] = ["connecting", "refreshing", "running"];

interface GlyphProps {
  readonly shape: Shape;
  readonly isBig?: boolean;
}

/** Decoration only: the word beside it says the same. */
export function Glyph({ shape, isBig = false }: GlyphProps) {
  const turns = TURNING.includes(shape) ? " turns" : "";
  return (
    <svg className={`g${isBig ? " big" : ""}${turns}`} viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[shape]}
    </svg>
  );
}

interface StatusProps {
  readonly shape: Shape;
  readonly word: string;
  readonly hasGlyph?: boolean;
}

export function Status({ shape, word, hasGlyph = true }: StatusProps) {
  return (
    <span className={`st st-${shape} num`}>
      {hasGlyph && <Glyph shape={shape} />}
      {word}
    </span>
  );
}
