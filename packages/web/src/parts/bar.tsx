interface BarProps {
  readonly part: number;
  readonly whole: number;
  /** Where on the whole something begins to be said; null for no mark. */
  readonly mark?: number | null;
  /** Null where the number stands beside it. */
  readonly label: string | null;
}

/** How much of a whole, as a bar; the number is always said in words too. */
export function Bar({ part, whole, mark = null, label }: BarProps) {
  const at = (value: number) => `${whole <= 0 ? 0 : Math.min(100, (value / whole) * 100)}%`;
  return (
    <svg className="meter" {...(label === null ? { "aria-hidden": true } : { role: "img", "aria-label": label })}>
      <rect className="meter-part" width={at(part)} height="100%" />
      {mark !== null && mark < whole && <line className="meter-mark" x1={at(mark)} x2={at(mark)} y1="0" y2="100%" />}
    </svg>
  );
}
