import type { MemoryEntry, Persona } from "@loop/contract";
import { useCallback } from "react";
import type { ApiClient } from "../api/client.js";
import { useServices } from "../state/use-services.js";
import { useCommand } from "./use-command.js";
import { type Reading, useReading } from "./use-reading.js";

const readPersonas = (api: ApiClient) => api.call("listPersonas");

/** Personas of the account. */
export function usePersonas(): Reading<{ readonly personas: readonly Persona[] }> {
  return useReading<{ readonly personas: readonly Persona[] }>(readPersonas);
}

/** What one persona remembers. Each change resolves to whether it was done, and the list is read again either way. */
export function useMemories(id: string) {
  const { api } = useServices();
  const ask = useCallback((client: ApiClient) => client.call("listMemories", { params: { id } }), [id]);
  const { value, code, read } = useReading<{ readonly memories: readonly MemoryEntry[] }>(ask);
  const { isBusy, refusal, run } = useCommand();
  const change = async (work: Parameters<typeof run>[0]) => {
    const isDone = await run(work);
    read();
    return isDone;
  };
  return {
    memories: value?.memories ?? null,
    code,
    read,
    isBusy,
    refusal,
    add: (text: string) => change(() => api.call("addMemory", { params: { id }, body: { text } })),
    change: (memoryId: string, text: string) =>
      change(() => api.call("changeMemory", { params: { id, memoryId }, body: { text } })),
    remove: (memoryId: string) => change(() => api.call("deleteMemory", { params: { id, memoryId } })),
  };
}
