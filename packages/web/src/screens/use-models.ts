import type { ProviderId, RouteReply } from "@loop/contract";
import { useEffect, useRef, useState } from "react";
import type { ProviderBody } from "../panels/models/provider-form-state.js";
import type { ModelTest } from "../panels/models/test-line.js";
import { useServices, useValue } from "../state/use-services.js";
import { createValueStore } from "../state/value-store.js";

type Known = RouteReply<"saveProvider">;

/** A test takes fifteen seconds at most, at Loop; the rest is the way there and back. */
const TEST_ANSWER_MS = 20_000;

/** The providers and the model in use, as Loop knows them. */
export function useModels() {
  const { api, appState } = useServices();
  const [store] = useState(() => createValueStore<Known>(() => api.call("listProviders")));
  const { value: known, code: readCode } = useValue(store.store);
  const [code, setCode] = useState<string | null>(null);
  useEffect(() => void store.load(), [store]); // never rejects: a failure is a code
  const choose = async (reference: string | null, foundAt?: string) => {
    const body = foundAt === undefined ? { reference } : { reference, foundAt };
    const result = await api.call("chooseModel", { body });
    setCode(result.ok ? null : result.code);
    if (!result.ok) return;
    appState.replace(result.value);
    await store.load();
  };
  /** Null once it is saved, else why it was not. */
  const save = async (id: ProviderId, body: ProviderBody) => {
    const result = await api.call("saveProvider", { params: { id }, body });
    if (!result.ok) return result.code;
    store.replace(result.value);
    void appState.load(); // whether the model is ready may have changed; a failed reading is kept as a code
    return null;
  };
  return { known, code: readCode ?? code, load: () => void store.load(), choose, save };
}

/** One test at a time; a new one ends the one before, here and at Loop. */
export function useModelTest() {
  const { api } = useServices();
  const [test, setTest] = useState<ModelTest | null>(null);
  const latest = useRef(0);
  const start = async (reference: string) => {
    latest.current += 1;
    const mine = latest.current;
    setTest({ reference, outcome: null });
    const result = await api.call("testModel", { body: { reference }, answerWithinMs: TEST_ANSWER_MS });
    if (mine !== latest.current) return;
    setTest({ reference, outcome: result.ok ? result.value.outcome : { ok: false, code: result.code } });
  };
  return {
    test,
    onTest: (reference: string) => void start(reference), // never rejects: a failure is an outcome
    onCancelTest: () => void api.call("cancelModelTest"), // the test itself then ends with its own outcome
  };
}
