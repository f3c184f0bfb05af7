import { useCallback, useMemo } from "react";
import { type ReachServer, reachOfAccount, reachOfComputer } from "../panels/reach-server.js";
import { useCapabilities, useServices, useValue } from "../state/use-services.js";
import { APP } from "../words/app-words.js";

/** The model that would answer, as it is named by its provider; null where none can. */
export function useModelName(): string | null {
  const { appState } = useServices();
  const model = useValue(appState.store).value?.model ?? null;
  if (model === null || !model.ready) return null;
  const slash = model.reference.indexOf("/");
  return slash < 0 ? model.reference : model.reference.slice(slash + 1);
}

/** Every server there is, of this computer or of the account: one of the two lists is always empty. */
export function useReachServers(): readonly ReachServer[] {
  const { servers, accountServers } = useServices();
  const { items } = useValue(servers.store);
  const { value } = useValue(accountServers.store);
  return useMemo(() => [...items.map(reachOfComputer), ...(value?.servers ?? []).map(reachOfAccount)], [items, value]);
}

/** A server by its id, as people call it. Ids of an account's servers are no names. */
export function useServerName(): (serverId: string, said?: string) => string {
  const servers = useReachServers();
  const { serversOf } = useCapabilities();
  return useCallback(
    (id, said) => servers.find((one) => one.id === id)?.name ?? said ?? (serversOf === "account" ? APP.goneServer : id),
    [servers, serversOf],
  );
}

export interface McpSwitch {
  /** Whether catalogs are sent in this conversation. */
  readonly isOn: boolean;
  /** The conversation's own choice; null follows the account's setting. */
  readonly own: boolean | null;
  readonly everywhere: boolean;
}

/** The switch of a conversation, null for the one that does not exist yet; null where there is no switch (SWT-01, SWT-02). */
export function useMcpSwitch(conversationId: string | null): McpSwitch | null {
  const { conversation, newConversation, toolSettings } = useServices();
  const { hasMcpSwitch } = useCapabilities();
  const everywhere = useValue(toolSettings.store).value?.mcpEverywhere ?? false;
  const chosen = useValue(newConversation).mcp;
  const open = useValue(conversation.store).conversation;
  if (!hasMcpSwitch) return null;
  const own = conversationId === null ? chosen : (open?.mcp ?? null);
  return { isOn: own ?? everywhere, own, everywhere };
}

/** Tools in reach of the next prompt of a conversation; null for the one that does not exist yet. */
export function useToolCount(conversationId: string | null): number {
  const servers = useReachServers();
  const mcp = useMcpSwitch(conversationId);
  if (mcp?.isOn === false) return 0;
  return servers.reduce((sum, one) => sum + one.toolCount, 0);
}
