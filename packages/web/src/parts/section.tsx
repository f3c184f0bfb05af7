import type { ReactNode } from "react";

interface SectionProps {
  readonly title: string;
  readonly aside?: string;
  readonly children: ReactNode;
}

/** A part of a settings page: its name hangs beside what is in it. */
export function Section({ title, aside, children }: SectionProps) {
  return (
    <section className="hang">
      <div>
        <h2>{title}</h2>
        {aside !== undefined && <p className="aside">{aside}</p>}
      </div>
      <div className="stack">{children}</div>
    </section>
  );
}
