import type { McpServerView } from "@loop/contract";
import { sentenceAndStep } from "./call-words.js";
import { visibleLine } from "./visible-text.js";

/** How a server is connected again on this surface: the words after "then". */
export type RetryWords = (serverId: string) => string;

/** The sentence and the next step of a server in error; the tables speak of a button that a terminal has not. */
export function serverProblem(serverId: string, code: string, retry: RetryWords): string {
  return sentenceAndStep(code).replace(/\bpress Retry\b/iu, retry(visibleLine(serverId)));
}

/** One row a server, columns in line, and below it what to do where a server is in error. */
export function renderServers(servers: readonly McpServerView[], retry: RetryWords): string[] {
  if (servers.length === 0) return ["There are no servers."];
  const rows = servers.map((server) => [
    visibleLine(server.config.id),
    visibleLine(server.config.name),
    server.status,
    server.status === "ready" ? String(server.toolCount) : "-",
    visibleLine(whereFrom(server)),
  ]);
  const problems = servers.map((server) => problemLines(server, retry));
  const [head, ...body] = columns([["ID", "NAME", "STATUS", "TOOLS", "FROM"], ...rows]);
  return [head ?? "", ...body.flatMap((line, index) => [line, ...(problems[index] ?? [])])];
}

function problemLines(server: McpServerView, retry: RetryWords): string[] {
  if (server.status === "error") return [`  ${serverProblem(server.config.id, server.code, retry)}`];
  if (server.status !== "ready") return [];
  const dropped = server.droppedTools?.length ?? 0;
  return dropped === 0 ? [] : [`  Tools left out because their definition cannot be used: ${dropped}.`];
}

function whereFrom({ config: { transport } }: McpServerView): string {
  return transport.type === "http" ? transport.url : transport.command;
}

/** The last column may be of any length. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = rows.reduce<readonly number[]>(
    (widest, row) => row.map((cell, index) => Math.max(cell.length, widest[index] ?? 0)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, index) => (index === row.length - 1 ? cell : cell.padEnd(widths[index] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
