import { visibleSegments } from "./visible-characters.js";

interface VisibleTextProps {
  readonly text: string;
  /** Line feeds and tabs stay what they are. */
  readonly keepsLines?: boolean;
}

/** Somebody else's text, as text: nothing in it is rendered, nothing in it is invisible. */
export function VisibleText({ text, keepsLines = false }: VisibleTextProps) {
  return visibleSegments(text, keepsLines).map((segment, index) =>
    segment.kind === "text" ? (
      segment.text
    ) : (
      // Segments have no identity but their place.
      <span key={index} className="hidden-mark">
        {segment.label}
      </span>
    ),
  );
}
