import type { ToolSettings } from "@loop/contract";
import { type HostPolicy, sharedPolicy, type ToolSource, type TurnNotice, type TurnSetup } from "@loop/core/host";
import { failed, ok, type Result } from "../result.js";

/** What decides whether a turn has MCP tools. */
export interface McpChoice {
  /** The conversation's own switch; null where it has none (SWT-02). */
  readonly conversationChoice: boolean | null;
  /** The account's setting for every conversation without a choice of its own. */
  readonly everywhere: boolean;
  /** The words were spoken: nobody looks at a card (VOI-01). */
  readonly spoken: boolean;
  /** A bot's own tick, the only thing that counts in its turns (BOT-01); null in a person's turn. */
  readonly botTick: boolean | null;
}

/** Pure. */
export function mcpForTurn({ conversationChoice, everywhere, spoken, botTick }: McpChoice): "on" | "off" {
  if (spoken) return "off";
  const isOn = botTick ?? conversationChoice ?? everywhere;
  return isOn ? "on" : "off";
}

export interface AccountTurn extends McpChoice {
  readonly accountId: string;
  /** A call that a person makes by hand. */
  readonly byHand: boolean;
}

export interface TurnSetupParts {
  readonly settings: (accountId: string) => Promise<ToolSettings>;
  readonly catalogFor: (accountId: string) => Promise<ToolSource & { leftOut(): readonly TurnNotice[] }>;
}

/** What a turn of an account works with. Switched off, no catalog is loaded at all, and a call by hand is refused. */
export async function setUpAccountTurn(
  turn: Omit<AccountTurn, "everywhere">,
  { settings, catalogFor }: TurnSetupParts,
): Promise<Result<TurnSetup>> {
  const { toolCap, delivery, mcpEverywhere } = await settings(turn.accountId);
  const policy: HostPolicy = { ...sharedPolicy, toolCap, delivery };
  if (mcpForTurn({ ...turn, everywhere: mcpEverywhere }) === "off") {
    return turn.byHand ? failed("tools-switched-off") : ok({ toolSource: null, policy, notices: [] });
  }
  const catalog = await catalogFor(turn.accountId);
  return ok({ toolSource: catalog, policy, notices: catalog.leftOut() });
}
