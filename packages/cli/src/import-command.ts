import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline/promises";
import { type ErrorCode, errorText, type McpServerConfig } from "@loop/contract";
import { type ImportedServer, importServers, type McpManager } from "@loop/core";
import { sentenceAndStep } from "./call-words.js";
import { errorCodeOf } from "./error-code.js";
import type { TerminalIo } from "./process-io.js";
import { columns } from "./render-servers.js";
import { visibleLine } from "./visible-text.js";

export interface RefusedEntry {
  readonly name: string;
  readonly code: ErrorCode;
}

/** What another host's file holds: servers that can be saved, and entries that cannot. */
export interface ImportPreview {
  readonly servers: readonly McpServerConfig[];
  readonly refused: readonly RefusedEntry[];
}

export type ImportReading =
  | { readonly ok: true; readonly preview: ImportPreview }
  | { readonly ok: false; readonly sentence: string };

/** `path` may be `-` for standard input. Nothing is saved. */
export async function readImport(path: string, io: Pick<TerminalIo, "stdin">): Promise<ImportReading> {
  const text = await textOf(path, io);
  if (text === null) {
    return { ok: false, sentence: `${visibleLine(path)} cannot be read. Check the name and the rights.` };
  }
  const found = importServers(text);
  if ("code" in found) {
    const sentence = `There are no servers in it that Loop could read. ${errorText(found.code).nextStep}`;
    return { ok: false, sentence };
  }
  return { ok: true, preview: { servers: found.flatMap(configOf), refused: found.flatMap(refusalOf) } };
}

function configOf(entry: ImportedServer): readonly McpServerConfig[] {
  return entry.ok ? [entry.config] : [];
}

function refusalOf(entry: ImportedServer): readonly RefusedEntry[] {
  return entry.ok ? [] : [{ name: entry.name, code: entry.code }];
}

async function textOf(path: string, { stdin }: Pick<TerminalIo, "stdin">): Promise<string | null> {
  try {
    if (path !== "-") return await readFile(path, "utf8");
    const parts: Buffer[] = [];
    for await (const part of stdin) parts.push(Buffer.from(part));
    return Buffer.concat(parts).toString("utf8");
  } catch {
    return null;
  }
}

/** Names of what would be saved, never a value of a variable or a header. */
export function previewLines({ servers, refused }: ImportPreview): readonly string[] {
  const rows = servers.map(({ id, name, enabled, transport }) => [
    visibleLine(id),
    visibleLine(name),
    enabled ? "on" : "off",
    visibleLine(secretNames(transport)) || "-",
    visibleLine(transport.type === "http" ? transport.url : [transport.command, ...transport.args].join(" ")),
  ]);
  const table = rows.length === 0 ? [] : columns([["ID", "NAME", "IS", "VALUES OF", "FROM"], ...rows]);
  return [...table, ...refused.map(refusedLine)];
}

function secretNames(transport: McpServerConfig["transport"]): string {
  const saved = transport.type === "http" ? transport.headers : transport.env;
  return saved.map(({ key }) => key).join(", ");
}

export function refusedLine({ name, code }: RefusedEntry): string {
  return `Left out: ${visibleLine(name)} (${code}): ${sentenceAndStep(code)}`;
}

/** Asks at the terminal; null where there is none. */
export async function askToSave(count: number, io: TerminalIo): Promise<boolean | null> {
  if (!io.isInputTerminal || !io.isErrorTerminal) return null;
  const line = createInterface({ input: io.stdin, output: io.stderr });
  try {
    const answer = await line.question(`Save ${count === 1 ? "this server" : `these ${count} servers`}? [y/N] `);
    return /^y(es)?$/iu.test(answer.trim());
  } catch {
    return false;
  } finally {
    line.close();
  }
}

export interface SavedImport {
  readonly saved: readonly string[];
  readonly refused: readonly RefusedEntry[];
}

/** One after the other; one that cannot be saved never keeps the others from it. */
export async function saveImport(servers: readonly McpServerConfig[], manager: McpManager): Promise<SavedImport> {
  const saved: string[] = [];
  const refused: RefusedEntry[] = [];
  for (const config of servers) {
    try {
      await manager.save(config, true);
      saved.push(config.id);
    } catch (error) {
      const code = errorCodeOf(error);
      if (code === null) throw error;
      refused.push({ name: config.id, code });
    }
  }
  return { saved, refused };
}
