import type { ApiHandlers } from "../http/api-handlers.js";
import type { Personas } from "../personas/personas.js";
import type { PromptSettings } from "../personas/prompt-settings.js";
import { ok } from "../result.js";
import type { Services } from "../services.js";
import { currentCursor } from "./cursor.js";

type PersonaRoutes = Pick<
  ApiHandlers,
  | "listPersonas"
  | "createPersona"
  | "updatePersona"
  | "deletePersona"
  | "listMemories"
  | "addMemory"
  | "changeMemory"
  | "deleteMemory"
>;

export function personaRoutes(services: Pick<Services, "stores">, personas: Personas): PersonaRoutes {
  return {
    listPersonas: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      return ok({ personas: [...(await personas.list(accountId))], cursor });
    },
    createPersona: async ({ accountId, body }) => {
      const { name, instructions = "" } = body;
      const made = await personas.create(accountId, { name, instructions });
      return made.ok ? ok({ persona: made.value }) : made;
    },
    updatePersona: async ({ accountId, param, body: { name, instructions } }) => {
      const changed = await personas.update(accountId, param("id"), {
        ...(name === undefined ? {} : { name }),
        ...(instructions === undefined ? {} : { instructions }),
      });
      return changed.ok ? ok({ persona: changed.value }) : changed;
    },
    deletePersona: ({ accountId, param }) => personas.remove(accountId, param("id")),
    ...memoryRoutes(services, personas),
  };
}

function memoryRoutes(
  services: Pick<Services, "stores">,
  personas: Personas,
): Pick<PersonaRoutes, "listMemories" | "addMemory" | "changeMemory" | "deleteMemory"> {
  return {
    listMemories: async ({ accountId, param }) => {
      const cursor = await currentCursor(services, accountId);
      const found = await personas.memories(accountId, param("id"));
      return found.ok ? ok({ memories: [...found.value], cursor }) : found;
    },
    addMemory: async ({ accountId, param, body }) => {
      const added = await personas.remember(accountId, param("id"), body.text);
      return added.ok ? ok({ memory: added.value }) : added;
    },
    changeMemory: async ({ accountId, param, body }) => {
      const place = { accountId, personaId: param("id"), id: param("memoryId") };
      const changed = await personas.changeMemory(place, body.text);
      return changed.ok ? ok({ memory: changed.value }) : changed;
    },
    deleteMemory: ({ accountId, param }) =>
      personas.forget({ accountId, personaId: param("id"), id: param("memoryId") }),
  };
}

export function promptRoutes(
  services: Pick<Services, "stores">,
  prompts: PromptSettings,
): Pick<ApiHandlers, "promptSettings" | "changePrompts"> {
  return {
    promptSettings: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      return ok({ prompts: [...(await prompts.read(accountId))], cursor });
    },
    changePrompts: async ({ accountId, body }) => {
      const changed = await prompts.change(accountId, body.prompts);
      return changed.ok ? ok({ prompts: [...changed.value] }) : changed;
    },
  };
}
