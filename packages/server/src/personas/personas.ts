import { type MemoryEntry, PERSONA_LIMITS, type Persona } from "@loop/contract";
import type { AppTool, Clock, ConversationRow, PersonaRow, PersonaStore, TurnInstructions } from "@loop/core/host";
import { failed, ok, type Result } from "../result.js";
import { plainTitle } from "../turns/title.js";
import { memoryTools } from "./memory-tools.js";
import { storedText } from "./stored-text.js";

export interface PersonasOptions {
  readonly store: PersonaStore;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** What a conversation's persona brings to a turn. */
export interface PersonaParts {
  readonly appTools: readonly AppTool[];
  /** Null without a persona; then there are no memory tools either. */
  readonly instructions: TurnInstructions | null;
}

export interface Personas {
  list(accountId: string): Promise<readonly Persona[]>;
  create(accountId: string, fields: { readonly name: string; readonly instructions: string }): Promise<Result<Persona>>;
  update(
    accountId: string,
    id: string,
    fields: Partial<Pick<Persona, "name" | "instructions">>,
  ): Promise<Result<Persona>>;
  remove(accountId: string, id: string): Promise<Result<Record<string, never>>>;
  memories(accountId: string, personaId: string): Promise<Result<readonly MemoryEntry[]>>;
  remember(accountId: string, personaId: string, text: string): Promise<Result<MemoryEntry>>;
  changeMemory(place: Parameters<PersonaStore["forget"]>[0], text: string): Promise<Result<MemoryEntry>>;
  forget(place: Parameters<PersonaStore["forget"]>[0]): Promise<Result<Record<string, never>>>;
  turnParts(conversation: Pick<ConversationRow, "accountId" | "personaId">): Promise<PersonaParts>;
}

/** Personas of accounts, and their part in turns. Another account's persona is one that does not exist (SEC-01). */
export function createPersonas(options: PersonasOptions): Personas {
  return { ...personaService(options), ...memoryService(options), turnParts: (of) => turnParts(options, of) };
}

function personaService({
  store,
  clock,
  newId,
}: PersonasOptions): Pick<Personas, "list" | "create" | "update" | "remove"> {
  return {
    list: async (accountId) => (await store.list(accountId)).map(asPersona),
    create: async (accountId, { name, instructions }) => {
      const words = cleaned({ name, instructions });
      if (words === null) return failed("bad-request");
      const row = { id: newId(), accountId, name: "", instructions: "", ...words, createdAt: clock.isoNow() };
      const made = await store.create(row, PERSONA_LIMITS.personas);
      return made === null ? failed("personas-full") : ok(asPersona(made));
    },
    update: async (accountId, id, fields) => {
      const words = cleaned(fields);
      if (words === null) return failed("bad-request");
      const row = await store.update(accountId, id, words);
      return row === null ? failed("persona-unknown") : ok(asPersona(row));
    },
    remove: async (accountId, id) => ((await store.remove(accountId, id)) ? ok({}) : failed("persona-unknown")),
  };
}

function memoryService({
  store,
  clock,
  newId,
}: PersonasOptions): Pick<Personas, "memories" | "remember" | "changeMemory" | "forget"> {
  return {
    memories: async (accountId, personaId) => {
      if ((await store.get(accountId, personaId)) === null) return failed("persona-unknown");
      return ok(await store.memories(accountId, personaId));
    },
    remember: async (accountId, personaId, words) => {
      const memory = { id: newId(), text: storedText(words), createdAt: clock.isoNow() };
      if (memory.text === "") return failed("bad-request");
      const outcome = await store.remember({ ...memory, accountId, personaId, most: PERSONA_LIMITS.memories });
      if (outcome === "added") return ok(memory);
      if (outcome === "persona-unknown") return failed("persona-unknown");
      return failed(outcome === "full" ? "memory-full" : "memory-known");
    },
    changeMemory: async (place, words) => {
      const text = storedText(words);
      if (text === "") return failed("bad-request");
      const changed = await store.changeMemory(place, text);
      return changed === null ? failed("memory-unknown") : ok(changed);
    },
    forget: async (place) => ((await store.forget(place)) ? ok({}) : failed("memory-unknown")),
  };
}

async function turnParts(
  { store, clock, newId }: PersonasOptions,
  { accountId, personaId = null }: Pick<ConversationRow, "accountId" | "personaId">,
): Promise<PersonaParts> {
  const persona = personaId === null ? null : await store.get(accountId, personaId);
  if (persona === null) return { appTools: [], instructions: null };
  const { id, name, instructions: text } = persona;
  return {
    appTools: memoryTools({ store, clock, newId, accountId, personaId: id }),
    instructions: { name, text },
  };
}

/** Null for a name that has nothing in it that can be read. */
function cleaned({
  name,
  instructions,
}: {
  readonly name?: string | undefined;
  readonly instructions?: string | undefined;
}): { name?: string; instructions?: string } | null {
  const title = name === undefined ? undefined : plainTitle(name);
  if (title === "") return null;
  return {
    ...(title === undefined ? {} : { name: title }),
    ...(instructions === undefined ? {} : { instructions: storedText(instructions) }),
  };
}

function asPersona({ accountId: _accountId, ...persona }: PersonaRow): Persona {
  return persona;
}
