import type { ModelPrice, PriceList } from "@loop/contract";

/** The fields of one model as a person types them. */
export interface PriceFields {
  readonly model: string;
  readonly input: string;
  readonly cachedInput: string;
  readonly output: string;
}

/** A row for every model that was used or has a price. */
export function fieldsFor(models: readonly string[], { prices }: PriceList): readonly PriceFields[] {
  const all = [...new Set([...models, ...prices.map(({ model }) => model)])];
  return all.map((model) => {
    const price = prices.find((one) => one.model === model);
    return {
      model,
      input: textOf(price?.input),
      cachedInput: textOf(price?.cachedInput),
      output: textOf(price?.output),
    };
  });
}

/** Empty fields are no price; null where something else than a number is in one. */
export function pricesOf(fields: readonly PriceFields[]): readonly ModelPrice[] | null {
  const prices: ModelPrice[] = [];
  for (const { model, input, cachedInput, output } of fields) {
    if ([input, cachedInput, output].every((text) => text.trim() === "")) continue;
    const [read, cached, written] = [numberOf(input), numberOf(cachedInput), numberOf(output)];
    const isCachedWrong = cachedInput.trim() !== "" && cached === null;
    if (read === null || written === null || isCachedWrong) return null;
    prices.push({ model, input: read, cachedInput: cached, output: written });
  }
  return prices;
}

function textOf(price: number | null | undefined): string {
  return price === null || price === undefined ? "" : String(price);
}

/** A comma is a point in many places. */
function numberOf(text: string): number | null {
  const plain = text.trim().replace(",", ".");
  return /^\d{1,6}(\.\d{1,6})?$/.test(plain) ? Number(plain) : null;
}
