import type { AccountServerView, RouteBody } from "@loop/contract";
import { useEffect, useState } from "react";
import type { CatalogChange } from "../panels/catalog-diff.js";
import { useServices } from "../state/use-services.js";

/** Another computer is asked first, within its own limits; this is longer than all of them together. */
export const SERVER_ANSWERS_WITHIN_MS = 180_000;

export interface ServerNote {
  readonly isUpdating: boolean;
  readonly change: CatalogChange | null;
  readonly refusal: string | null;
}

export const NO_NOTE: ServerNote = { isUpdating: false, change: null, refusal: null };

/** Reads what is stored when a page opens and when it is come back to: another tab, or an administrator, may have changed it. */
export function useStoredServers(): void {
  const { accountServers, toolSettings } = useServices();
  useEffect(() => {
    const read = () => {
      void accountServers.load(); // a failure is a code in the store
      void toolSettings.load(); // as above
    };
    read();
    addEventListener("focus", read);
    return () => removeEventListener("focus", read);
  }, [accountServers, toolSettings]);
}

type Switched = Pick<RouteBody<"updateAccountServer">, "enabled" | "groups">;

/** What a card shows until Loop has answered. */
function switched(view: AccountServerView, { enabled = view.enabled, groups = {} }: Switched): AccountServerView {
  const next = view.groups.map((group) => ({ ...group, enabled: groups[group.name] ?? group.enabled }));
  return { ...view, enabled, groups: next };
}

/** What can be done with each card, and how the last of it went. */
export function useAccountServers() {
  const { api, accountServers, toolSettings } = useServices();
  const [notes, setNotes] = useState<Readonly<Record<string, ServerNote>>>({});
  const note = (id: string, part: Partial<ServerNote>) =>
    setNotes((before) => ({ ...before, [id]: { ...(before[id] ?? NO_NOTE), ...part } }));
  const put = (id: string, next: (before: AccountServerView) => AccountServerView) => {
    const { value } = accountServers.store.getState();
    if (value === null) return;
    accountServers.replace({ ...value, servers: value.servers.map((one) => (one.id === id ? next(one) : one)) });
  };
  const change = async (id: string, body: Switched) => {
    put(id, (before) => switched(before, body));
    const result = await api.call("updateAccountServer", { params: { id }, body });
    if (result.ok) put(id, () => result.value.server);
    else void accountServers.load(); // what is stored counts; a failure is a code in the store
    void toolSettings.load(); // the totals follow; as above
    note(id, { refusal: result.ok ? null : result.code });
  };
  const update = async (id: string) => {
    note(id, { isUpdating: true, change: null, refusal: null });
    const request = { params: { id }, answerWithinMs: SERVER_ANSWERS_WITHIN_MS };
    const result = await api.call("updateTools", request);
    if (result.ok) put(id, () => result.value.server);
    void toolSettings.load(); // the totals follow; a failure is a code in the store
    note(id, {
      isUpdating: false,
      change: result.ok ? result.value : null,
      refusal: result.ok ? null : result.code,
    });
  };
  const remove = async (id: string) => {
    const result = await api.call("deleteAccountServer", { params: { id } });
    if (!result.ok) return note(id, { refusal: result.code });
    await accountServers.load();
    await toolSettings.load();
  };
  return { notes, change, update, remove, closeChange: (id: string) => note(id, { change: null }) };
}
