/** Where a new event of the account rings. */
export function accountTopic(accountId: string): string {
  return `account:${accountId}`;
}

/** Where the answer to one question rings. */
export function approvalTopic(approvalId: string): string {
  return `approval:${approvalId}`;
}

/** Where a change of the account's MCP servers rings. */
export function serversTopic(accountId: string): string {
  return `servers:${accountId}`;
}

/** Where somebody rings who wants a turn of another server to stop. */
export function stopTopic(turnId: string): string {
  return `stop:${turnId}`;
}
