import type { Persona } from "@loop/contract";

export interface PersonaRow extends Persona {
  readonly accountId: string;
}

export interface PersonaPatch {
  readonly name?: string;
  readonly instructions?: string;
}

export interface MemoryRow {
  readonly id: string;
  readonly text: string;
  readonly createdAt: string;
}

export interface NewMemory extends MemoryRow {
  readonly accountId: string;
  readonly personaId: string;
  /** Entries a persona may have. */
  readonly most: number;
}

/** Names one entry of one persona of one account. */
export interface MemoryPlace {
  readonly accountId: string;
  readonly personaId: string;
  readonly id: string;
}

/** Personas of accounts and what they remember. Whatever is not the account's own does not exist for it (SEC-01). */
export interface PersonaStore {
  /** Oldest first. */
  list(accountId: string): Promise<readonly PersonaRow[]>;
  get(accountId: string, id: string): Promise<PersonaRow | null>;
  /** Null where the account has `most` already. */
  create(row: PersonaRow, most: number): Promise<PersonaRow | null>;
  update(accountId: string, id: string, patch: PersonaPatch): Promise<PersonaRow | null>;
  /** With its memory; conversations that had it go on without one, which their events tell. */
  remove(accountId: string, id: string): Promise<boolean>;
  /** Newest first; empty for a persona that is not the account's. */
  memories(accountId: string, personaId: string): Promise<readonly MemoryRow[]>;
  /** `known`: the very words are there already, and nothing was added. */
  remember(memory: NewMemory): Promise<"added" | "known" | "full" | "persona-unknown">;
  changeMemory(place: MemoryPlace, text: string): Promise<MemoryRow | null>;
  forget(place: MemoryPlace): Promise<boolean>;
}
