import { PriceList, type UsageRow } from "@loop/contract";
import type { EventStore, SettingStore, StoredEvent } from "@loop/core/host";
import { countUsage, type EndedTurn, localDay } from "./count-usage.js";

const PAGE = 1_000;
const PRICES = "model-prices";
const NO_PRICES: PriceList = { currency: "", prices: [] };

/** Tokens of an account's turns that ended at `since` or later, from the log; deleted conversations are not in it. */
export async function readUsage(events: EventStore, accountId: string, since: string): Promise<UsageRow[]> {
  const turns: EndedTurn[] = [];
  let seq = 0;
  for (;;) {
    const page = await events.after({ accountId, seq, limit: PAGE, type: "turn-end" });
    turns.push(...page.flatMap(endedTurn).filter(({ at }) => at >= since));
    seq = page.at(-1)?.seq ?? seq;
    if (page.length < PAGE) return countUsage(turns, localDay);
  }
}

function endedTurn(event: StoredEvent): readonly EndedTurn[] {
  if (event.type !== "turn-end" || event.usage === undefined) return [];
  return [{ at: event.at, model: event.model ?? null, usage: event.usage }];
}

/** The prices a person entered; Loop knows none of its own. */
export async function readPrices(settings: SettingStore, accountId: string): Promise<PriceList> {
  const text = await settings.get(accountId, PRICES);
  const parsed = PriceList.safeParse(text === null ? null : JSON.parse(text));
  return parsed.success ? parsed.data : NO_PRICES;
}

/** The last price of a model counts. */
export async function savePrices(settings: SettingStore, accountId: string, list: PriceList): Promise<PriceList> {
  const prices = [...new Map(list.prices.map((price) => [price.model, price])).values()];
  const saved = { currency: list.currency, prices };
  await settings.set(accountId, PRICES, JSON.stringify(saved));
  return saved;
}
