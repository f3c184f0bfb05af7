import { useServices, useValue } from "../state/use-services.js";

/** The model that would answer, as it is named by its provider; null where none can. */
export function useModelName(): string | null {
  const { appState } = useServices();
  const model = useValue(appState.store).value?.model ?? null;
  if (model === null || !model.ready) return null;
  const slash = model.reference.indexOf("/");
  return slash < 0 ? model.reference : model.reference.slice(slash + 1);
}

export function useToolCount(): number {
  const { servers } = useServices();
  return useValue(servers.store).items.reduce((sum, view) => sum + (view.status === "ready" ? view.toolCount : 0), 0);
}
