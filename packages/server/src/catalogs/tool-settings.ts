import { Delivery, type ToolSettings, type ToolTotals } from "@loop/contract";
import { type AccountServerStore, loadTokenCounter, type SettingStore, sharedPolicy } from "@loop/core/host";
import { type ObstacleRules, obstacleOf } from "./server-obstacle.js";
import { toolTotals } from "./tool-totals.js";

/** One row each, so that two changes at once lose nothing of one another. */
const keys = { toolCap: "mcp-tool-cap", delivery: "mcp-delivery", mcpEverywhere: "mcp-everywhere" } as const;

export type ToolSettingsChange = { readonly [Name in keyof ToolSettings]?: ToolSettings[Name] | undefined };

export interface AccountToolSettingsOptions {
  readonly settings: SettingStore;
  readonly store: Pick<AccountServerStore, "list">;
  readonly rules: ObstacleRules;
}

/** How tools reach the model, for one account (CAP-01, ANN-03, SWT-01). */
export class AccountToolSettings {
  readonly #options: AccountToolSettingsOptions;

  constructor(options: AccountToolSettingsOptions) {
    this.#options = options;
  }

  async read(accountId: string): Promise<ToolSettings> {
    const { settings } = this.#options;
    const [toolCap, delivery, everywhere] = await Promise.all([
      settings.get(accountId, keys.toolCap),
      settings.get(accountId, keys.delivery),
      settings.get(accountId, keys.mcpEverywhere),
    ]);
    return { toolCap: readCap(toolCap), delivery: readDelivery(delivery), mcpEverywhere: everywhere === "true" };
  }

  async change(accountId: string, wanted: ToolSettingsChange): Promise<ToolSettings> {
    const { settings } = this.#options;
    const { toolCap, delivery, mcpEverywhere } = wanted;
    if (toolCap !== undefined) await settings.set(accountId, keys.toolCap, String(toolCap));
    if (delivery !== undefined) await settings.set(accountId, keys.delivery, delivery);
    if (mcpEverywhere !== undefined) await settings.set(accountId, keys.mcpEverywhere, String(mcpEverywhere));
    return this.read(accountId);
  }

  /** From what is stored; asks no server. */
  async totals(accountId: string, cap: number): Promise<ToolTotals> {
    const { store, rules } = this.#options;
    const rows = await store.list(accountId);
    const reaching = new Set(rows.filter((row) => obstacleOf(row, rules) === null).map(({ id }) => id));
    return toolTotals(rows, { reaching, cap, counter: await loadTokenCounter() });
  }
}

const defaultCap = sharedPolicy.toolCap ?? 200;

function readCap(text: string | null): number {
  const cap = Number(text ?? defaultCap);
  return Number.isInteger(cap) && cap >= 1 ? cap : defaultCap;
}

function readDelivery(text: string | null): Delivery {
  const delivery = Delivery.safeParse(text);
  return delivery.success ? delivery.data : sharedPolicy.delivery;
}
