import type { ProviderId } from "@loop/contract";
import { useState } from "react";
import type { ProviderBody } from "../panels/models/provider-form-state.js";
import type { Listing } from "../panels/models/provider-row.js";
import { useServices } from "../state/use-services.js";
import type { useModels } from "./use-models.js";

interface RowState {
  readonly isSaving: boolean;
  readonly code: string | null;
  readonly saves: number;
  readonly listing: Listing | null;
}

const UNTOUCHED: RowState = { isSaving: false, code: null, saves: 0, listing: null };

/** What is open among the providers, being saved or listed. */
export function useProviderRows({ save }: Pick<ReturnType<typeof useModels>, "save">) {
  const { api } = useServices();
  const [open, setOpen] = useState<ProviderId | null>(null);
  const [rows, setRows] = useState<Readonly<Partial<Record<ProviderId, RowState>>>>({});
  const of = (id: ProviderId): RowState => rows[id] ?? UNTOUCHED;
  const change = (id: ProviderId, next: (row: RowState) => RowState) =>
    setRows((all) => ({ ...all, [id]: next(all[id] ?? UNTOUCHED) }));
  const saveRow = async (id: ProviderId, body: ProviderBody) => {
    change(id, (row) => ({ ...row, isSaving: true, code: null }));
    const code = await save(id, body);
    // What was listed belongs to the key and address from before.
    change(id, (row) => (code === null ? { ...UNTOUCHED, saves: row.saves + 1 } : { ...row, isSaving: false, code }));
  };
  const list = async (id: ProviderId) => {
    change(id, (row) => ({ ...row, listing: { kind: "reading" } }));
    const saves = of(id).saves;
    const result = await api.call("listModels", { params: { id }, body: {} });
    const listing: Listing = result.ok
      ? { kind: "read", models: result.value.models }
      : { kind: "failed", code: result.code };
    change(id, (row) => (row.saves === saves ? { ...row, listing } : row));
  };
  return {
    propsOf: (id: ProviderId) => ({
      ...of(id),
      isOpen: open === id,
      onOpen: (isOpen: boolean) => setOpen(isOpen ? id : null),
      onSave: (body: ProviderBody) => void saveRow(id, body), // never rejects: a refusal is a code
      onList: () => void list(id), // as above
    }),
  };
}
