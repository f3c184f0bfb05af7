import type { SessionEvent } from "@loop/contract";
import { renderCard } from "./render-card.js";
import { EventRenderer } from "./render-events.js";
import { RunningCalls } from "./running-calls.js";
import type { Screen } from "./screen.js";
import type { ScriptShelf } from "./script-shelf.js";
import type { Style } from "./style.js";
import type { OpenQuestion } from "./terminal-approvals.js";
import { pause } from "./timers.js";
import { VisibleStream } from "./visible-text.js";

export interface TurnViewParts {
  readonly screen: Screen;
  readonly style: Style;
  readonly shelf: ScriptShelf;
  readonly nowMs: () => number;
  /** The question with this id while it is open. */
  readonly question: (requestId: string) => OpenQuestion | null;
}

const LOOK_EVERY_MS = 500;

/** Shows the events of one turn after the other: text, calls, cards, and what takes long. */
export class TurnView {
  readonly #parts: TurnViewParts;
  readonly #renderer: EventRenderer;
  readonly #running = new RunningCalls();
  /** Questions whose event came before their handler was asked, or the other way round. */
  readonly #halfShown = new Set<string>();

  constructor(parts: TurnViewParts) {
    this.#parts = parts;
    this.#renderer = new EventRenderer(parts.style, parts.shelf);
  }

  async showTurn(events: AsyncIterable<SessionEvent>): Promise<void> {
    const over = new AbortController();
    const watch = this.#watch(over.signal);
    try {
      await this.#show(events);
    } finally {
      over.abort();
      await watch;
      this.#halfShown.clear();
    }
  }

  /** A card stands below the call it is about: it is shown once both its event and its question are there. */
  showCard(requestId: string): void {
    const { screen, style, nowMs, question } = this.#parts;
    if (!this.#halfShown.delete(requestId)) {
      this.#halfShown.add(requestId);
      return;
    }
    const open = question(requestId);
    if (open === null) return;
    const script = this.#renderer.scriptNameOf(open.request.callId);
    screen.print(renderCard(open, { style, nowMs: nowMs(), script }));
    screen.invite();
  }

  async #show(events: AsyncIterable<SessionEvent>): Promise<void> {
    const { screen, nowMs } = this.#parts;
    const text = new VisibleStream();
    for await (const event of events) {
      this.#running.hear(event, nowMs());
      if (event.type === "text-delta") {
        screen.stream(text.push(event.text));
        continue;
      }
      if (event.type === "reasoning-delta") continue;
      screen.status(null);
      screen.stream(text.end());
      screen.endStream();
      if (event.type === "approval-request") this.showCard(event.request.id);
      screen.print(this.#renderer.lines(event));
    }
  }

  async #watch(signal: AbortSignal): Promise<void> {
    const { screen, nowMs } = this.#parts;
    while (!signal.aborted) {
      await pause(LOOK_EVERY_MS, signal);
      screen.status(signal.aborted ? null : this.#running.row(nowMs()));
    }
  }
}
