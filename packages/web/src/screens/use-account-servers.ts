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

/** Reads what is stored when a page opens: another tab, or an administrator, may have changed it. */
export function useStoredServers(): void {
  const { accountServers, toolSettings } = useServices();
  useEffect(() => {
    void accountServers.load(); // a failure is a code in the store
    void toolSettings.load(); // as above
  }, [accountServers, toolSettings]);
}

/** What can be done with each card, and how the last of it went. */
export function useAccountServers() {
  const { api, accountServers, toolSettings } = useServices();
  const [notes, setNotes] = useState<Readonly<Record<string, ServerNote>>>({});
  const note = (id: string, part: Partial<ServerNote>) =>
    setNotes((before) => ({ ...before, [id]: { ...(before[id] ?? NO_NOTE), ...part } }));
  const put = (server: AccountServerView) => {
    const { value } = accountServers.store.getState();
    if (value === null) return;
    const servers = value.servers.map((one) => (one.id === server.id ? server : one));
    accountServers.replace({ ...value, servers });
    void toolSettings.load(); // the totals follow; a failure is a code in the store
  };
  const change = async (id: string, body: RouteBody<"updateAccountServer">) => {
    const result = await api.call("updateAccountServer", { params: { id }, body });
    if (result.ok) put(result.value.server);
    note(id, { refusal: result.ok ? null : result.code });
  };
  const update = async (id: string) => {
    note(id, { isUpdating: true, change: null, refusal: null });
    const request = { params: { id }, answerWithinMs: SERVER_ANSWERS_WITHIN_MS };
    const result = await api.call("updateTools", request);
    if (result.ok) put(result.value.server);
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
