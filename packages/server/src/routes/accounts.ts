import type { RouteName } from "@loop/contract";
import type { AccountDesk } from "../accounts/account-desk.js";
import type { Arrival } from "../accounts/desk-options.js";
import { deviceWords } from "../accounts/device-words.js";
import type { SignedIn } from "../accounts/entrance.js";
import type { Owner } from "../accounts/own-account.js";
import type { ApiRequest, SharedHandlers } from "../http/api-handlers.js";
import { failed, ok, type Result } from "../result.js";
import type { Services } from "../services.js";
import { currentCursor } from "./cursor.js";

type EntranceRoutes = Pick<SharedHandlers, "signInOptions" | "setUp" | "signIn" | "register">;
type OwnRoutes = Pick<
  SharedHandlers,
  "signOut" | "me" | "changePassword" | "deleteMe" | "listSignIns" | "revokeSignIn"
>;
type AdministratorRoutes = Pick<
  SharedHandlers,
  | "listAccounts"
  | "createAccount"
  | "updateAccount"
  | "deleteAccount"
  | "listInvites"
  | "createInvite"
  | "revokeInvite"
  | "instanceSettings"
  | "changeInstanceSettings"
>;
type CursorServices = Pick<Services, "stores">;

/** Sign-in, one's own account, and what administrators do with accounts. */
export function accountRoutes(
  services: CursorServices,
  desk: AccountDesk,
): EntranceRoutes & OwnRoutes & AdministratorRoutes {
  return { ...entranceRoutes(desk), ...ownRoutes(services, desk), ...administratorRoutes(services, desk) };
}

function entranceRoutes({ entrance }: AccountDesk): EntranceRoutes {
  return {
    signInOptions: async () => ok(await entrance.options()),
    setUp: async (request) => welcome(request, await entrance.setUp(request.body, arrivalOf(request))),
    signIn: async (request) => welcome(request, await entrance.signIn(request.body, arrivalOf(request))),
    register: async (request) => {
      const { invite = null, ...wanted } = request.body;
      return welcome(request, await entrance.register({ ...wanted, invite }, arrivalOf(request)));
    },
  };
}

function ownRoutes(services: CursorServices, { own, instance }: AccountDesk): OwnRoutes {
  return {
    signOut: (request) =>
      asOwner(request, async (owner) => {
        request.setCookie((await own.signOut(owner)).cookie);
        return ok({});
      }),
    me: (request) =>
      asOwner(request, async (owner) => {
        const cursor = await currentCursor(services, request.accountId);
        const account = await own.read(owner);
        if (!account.ok) return account;
        return ok({ account: account.value, mayAddMcpServers: await instance.mayAddServers(owner.visitor), cursor });
      }),
    changePassword: (request) =>
      asOwner(request, async (owner) => withCookie(request, await own.changePassword(owner, request.body))),
    deleteMe: (request) =>
      asOwner(request, async (owner) => withCookie(request, await own.remove(owner, request.body.password))),
    listSignIns: (request) =>
      asOwner(request, async (owner) => {
        const cursor = await currentCursor(services, request.accountId);
        return ok({ signIns: await own.signIns(owner), cursor });
      }),
    revokeSignIn: (request) =>
      asOwner(request, async (owner) => withCookie(request, await own.endSignIn(owner, request.param("id")))),
  };
}

function administratorRoutes(services: CursorServices, desk: AccountDesk): AdministratorRoutes {
  const { administration, instance } = desk;
  return {
    listAccounts: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      return ok({ accounts: await administration.list(), cursor });
    },
    createAccount: async ({ body }) => oneAccount(await administration.create(body)),
    updateAccount: async ({ accountId, param, body }) =>
      oneAccount(await administration.change({ id: param("id"), by: accountId }, body)),
    deleteAccount: async ({ accountId, param }) =>
      nothing(await administration.remove({ id: param("id"), by: accountId })),
    listInvites: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      return ok({ invites: await administration.invites(), cursor });
    },
    createInvite: async ({ body }) =>
      ok(await administration.createInvite({ role: body.role ?? null, days: body.days ?? null })),
    revokeInvite: async ({ param }) => nothing(await administration.revokeInvite(param("id"))),
    instanceSettings: async ({ accountId }) => {
      const cursor = await currentCursor(services, accountId);
      return ok({ ...(await instance.read()), cursor });
    },
    changeInstanceSettings: async ({ body: { usersMayAddMcpServers, registration } }) =>
      ok(
        await instance.change({
          ...(usersMayAddMcpServers === undefined ? {} : { usersMayAddMcpServers }),
          ...(registration === undefined ? {} : { registration }),
        }),
      ),
  };
}

function arrivalOf({ remoteAddress, device, visitor }: ApiRequest<RouteName>): Arrival {
  return { remoteAddress, device: deviceWords(device), signInId: visitor?.signInId ?? null };
}

function welcome(request: Pick<ApiRequest<RouteName>, "setCookie">, signedIn: Result<SignedIn>) {
  if (!signedIn.ok) return signedIn;
  request.setCookie(signedIn.value.cookie);
  return ok({ account: signedIn.value.account });
}

function asOwner<Value>(
  { visitor, remoteAddress }: Pick<ApiRequest<RouteName>, "visitor" | "remoteAddress">,
  work: (owner: Owner) => Promise<Result<Value>>,
): Promise<Result<Value>> {
  return visitor === null ? Promise.resolve(failed("unauthorized")) : work({ visitor, remoteAddress });
}

function withCookie(
  request: Pick<ApiRequest<RouteName>, "setCookie">,
  done: Result<{ readonly cookie: string | null }>,
) {
  if (!done.ok) return done;
  if (done.value.cookie !== null) request.setCookie(done.value.cookie);
  return ok({});
}

function oneAccount<Account>(result: Result<Account>) {
  return result.ok ? ok({ account: result.value }) : result;
}

function nothing(result: Result<null>) {
  return result.ok ? ok({}) : result;
}
