import type { Conversation, Entry } from "@loop/contract";

/** A conversation as it is read, to be kept as a file. */
export interface Exported {
  readonly conversation: Conversation;
  readonly entries: readonly Entry[];
  readonly serverName: (serverId: string, said?: string) => string;
  /** ISO. */
  readonly at: string;
}

/** Everything a reader sees, as data: pictures, arguments and results included. */
export function asJson({ conversation, entries, at }: Exported): string {
  const { id, title, permission, workspace, createdAt, updatedAt } = conversation;
  const about = { id, title, permission, workspace, createdAt, updatedAt };
  return `${JSON.stringify({ format: "loop-conversation", version: 1, exportedAt: at, conversation: about, entries }, null, 2)}\n`;
}
