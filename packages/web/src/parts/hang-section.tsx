import type { ReactNode } from "react";

interface HangSectionProps {
  readonly title: string;
  readonly aside?: string;
  readonly isFirst?: boolean;
  readonly children: ReactNode;
}

/** A part of a settings page: its name and a word about it hang beside it. */
export function HangSection({ title, aside, isFirst = false, children }: HangSectionProps) {
  return (
    <section className={isFirst ? "hang open" : "hang"}>
      <div>
        <h2>{title}</h2>
        {aside !== undefined && <p className="aside">{aside}</p>}
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}
