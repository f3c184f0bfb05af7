import type { Clock, ConversationRow, ConversationStore, HostSession, Message } from "@loop/core/host";

export interface LiveSessionsOptions {
  readonly conversations: Pick<ConversationStore, "messages">;
  readonly clock: Clock;
  /** False: each turn opens its own, because the one before may have run in another process. */
  readonly keepsSessions: boolean;
  readonly open: (conversation: ConversationRow, history: readonly Message[]) => Promise<HostSession>;
}

/** A session taken for one turn. */
export interface TakenSession {
  readonly session: HostSession;
  /** Called once, when the turn is over. */
  release(): void;
}

interface Live {
  readonly session: Promise<HostSession>;
  usedAt: number;
  turns: number;
}

const IDLE_MS = 30 * 60_000;
/** Each holds its conversation's whole history. */
const MOST_IDLE = 100;

/** At most one live session a conversation. It holds the grants, so that they last from one prompt to the next (GRT-02). */
export class LiveSessions {
  readonly #options: LiveSessionsOptions;
  readonly #live = new Map<string, Live>();

  constructor(options: LiveSessionsOptions) {
    this.#options = options;
  }

  /** The session, for one turn: until its release it is not disposed as idle. */
  async take(conversation: ConversationRow): Promise<TakenSession> {
    const kept = this.#options.keepsSessions ? this.#live.get(conversation.id) : undefined;
    const live = kept ?? this.#start(conversation);
    live.turns += 1;
    const release = (): void => {
      live.turns -= 1;
      live.usedAt = this.#options.clock.now();
      if (!this.#options.keepsSessions) void this.#end(conversation.id, live); // never rejects
    };
    try {
      return { session: await live.session, release };
    } catch (error) {
      if (this.#live.get(conversation.id) === live) this.#live.delete(conversation.id);
      throw error;
    }
  }

  /** Null where none is live: then there are no grants either. */
  async find(conversationId: string): Promise<HostSession | null> {
    return (await this.#live.get(conversationId)?.session) ?? null;
  }

  /** The ids of conversations whose session is live. */
  get conversationIds(): readonly string[] {
    return [...this.#live.keys()];
  }

  /** Ends the session and its grants. The next turn opens a new one from what is stored. */
  async dispose(conversationId: string): Promise<void> {
    const live = this.#live.get(conversationId);
    this.#live.delete(conversationId);
    await (await live?.session)?.dispose();
  }

  async disposeAll(): Promise<void> {
    await Promise.allSettled([...this.#live.keys()].map((id) => this.dispose(id)));
  }

  /** Frees what nobody used for a while, and of many those used longest ago. A session that holds grants stays: a person allowed them for as long as it lives. */
  async disposeIdle(): Promise<void> {
    const before = this.#options.clock.now() - IDLE_MS;
    const idle = [...this.#live].filter(([, { turns }]) => turns === 0).sort(([, a], [, b]) => b.usedAt - a.usedAt);
    for (const [place, [id, live]] of idle.entries()) {
      if (place < MOST_IDLE && live.usedAt > before) continue;
      const session = await live.session;
      if (live.turns === 0 && session.grants().length === 0) await this.dispose(id);
    }
  }

  async #end(conversationId: string, live: Live): Promise<void> {
    if (this.#live.get(conversationId) === live) this.#live.delete(conversationId);
    await live.session.then((session) => session.dispose()).catch(() => undefined); // it is gone either way
  }

  #start(conversation: ConversationRow): Live {
    const session = this.#options.conversations
      .messages(conversation.accountId, conversation.id)
      .then((history) => this.#options.open(conversation, history));
    const live: Live = { session, usedAt: this.#options.clock.now(), turns: 0 };
    this.#live.set(conversation.id, live);
    return live;
  }
}
