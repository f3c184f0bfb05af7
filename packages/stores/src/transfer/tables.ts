import type { Tables } from "../schema.js";

/** The key of every table, in an order in which a row comes after the rows it refers to. A new table is added here. */
export const KEYS = {
  account: ["id"],
  setting: ["account_id", "key"],
  login: ["account_id"],
  sign_in: ["id"],
  invite: ["id"],
  mcp_server: ["id"],
  persona: ["id"],
  memory: ["id"],
  conversation: ["id"],
  turn: ["id"],
  message: ["conversation_id", "position"],
  event: ["account_id", "seq"],
  approval: ["id"],
  call: ["turn_id", "call_id"],
} as const satisfies Record<keyof Tables, readonly string[]>;

export type TableName = keyof Tables;

export const TABLE_NAMES: readonly TableName[] = Object.keys(KEYS).filter(isTableName);

export function isTableName(name: string): name is TableName {
  return Object.hasOwn(KEYS, name);
}
