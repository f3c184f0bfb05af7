import type { JsonSchema } from "@loop/contract";

/** A definition as the server gave it, kept so that nobody has to ask again (SRV-04). */
export interface StoredTool {
  readonly toolName: string;
  readonly label: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** What is known of a tool without reading its definition. */
export interface ToolSummary {
  readonly name: string;
  /** Of its declaration in a request. */
  readonly tokens: number;
}

/** A taken catalog. */
export interface StoredList {
  readonly tools: readonly StoredTool[];
}

export interface ListSummary {
  /** In the list's order. */
  readonly tools: readonly ToolSummary[];
  /** Prefixes that are groups; a name keeps its group as long as it is told here. */
  readonly groups: readonly string[];
  /** The beginning of what the server says of itself. */
  readonly opening: string | null;
  /** Characters of all definitions. */
  readonly length: number;
}

/** A server of an account. Its definitions are read apart, since they can be large. */
export interface AccountServerRow {
  readonly id: string;
  readonly accountId: string;
  readonly label: string;
  readonly slug: string;
  readonly url: string;
  /** Never the token itself; null where the server wants none. */
  readonly sealedToken: string | null;
  readonly enabled: boolean;
  readonly suspended: boolean;
  /** Rises with every change, whoever makes it. */
  readonly revision: number;
  /** Cards are in this order. */
  readonly position: number;
  readonly summary: ListSummary;
  /** Names of groups that are switched off; those of later tools too (GRP-01). */
  readonly groupsOff: readonly string[];
  readonly catalogAt: string;
  readonly createdAt: string;
}

export interface InstanceServerRow extends AccountServerRow {
  /** The owner's name for signing in; the account's id where there is none. */
  readonly ownerName: string;
}

export interface NewAccountServer {
  readonly id: string;
  readonly accountId: string;
  readonly label: string;
  readonly url: string;
  readonly sealedToken: string | null;
  readonly list: StoredList;
  readonly summary: ListSummary;
  readonly createdAt: string;
  /** Given the slugs that the account has; decides in the same transaction. */
  readonly slugFor: (taken: readonly string[]) => string;
  /** An account with this many takes no more. */
  readonly maxServers: number;
}

export interface AccountServerPatch {
  readonly label?: string;
  readonly url?: string;
  readonly sealedToken?: string | null;
  readonly enabled?: boolean;
  readonly groupsOff?: readonly string[];
  /** A catalog taken again. */
  readonly taken?: { readonly list: StoredList; readonly summary: ListSummary; readonly at: string };
}

export type ServerChange =
  | { readonly kind: "changed"; readonly row: AccountServerRow }
  | { readonly kind: "unknown" }
  /** It is not what it was when the change was prepared. Nothing was written. */
  | { readonly kind: "conflict" };

/** MCP servers of accounts. Each method but the last five sees one account alone (SEC-01). */
export interface AccountServerStore {
  /** In card order. */
  list(accountId: string): Promise<readonly AccountServerRow[]>;
  get(accountId: string, id: string): Promise<AccountServerRow | null>;
  /** The definitions of exactly this revision; null when there is another one by now. */
  definitions(accountId: string, id: string, revision: number): Promise<StoredList | null>;
  /** Null when the account has as many as it may have. */
  add(server: NewAccountServer): Promise<AccountServerRow | null>;
  /** `revision` is the one the change was made for. */
  change(
    target: { readonly accountId: string; readonly id: string; readonly revision: number },
    patch: AccountServerPatch,
  ): Promise<ServerChange>;
  remove(accountId: string, id: string): Promise<boolean>;
  /** For administrators: every server of the instance with its owner (ADM-01). */
  listAll(): Promise<readonly InstanceServerRow[]>;
  /** Null when there is no such server. A change that changes nothing keeps the revision. */
  suspend(id: string, suspended: boolean): Promise<InstanceServerRow | null>;
  /** Whose it was; null when there is no such server. */
  removeAny(id: string): Promise<string | null>;
  /** The same token under another key: the row is not changed by it. False when the token is another one by now. */
  reseal(id: string, tokens: { readonly from: string; readonly to: string }): Promise<boolean>;
  /** All servers of an account that is going. */
  removeAll(accountId: string): Promise<void>;
}
