import type { CallTarget, SessionEvent } from "@loop/contract";
import {
  type Bus,
  type Clock,
  type ConversationRow,
  type HostSession,
  type ModelDriver,
  pause,
  type Stores,
  type TurnSetup,
} from "@loop/core/host";
import type { ComingTurn } from "../modes/server-mode.js";
import { failed, ok, type Result } from "../result.js";
import { repeat, settledWithin } from "../timers.js";
import { AccountPlaces } from "./account-places.js";
import type { LiveSessions, TakenSession } from "./live-sessions.js";
import { RunningTurn, type TurnWork } from "./running-turn.js";
import { titleFrom } from "./title.js";
import { stopTopic } from "./topics.js";

export interface TurnRunnerOptions {
  readonly stores: Stores;
  readonly sessions: LiveSessions;
  /** The account's model of this moment. */
  readonly model: (accountId: string) => Promise<Result<ModelDriver>>;
  /** What a coming turn alone works with; null for the session's own. */
  readonly setUp: (turn: ComingTurn) => Promise<Result<TurnSetup | null>>;
  readonly clock: Clock;
  readonly newId: () => string;
  /** Names this process among the owners of turns. */
  readonly owner: string;
  /** Milliseconds a turn stays its owner's without a beat. */
  readonly leaseMs: number;
  /** Of one account at once. */
  readonly mostTurns: number;
  /** No other process owns turns of these stores. */
  readonly isSoleOwner: boolean;
  readonly bus: Bus;
  readonly report: (line: string) => void;
}

export interface TurnPlace {
  readonly accountId: string;
  readonly conversationId: string;
}

interface Beginning {
  readonly conversation: ConversationRow;
  readonly origin: Extract<SessionEvent, { type: "turn-start" }>["origin"];
  readonly setup: TurnSetup | null;
  /** How often the account had been stopped before it was asked whether it may begin a turn. */
  readonly stops: number;
}

const LONGEST_TEXT = 400_000;
const TEND_MS = 3_000;
const STOP_MS = 5_000;
const STOP_RING_MS = 500;
const MOST_STOP_RINGS = 20;

/** Begins turns, keeps those of this process alive, and ends what others left behind. */
export class TurnRunner {
  readonly #options: TurnRunnerOptions;
  readonly #running = new Map<string, { readonly turn: RunningTurn; readonly over: Promise<void> }>();
  readonly #places: AccountPlaces;
  readonly #stops = new Map<string, number>();
  #isStopping = false;
  #stopTending: () => void = () => undefined;

  constructor(options: TurnRunnerOptions) {
    this.#options = options;
    this.#places = new AccountPlaces(options.mostTurns);
  }

  /** Ends the turns of earlier owners, before this process takes its first request (ASK-05). */
  async reapEarlier(): Promise<void> {
    await this.#options.stores.turns.reap({ owner: this.#options.owner, all: this.#options.isSoleOwner });
  }

  /** From now on abandoned turns and idle sessions are looked for. */
  start(): void {
    this.#stopTending = repeat(this.#options.clock, TEND_MS, () => this.#tend());
  }

  async startPrompt(
    place: TurnPlace,
    { text, spoken }: { readonly text: string; readonly spoken: boolean },
  ): Promise<Result<{ turnId: string }>> {
    if (text.trim() === "") return failed("text-empty");
    if (text.length > LONGEST_TEXT) return failed("text-too-long");
    const stops = this.#stopsOf(place.accountId);
    const conversation = await this.#conversation(place);
    if (!conversation.ok) return conversation;
    const model = await this.#options.model(place.accountId);
    if (!model.ok) return model;
    const setUp = await this.#options.setUp({ conversation: conversation.value, spoken, byHand: false });
    if (!setUp.ok) return setUp;
    const origin = { kind: "prompt", text, ...(spoken ? { spoken } : {}) } as const;
    const begun = await this.#begin(
      { conversation: conversation.value, origin, setup: setUp.value, stops },
      (session) => {
        session.setModel(model.value);
        return (host, signal) => session.runPrompt(text, host, signal);
      },
    );
    if (begun.ok) await this.#giveTitle(conversation.value, text);
    return begun;
  }

  /** One call by hand: the person picked the tool, and is asked like for any other call. */
  async startCall(
    place: TurnPlace,
    call: { readonly tool: CallTarget; readonly args: unknown },
  ): Promise<Result<{ turnId: string; callId: string }>> {
    const stops = this.#stopsOf(place.accountId);
    const conversation = await this.#conversation(place);
    if (!conversation.ok) return conversation;
    const setUp = await this.#options.setUp({ conversation: conversation.value, spoken: false, byHand: true });
    if (!setUp.ok) return setUp;
    const callId = this.#options.newId();
    const origin = { kind: "call", tool: call.tool } as const;
    const begun = await this.#begin(
      { conversation: conversation.value, origin, setup: setUp.value, stops },
      (session) => {
        return (host, signal) => session.runCall({ callId, ...call }, host, signal);
      },
    );
    return begun.ok ? ok({ turnId: begun.value.turnId, callId }) : begun;
  }

  /** A turn that is over already stays as it is. */
  async cancel(accountId: string, turnId: string): Promise<Result<Record<string, never>>> {
    const found = await this.#options.stores.turns.find(accountId, turnId);
    if (found === null) return failed("turn-unknown");
    const own = this.#running.get(turnId);
    own?.turn.cancel();
    if (own === undefined && found.running) void this.#stopElsewhere(accountId, turnId); // reports itself
    return ok({});
  }

  /** Accounts with a turn in this process. */
  accounts(): ReadonlySet<string> {
    return new Set([...this.#running.values()].map(({ turn }) => turn.lease.accountId));
  }

  /** A bell may be lost, so it is rung until the turn is over, within reason. */
  async #stopElsewhere(accountId: string, turnId: string): Promise<void> {
    const { bus, clock, stores, report } = this.#options;
    try {
      for (let ring = 0; ring < MOST_STOP_RINGS; ring += 1) {
        bus.publish({ topic: stopTopic(turnId), id: turnId });
        await pause({ clock, ms: STOP_RING_MS });
        if ((await stores.turns.find(accountId, turnId))?.running !== true) return;
      }
    } catch {
      report("A turn of another server could not be stopped.");
    }
  }

  /** Stops what runs in a conversation that is about to go, and waits for its end. */
  async stopConversation(conversationId: string): Promise<void> {
    const running = [...this.#running.values()].filter(({ turn }) => turn.lease.conversationId === conversationId);
    for (const { turn } of running) turn.cancel();
    await this.#settled(running.map(({ over }) => over));
    await this.#options.sessions.dispose(conversationId);
  }

  /** Ends what runs for an account that may not go on; its turns end as interrupted. */
  async stopAccount(accountId: string): Promise<void> {
    this.#stops.set(accountId, this.#stopsOf(accountId) + 1);
    const running = [...this.#running.values()].filter(({ turn }) => turn.lease.accountId === accountId);
    for (const { turn } of running) turn.interrupt();
    await this.#settled(running.map(({ over }) => over));
    for (const { turn } of running) await this.#options.sessions.dispose(turn.lease.conversationId);
  }

  /** Ends every turn of this process as interrupted, within seconds. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#stopTending();
    const running = [...this.#running.values()];
    for (const { turn } of running) turn.interrupt();
    await this.#settled(running.map(({ over }) => over));
    await this.#options.sessions.disposeAll();
  }

  async #conversation({ accountId, conversationId }: TurnPlace): Promise<Result<ConversationRow>> {
    if (this.#isStopping) return failed("busy");
    const conversation = await this.#options.stores.conversations.get(accountId, conversationId);
    if (conversation === null) return failed("conversation-unknown");
    return conversation.runningTurnId === null ? ok(conversation) : failed("turn-running");
  }

  async #begin(
    { conversation, origin, setup, stops }: Beginning,
    plan: (session: HostSession) => TurnWork,
  ): Promise<Result<{ turnId: string }>> {
    const { stores, bus, clock, newId, owner, leaseMs, report } = this.#options;
    // Before the turn is stored, so that the session's history ends where this turn begins.
    const taken = await this.#take(conversation);
    if (taken === null) return failed("busy");
    const turnId = newId();
    const begun = await stores.turns
      .begin({
        turnId,
        conversationId: conversation.id,
        accountId: conversation.accountId,
        parentTurnId: null,
        owner,
        leaseMs,
        events: [{ type: "turn-start", turnId, at: clock.isoNow(), origin }],
        messages: [],
      })
      .catch((error: unknown) => {
        taken.release();
        throw error;
      });
    if (begun === null) {
      taken.release();
      return failed("turn-running");
    }
    const turn = new RunningTurn({ lease: begun.lease, leaseMs, turns: stores.turns, setup, clock, report });
    // The account may have been suspended since it was asked whether it may begin a turn.
    if (this.#isStopping || this.#stopsOf(conversation.accountId) !== stops) turn.interrupt();
    // Not awaited: a bell that cannot be heard yet holds up no turn, and is rung again.
    const listening = bus.subscribe(stopTopic(turnId), () => turn.cancel());
    const over = this.#run(turn, plan(taken.session), taken).finally(() => endListening(listening));
    this.#running.set(turnId, { turn, over });
    return ok({ turnId });
  }

  /** Null when the account has as many turns as it may. */
  async #take(conversation: ConversationRow): Promise<TakenSession | null> {
    const leave = this.#places.take(conversation.accountId);
    if (leave === null) return null;
    try {
      const { session, release } = await this.#options.sessions.take(conversation);
      return {
        session,
        release: () => {
          release();
          leave();
        },
      };
    } catch (error) {
      leave();
      throw error;
    }
  }

  #stopsOf(accountId: string): number {
    return this.#stops.get(accountId) ?? 0;
  }

  async #run(turn: RunningTurn, work: TurnWork, taken: TakenSession): Promise<void> {
    const { turnId, conversationId } = turn.lease;
    const isWhole = await turn.run(work);
    this.#running.delete(turnId);
    taken.release();
    // What the session remembers of a lost turn may not be what is stored.
    if (!isWhole) await this.#options.sessions.dispose(conversationId);
  }

  async #giveTitle(conversation: ConversationRow, text: string): Promise<void> {
    if (conversation.title !== "") return;
    const { accountId, id } = conversation;
    const { stores, report } = this.#options;
    await stores.conversations
      .update(accountId, id, { title: titleFrom(text) })
      .catch(() => report("A conversation could not be given its title.")); // the turn runs all the same
  }

  /** Own turns first: after a moment in which nothing ran at all, they must not look abandoned. */
  async #tend(): Promise<void> {
    const { stores, sessions, owner, report } = this.#options;
    try {
      await Promise.all([...this.#running.values()].map(({ turn }) => turn.beat()));
      await stores.turns.reap({ owner, all: false });
      await sessions.disposeIdle();
    } catch {
      report("Abandoned turns could not be looked for; this is tried again.");
    }
  }

  async #settled(work: readonly Promise<void>[]): Promise<void> {
    await settledWithin(this.#options.clock, STOP_MS, Promise.allSettled(work));
  }
}

function endListening(listening: Promise<() => void>): void {
  listening.then((end) => end()).catch(() => undefined); // what never listened has nothing to end
}
