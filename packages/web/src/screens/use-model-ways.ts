import { useState } from "react";
import { useNavigate } from "../parts/navigation.js";
import { useServices, useValue } from "../state/use-services.js";
import { PATHS } from "../words/paths.js";

/** Looking for models, choosing one, and beginning without one. */
export function useModelWays() {
  const { api, appState, serverCommands } = useServices();
  const navigate = useNavigate();
  const state = useValue(appState.store).value;
  const [busy, setBusy] = useState<"look" | "start" | null>(null);
  const [hasLooked, setLooked] = useState(false);
  const [code, setCode] = useState<string | null>(null);
  const look = async () => {
    setBusy("look");
    const result = await api.call("detectModels", { body: {} });
    setBusy(null);
    setLooked(true);
    setCode(result.ok ? null : result.code);
    if (result.ok && state !== null) appState.replace({ ...state, detected: result.value.detected });
  };
  const use = async (reference: string) => {
    const result = await api.call("chooseModel", { body: { reference } });
    setCode(result.ok ? null : result.code);
    if (result.ok) appState.replace(result.value);
  };
  const start = async () => {
    setBusy("start");
    const refused = state?.sampleServer === true ? null : await serverCommands.addSample();
    setBusy(null);
    setCode(refused);
    if (refused !== null) return;
    void appState.load(); // a failed reading is kept as a code in the store
    navigate(PATHS.run());
  };
  return {
    detected: state?.detected ?? [],
    hasLooked,
    isLooking: busy === "look",
    isStarting: busy === "start",
    code,
    onLook: () => void look(), // never rejects: a refusal is a code
    onUse: (reference: string) => void use(reference), // as above
    onStart: () => void start(), // as above
  };
}
