import type { AccountServerRoom } from "../catalogs/create-account-servers.js";
import type { ApiHandlers, ApiRequest } from "../http/api-handlers.js";
import { attempt, failed, ok, type Result } from "../result.js";
import type { Services } from "../services.js";
import { currentCursor } from "./cursor.js";

type AccountServerRoutes = Pick<
  ApiHandlers,
  | "listAccountServers"
  | "addAccountServer"
  | "testAccountServer"
  | "readAccountServer"
  | "updateAccountServer"
  | "deleteAccountServer"
  | "updateTools"
>;

type Room = Pick<AccountServerRoom, "cards">;

/** Servers of the visitor's own account; the id of anybody else's is as unknown as one that never was (SEC-01). */
export function accountServerRoutes(services: Pick<Services, "stores">, { cards }: Room): AccountServerRoutes {
  const cursor = (accountId: string) => currentCursor(services, accountId);
  return {
    listAccountServers: async ({ visitor, accountId }) => {
      if (visitor === null) return failed("unauthorized");
      const from = await cursor(accountId);
      return settled(cards.list(visitor).then((listed) => ok({ ...listed, cursor: from })));
    },
    addAccountServer: ({ visitor, body }) => forOwner(visitor, (owner) => cards.add(owner, body)),
    testAccountServer: ({ visitor, body }) => forOwner(visitor, (owner) => cards.test(owner, body)),
    readAccountServer: async ({ accountId, param }) => {
      const from = await cursor(accountId);
      const found = await settled(cards.read(accountId, param("id")));
      return found.ok ? ok({ ...found.value, cursor: from }) : found;
    },
    updateAccountServer: ({ visitor, param, body }) =>
      forOwner(visitor, (owner) => cards.update(owner, param("id"), body)),
    deleteAccountServer: ({ accountId, param }) => settled(cards.remove(accountId, param("id"))),
    updateTools: ({ accountId, param }) => settled(cards.updateTools(accountId, param("id"))),
  };
}

type Visitor = NonNullable<ApiRequest<"addAccountServer">["visitor"]>;

async function forOwner<Value>(
  visitor: Visitor | null,
  work: (owner: Visitor) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  return visitor === null ? failed("unauthorized") : settled(work(visitor));
}

/** A store that cannot be read or written is a code like any other. */
async function settled<Value>(work: Promise<Result<Value>>): Promise<Result<Value>> {
  const result = await attempt(work);
  return result.ok ? result.value : result;
}
