import type { McpServerConfig } from "@loop/contract";
import { useState } from "react";
import type { SaveOutcome } from "../panels/import-entry.js";
import { type PlannedEntry, planImport } from "../panels/import-plan.js";
import { useServices } from "../state/use-services.js";

export interface Import {
  /** Null until something was read. */
  readonly plan: readonly PlannedEntry[] | null;
  /** Why nothing could be read. */
  readonly code: string | null;
  readonly isBusy: boolean;
  /** Ids of the servers to be saved. */
  readonly chosen: ReadonlySet<string>;
  readonly outcomes: Outcomes;
  readonly read: (text: string) => Promise<void>;
  readonly choose: (id: string, isChosen: boolean) => void;
  /** Saves the chosen ones one by one; true where every one was taken. */
  readonly save: () => Promise<boolean>;
  readonly forget: () => void;
}

type Outcomes = ReadonlyMap<string, SaveOutcome>;

interface SaveJob {
  readonly servers: readonly McpServerConfig[];
  readonly before: Outcomes;
  readonly save: (config: McpServerConfig) => Promise<string | null>;
  readonly onOutcomes: (outcomes: Outcomes) => void;
}

/** One by one, so that each has an answer of its own; one that was saved is not saved again. */
async function saveEach({ servers, before, save, onOutcomes }: SaveJob): Promise<boolean> {
  const done = new Map(before);
  for (const config of servers) {
    if (done.get(config.id)?.kind === "saved") continue;
    const refused = await save(config);
    done.set(config.id, refused === null ? { kind: "saved" } : { kind: "refused", code: refused });
    onOutcomes(new Map(done));
  }
  return [...done.values()].every((outcome) => outcome.kind === "saved");
}

function serversOf(plan: readonly PlannedEntry[]): readonly Extract<PlannedEntry, { readonly kind: "server" }>[] {
  return plan.filter((entry) => entry.kind === "server");
}

/** A pasted configuration on its way to the list (CFG-19). The text goes to Loop to be read, and comes back in parts. */
export function useImport(): Import {
  const { api, servers, serverCommands } = useServices();
  const [plan, setPlan] = useState<readonly PlannedEntry[] | null>(null);
  const [code, setCode] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map());
  const forget = () => {
    setPlan(null);
    setCode(null);
    setOutcomes(new Map());
  };
  const read = async (text: string) => {
    forget();
    setBusy(true);
    const reply = await api.call("importServers", { body: { text } });
    setBusy(false);
    if (!reply.ok) return setCode(reply.code);
    const taken = servers.store.getState().items.map((view) => view.config.id);
    const next = planImport(reply.value.entries, taken);
    setPlan(next);
    // One that seems to be here already is left to the person.
    setChosen(new Set(serversOf(next).flatMap((one) => (one.takenId === null ? [one.config.id] : []))));
  };
  const choose = (id: string, isChosen: boolean) =>
    setChosen(new Set(isChosen ? [...chosen, id] : [...chosen].filter((one) => one !== id)));
  const save = async () => {
    setBusy(true);
    const wanted = serversOf(plan ?? []).flatMap(({ config }) => (chosen.has(config.id) ? [config] : []));
    const send = (config: McpServerConfig) => serverCommands.save(config, true);
    const isDone = await saveEach({ servers: wanted, before: outcomes, save: send, onOutcomes: setOutcomes });
    setBusy(false);
    return isDone;
  };
  return { plan, code, isBusy, chosen, outcomes, read, choose, save, forget };
}
