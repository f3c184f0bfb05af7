import { useState } from "react";
import { useNavigate } from "../parts/navigation.js";
import { useServices, useValue } from "../state/use-services.js";
import { PATHS } from "../words/paths.js";

/** Looking for models, choosing one, and beginning without one. */
export function useModelWays() {
  const { api, appState, serverCommands } = useServices();
  const navigate = useNavigate();
  const state = useValue(appState.store).value;
  const [doing, setDoing] = useState<"nothing" | "looking" | "starting" | "looked">("nothing");
  const [code, setCode] = useState<string | null>(null);
  const look = async () => {
    setDoing("looking");
    const result = await api.call("detectModels", { body: {} });
    setDoing("looked");
    setCode(result.ok ? null : result.code);
    if (result.ok && state !== null) appState.replace({ ...state, detected: result.value.detected });
  };
  const use = async (reference: string, foundAt?: string) => {
    const body = foundAt === undefined ? { reference } : { reference, foundAt };
    const result = await api.call("chooseModel", { body });
    if (result.ok) appState.replace(result.value);
    setCode(result.ok ? null : result.code);
  };
  const start = async () => {
    setDoing("starting");
    const refused = state?.sampleServer === true ? null : await serverCommands.addSample();
    setDoing("looked");
    setCode(refused);
    if (refused !== null) return;
    void appState.load(); // a failed reading is kept as a code in the store
    navigate(PATHS.run());
  };
  return {
    detected: state?.detected ?? [],
    hasLooked: doing === "looked",
    hasModel: state?.model?.ready === true,
    isLooking: doing === "looking",
    isStarting: doing === "starting",
    code,
    onLook: () => void look(), // never rejects: a refusal is a code
    onUse: (reference: string, foundAt?: string) => void use(reference, foundAt), // as above
    onStart: () => void start(), // as above
  };
}
