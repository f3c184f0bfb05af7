import type { PriceList, RouteReply } from "@loop/contract";
import { useEffect, useState } from "react";
import { PriceForm } from "../panels/usage/price-form.js";
import { sumByModel } from "../panels/usage/usage-sums.js";
import { UsageTable } from "../panels/usage/usage-table.js";
import { Section } from "../parts/section.js";
import { Skeleton } from "../parts/skeleton.js";
import { Trouble } from "../parts/trouble.js";
import { useServices, useValue } from "../state/use-services.js";
import { createValueStore } from "../state/value-store.js";
import { APP } from "../words/app-words.js";
import { explain } from "../words/errors.js";
import { PATHS } from "../words/paths.js";
import { SERVERS } from "../words/server-words.js";
import { USAGE } from "../words/usage-words.js";
import { SettingsFrame } from "./settings-frame.js";

type Usage = RouteReply<"readUsage">;

/** Settings → Usage: tokens by model and day; a cost only where the person entered a price. */
export function SettingsUsageScreen() {
  const { usage, code, load, saveCode, wasSaved, save } = useUsage();
  return (
    <SettingsFrame page="usage" narrowBack={{ href: PATHS.home, word: SERVERS.back }}>
      <div className="scroll">
        <div className="page">
          <h1>{USAGE.title}</h1>
          <p className="lede above-form">{USAGE.lede}</p>
          {code !== null && (
            <Trouble {...explain(code)}>
              <button type="button" className="btn small" onClick={load}>
                {APP.tryAgain}
              </button>
            </Trouble>
          )}
          {usage === null && code === null && <Skeleton label={USAGE.title} />}
          {usage !== null && <Tables usage={usage} />}
          {usage !== null && (
            <Section title={USAGE.prices} aside={USAGE.pricesAside}>
              <PriceForm
                models={modelsOf(usage)}
                priceList={usage.priceList}
                code={saveCode}
                wasSaved={wasSaved}
                onSave={save}
              />
            </Section>
          )}
        </div>
      </div>
    </SettingsFrame>
  );
}

function Tables({ usage: { rows, priceList } }: { readonly usage: Usage }) {
  if (rows.length === 0) return <p className="dim after-list">{USAGE.none}</p>;
  return (
    <div className="stack">
      <UsageTable caption={USAGE.byModel} rows={sumByModel(rows)} priceList={priceList} />
      <p className="note">{USAGE.costNote}</p>
      <UsageTable caption={USAGE.byDay} rows={rows} priceList={priceList} />
    </div>
  );
}

function modelsOf({ rows }: Usage): readonly string[] {
  return sumByModel(rows).flatMap(({ model }) => (model === null ? [] : [model]));
}

function useUsage() {
  const { api } = useServices();
  const [store] = useState(() => createValueStore<Usage>(() => api.call("readUsage")));
  const { value: usage, code } = useValue(store.store);
  const [saving, setSaving] = useState<{ code: string | null; wasSaved: boolean }>({ code: null, wasSaved: false });
  useEffect(() => void store.load(), [store]); // never rejects: a failure is a code
  const save = async (list: PriceList) => {
    const result = await api.call("savePrices", { body: list });
    setSaving({ code: result.ok ? null : result.code, wasSaved: result.ok });
    const known = store.store.getState().value;
    if (result.ok && known !== null) store.replace({ ...known, priceList: result.value.priceList });
  };
  return {
    usage,
    code,
    load: () => void store.load(),
    saveCode: saving.code,
    wasSaved: saving.wasSaved,
    save: (list: PriceList) => void save(list), // never rejects: a refusal is a code
  };
}
