import type { AccountServerTool, AccountServerView } from "@loop/contract";
import {
  type AccountServerPatch,
  type AccountServerRow,
  type AccountServerStore,
  type Clock,
  slugFor,
} from "@loop/core/host";
import { failed, ok, type Result } from "../result.js";
import { groupsOffAfter } from "./groups-off.js";
import { readLabel } from "./server-label.js";
import type { ObstacleRules } from "./server-obstacle.js";
import { type PlannedChange, planChange, type WantedChange } from "./server-patch.js";
import type { ServerTester, TestedServer } from "./server-tester.js";
import { readToken, type ServerTokens } from "./server-tokens.js";
import { serverView, toolViews } from "./server-view.js";
import type { StoredCatalogs } from "./stored-catalogs.js";
import { compareLists } from "./taken-list.js";
import { toolNames } from "./tool-naming.js";

/** Who asks. */
export interface ServerOwner {
  readonly accountId: string;
  readonly role: "administrator" | "member";
}

export interface AccountServersOptions {
  readonly store: AccountServerStore;
  readonly tester: ServerTester;
  readonly tokens: ServerTokens;
  readonly catalogs: StoredCatalogs;
  readonly rules: ObstacleRules;
  /** Whether the administrator lets this account add servers; administrators always may (SRV-01). */
  readonly mayAddServers: (owner: ServerOwner) => Promise<boolean>;
  readonly clock: Clock;
  readonly newId: () => string;
  readonly maxServers: number;
  /** Characters of all definitions of one account. */
  readonly maxDefinitions: number;
}

export interface WantedServer {
  readonly label: string;
  readonly url: string;
  readonly token?: string | undefined;
}

export interface UpdatedTools {
  readonly server: AccountServerView;
  readonly tools: string[];
  readonly added: string[];
  readonly removed: string[];
  readonly changed: string[];
  readonly newGroups: string[];
}

/** The cards of an account: added after a test alone, changed as a whole or not at all, kept apart from every other account's. */
export class AccountServers {
  readonly #options: AccountServersOptions;

  constructor(options: AccountServersOptions) {
    this.#options = options;
  }

  /** Reads rows and nothing else (SRV-04). */
  async list(owner: ServerOwner): Promise<{ readonly servers: AccountServerView[]; readonly mayAdd: boolean }> {
    const { store, mayAddServers } = this.#options;
    const rows = await store.list(owner.accountId);
    return { servers: rows.map((row) => this.#view(row)), mayAdd: await mayAddServers(owner) };
  }

  /** The full list. */
  async read(
    accountId: string,
    id: string,
  ): Promise<Result<{ server: AccountServerView; tools: AccountServerTool[] }>> {
    const { store } = this.#options;
    const rows = await store.list(accountId);
    const row = rows.find((each) => each.id === id);
    const list = row === undefined ? null : await store.definitions(accountId, id, row.revision);
    if (row === undefined) return failed("server-unknown");
    if (list === null) return failed("server-changed");
    const names = toolNames(rows).get(id) ?? new Map<string, string>();
    return ok({ server: this.#view(row), tools: toolViews(row, list, names) });
  }

  /** Tests, then stores address, token and catalog in one go. A failed test stores nothing (SRV-03). */
  async add(owner: ServerOwner, wanted: WantedServer): Promise<Result<{ server: AccountServerView; tools: string[] }>> {
    const label = readLabel(wanted.label);
    if (!label.ok) return label;
    const tested = await this.#testNew(owner, { ...wanted, label: label.value });
    if (!tested.ok) return tested;
    const { token, found } = tested.value;
    // Adding may have been stopped while the server was asked.
    if (!(await this.#options.mayAddServers(owner))) return failed("servers-not-allowed");
    if (!(await this.#hasRoom(owner.accountId, null, found))) return failed("servers-too-many");
    const row = await this.#store(owner.accountId, { label: label.value, token, found });
    if (row === null) return failed("servers-too-many");
    await this.#options.catalogs.changed(owner.accountId);
    return ok({ server: this.#view(row), tools: namesOf(found) });
  }

  /** Stores nothing. */
  async test(owner: ServerOwner, wanted: Omit<WantedServer, "label">): Promise<Result<{ tools: string[] }>> {
    const tested = await this.#testNew(owner, { ...wanted, label: "test" });
    return tested.ok ? ok({ tools: namesOf(tested.value.found) }) : tested;
  }

  /** A changed address or token is tested first; if that fails, nothing of the change is stored (SRV-07). */
  async update(owner: ServerOwner, id: string, wanted: WantedChange): Promise<Result<{ server: AccountServerView }>> {
    const { accountId } = owner;
    const row = await this.#options.store.get(accountId, id);
    if (row === null) return failed("server-unknown");
    const plan = planChange(row, wanted);
    if (!plan.ok) return plan;
    const { patch, connection } = plan.value;
    const tested = connection === null ? ok({}) : await this.#testChanged(owner, row, connection);
    if (!tested.ok) return tested;
    const whole: AccountServerPatch = { ...patch, ...tested.value };
    if (Object.keys(whole).length === 0) return ok({ server: this.#view(row) });
    if (whole.taken === undefined) return this.#change(row, whole);
    const { summary, groupsOff } = { ...row, ...patch };
    return this.#change(row, { ...whole, groupsOff: groupsOffAfter({ summary, groupsOff }, whole.taken.summary) });
  }

  /** Its tools are gone from every turn before this resolves. */
  async remove(accountId: string, id: string): Promise<Result<Record<string, never>>> {
    const { store, catalogs } = this.#options;
    const isRemoved = await store.remove(accountId, id);
    await catalogs.changed(accountId);
    return isRemoved ? ok({}) : failed("server-unknown");
  }

  /** Takes the list again and says what became of it. A failure keeps the old one (SRV-08). */
  async updateTools(accountId: string, id: string): Promise<Result<UpdatedTools>> {
    const { store, tester, tokens } = this.#options;
    const row = await store.get(accountId, id);
    if (row === null) return failed("server-unknown");
    if (row.suspended) return failed("server-suspended");
    const token = tokens.open(row);
    if (!token.ok) return token;
    const { url, slug } = row;
    const found = await tester.test({ accountId, url, token: token.value, slug, groups: row.summary.groups });
    if (!found.ok) return found;
    if (!(await this.#hasRoom(accountId, id, found.value))) return failed("servers-too-many");
    const before = await store.definitions(accountId, id, row.revision);
    if (before === null) return failed("server-changed");
    const { list, summary } = found.value;
    const groupsOff = groupsOffAfter(row, summary);
    const stored = await this.#change(row, { groupsOff, taken: { list, summary, at: this.#options.clock.isoNow() } });
    if (!stored.ok) return stored;
    const { added, removed, changed } = compareLists(before, list);
    const known = new Set(row.summary.groups);
    return ok({
      server: stored.value.server,
      tools: namesOf(found.value),
      added: [...added],
      removed: [...removed],
      changed: [...changed],
      newGroups: summary.groups.filter((group) => !known.has(group)),
    });
  }

  #view(row: AccountServerRow): AccountServerView {
    return serverView(row, this.#options.rules);
  }

  async #testNew(
    owner: ServerOwner,
    { label, url, token: text }: WantedServer,
  ): Promise<Result<{ token: string | null; found: TestedServer }>> {
    const { store, tester, mayAddServers, maxServers } = this.#options;
    const { accountId } = owner;
    if (!(await mayAddServers(owner))) return failed("servers-not-allowed");
    const token = readToken(text ?? null);
    if (!token.ok) return token;
    if ((await store.list(accountId)).length >= maxServers) return failed("servers-too-many");
    const slug = slugFor(label, []);
    const found = await tester.test({ accountId, url, token: token.value, slug, groups: [] });
    return found.ok ? ok({ token: token.value, found: found.value }) : found;
  }

  /** Whether the account may keep this catalog beside those of its other servers. */
  async #hasRoom(accountId: string, id: string | null, found: TestedServer): Promise<boolean> {
    const { store, maxDefinitions } = this.#options;
    const others = (await store.list(accountId)).filter((row) => row.id !== id);
    return others.reduce((sum, { summary }) => sum + summary.length, found.summary.length) <= maxDefinitions;
  }

  #store(
    accountId: string,
    { label, token, found }: { readonly label: string; readonly token: string | null; readonly found: TestedServer },
  ): Promise<AccountServerRow | null> {
    const { store, tokens, clock, newId, maxServers } = this.#options;
    const id = newId();
    return store.add({
      id,
      accountId,
      label,
      url: found.url,
      sealedToken: tokens.seal(token, { id, accountId }),
      list: found.list,
      summary: found.summary,
      createdAt: clock.isoNow(),
      slugFor: (taken) => slugFor(label, taken),
      maxServers,
    });
  }

  async #testChanged(owner: ServerOwner, row: AccountServerRow, wanted: NonNullable<PlannedChange["connection"]>) {
    const { tester, tokens, clock, mayAddServers } = this.#options;
    // Without the permission an account keeps its servers, but leads none of them elsewhere (ADM-03).
    if (wanted.isOtherAddress && !(await mayAddServers(owner))) return failed("servers-not-allowed");
    if (row.suspended) return failed("server-suspended");
    const { accountId, slug, summary } = row;
    const { url, token } = wanted;
    const found = await tester.test({ accountId, url, token, slug, groups: summary.groups });
    if (!found.ok) return found;
    if (wanted.isOtherAddress && !(await mayAddServers(owner))) return failed("servers-not-allowed");
    if (!(await this.#hasRoom(accountId, row.id, found.value))) return failed("servers-too-many");
    const taken = { list: found.value.list, summary: found.value.summary, at: clock.isoNow() };
    return ok({ url: found.value.url, sealedToken: tokens.seal(token, row), taken });
  }

  async #change(row: AccountServerRow, patch: AccountServerPatch): Promise<Result<{ server: AccountServerView }>> {
    const { store, catalogs } = this.#options;
    const outcome = await store.change(row, patch);
    await catalogs.changed(row.accountId);
    switch (outcome.kind) {
      case "changed":
        return ok({ server: this.#view(outcome.row) });
      case "unknown":
        return failed("server-unknown");
      default:
        return failed("server-changed");
    }
  }
}

function namesOf({ summary }: TestedServer): string[] {
  return summary.tools.map(({ name }) => name);
}
