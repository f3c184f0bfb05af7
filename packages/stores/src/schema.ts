import type {
  AccountRole,
  AccountStatus,
  ApprovalDecision,
  PermissionPreset,
  SessionEvent,
  TurnEndReason,
  TurnEvent,
} from "@loop/contract";
import type { Message } from "@loop/core/host";
import type { Kysely, Transaction } from "kysely";

/**
 * One schema for every database. Ids are text, times ISO text where they are shown and milliseconds where they are
 * compared, JSON is text, truth is 0 or 1.
 */
export interface Tables {
  account: AccountTable;
  conversation: ConversationTable;
  turn: TurnTable;
  event: EventTable;
  message: MessageTable;
  approval: ApprovalTable;
  call: CallTable;
  setting: SettingTable;
  login: LoginTable;
  sign_in: SignInTable;
  invite: InviteTable;
  mcp_server: McpServerTable;
  persona: PersonaTable;
  memory: MemoryTable;
}

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

export interface AccountTable {
  id: string;
  /** The last sequence number given out; numbers rise by one and none is skipped. */
  last_seq: number;
}

export interface ConversationTable {
  id: string;
  account_id: string;
  title: string;
  permission: PermissionPreset;
  workspace: string | null;
  /** Null follows the account's setting. */
  mcp: number | null;
  persona_id: string | null;
  created_at: string;
  updated_at: string;
  last_message: number;
}

export interface TurnTable {
  id: string;
  account_id: string;
  conversation_id: string;
  parent_turn_id: string | null;
  status: "running" | TurnEndReason;
  owner: string;
  lease_until_ms: number;
}

/** The log. It outlives its conversation by one row: the one that says the conversation is gone. */
export interface EventTable {
  account_id: string;
  seq: number;
  conversation_id: string;
  turn_id: string | null;
  type: LoggedEvent["type"];
  body: string;
  /** Of a merged row: where each delta ended, as JSON `[seq, end][]`. Null otherwise. */
  parts: string | null;
}

export interface MessageTable {
  conversation_id: string;
  position: number;
  account_id: string;
  turn_id: string;
  role: Message["role"];
  body: string;
}

export interface ApprovalTable {
  id: string;
  account_id: string;
  conversation_id: string;
  turn_id: string;
  call_id: string;
  request: string;
  allow_session: number;
  expires_at_ms: number | null;
  /** `answered`: a person decided. `settled`: the turn's runner has taken note and logged the result. */
  state: "pending" | "answered" | "settled";
  decision: ApprovalDecision | null;
  note: string | null;
  stop_script: number;
}

/** What is needed to end a call whose runner is gone. A call id is unique within its turn. */
export interface CallTable {
  turn_id: string;
  call_id: string;
  account_id: string;
  /** 1 once the call was about to be sent. */
  dispatched: number;
  ended: number;
}

export interface SettingTable {
  account_id: string;
  key: string;
  value: string;
}

export interface LoginTable {
  account_id: string;
  name: string;
  /** The name without regard to case. */
  name_key: string;
  password_hash: string;
  role: AccountRole;
  status: AccountStatus;
  created_at: string;
}

export interface SignInTable {
  id: string;
  account_id: string;
  /** Of the cookie's token, which is stored nowhere. */
  token_hash: string;
  device: string;
  created_at: string;
  last_used_at: string;
  expires_at_ms: number;
}

export interface InviteTable {
  id: string;
  code_hash: string;
  role: AccountRole;
  created_at: string;
  expires_at_ms: number;
}

export interface McpServerTable {
  id: string;
  account_id: string;
  label: string;
  slug: string;
  url: string;
  /** Sealed; null where the server wants none. */
  token: string | null;
  enabled: number;
  suspended: number;
  /** Rises with every change. */
  revision: number;
  position: number;
  /** The definitions as JSON. */
  catalog: string;
  /** Names, sizes and groups as JSON: enough for every page but the full list. */
  summary: string;
  /** Names of groups that are switched off, as JSON. */
  groups_off: string;
  catalog_at: string;
  created_at: string;
}

export interface PersonaTable {
  id: string;
  account_id: string;
  name: string;
  instructions: string;
  created_at: string;
}

export interface MemoryTable {
  id: string;
  account_id: string;
  persona_id: string;
  text: string;
  created_at: string;
}

/** Events that are stored. `server-status` never is. */
export type LoggedEvent = SessionEvent | Extract<TurnEvent, { type: "conversation" }>;
