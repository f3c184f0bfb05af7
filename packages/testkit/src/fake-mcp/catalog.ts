import { defaultTools, type FakeBehaviour, type FakeTool, type FakeToolSource } from "./behaviour.js";
import { libraryTool } from "./tool-library.js";

export interface CatalogPage {
  readonly tools: readonly unknown[];
  readonly nextCursor?: string;
}

function expand(source: FakeToolSource): FakeTool[] {
  if (typeof source === "string")
    return [libraryTool(source)?.definition ?? { name: source, inputSchema: { type: "object" } }];
  if (!("many" in source)) return [source];
  const description = "d".repeat(source.descriptionBytes ?? 12);
  return Array.from({ length: source.many }, (_, index) => ({
    name: `${source.prefix ?? "tool"}-${index}`,
    description,
    inputSchema: { type: "object", properties: { index: { type: "number" } } },
  }));
}

/** The tools of the version in force. */
export function toolsOf(behaviour: FakeBehaviour, version: number): FakeTool[] {
  const { catalogs } = behaviour;
  const sources = catalogs?.[Math.min(version, catalogs.length - 1)] ?? behaviour.tools ?? defaultTools;
  return sources.flatMap(expand);
}

/** A tool as listed: without what only a call would show. */
function listed(tool: FakeTool): unknown {
  const { result: _result, error: _error, ...shown } = tool;
  return shown;
}

function offsetOf(cursor: unknown): number {
  const match = typeof cursor === "string" ? /(\d+)$/.exec(cursor) : null;
  return Number(match?.[1] ?? 0);
}

export function catalogPage(
  behaviour: FakeBehaviour,
  request: { readonly version: number; readonly cursor: unknown; readonly pageNumber: number },
): CatalogPage {
  const tools = toolsOf(behaviour, request.version);
  const { pages } = behaviour;
  if (!pages) return { tools: tools.map(listed) };
  const kind = pages.cursor ?? "normal";
  if (kind === "normal") return normalPage(tools, pages.size, offsetOf(request.cursor));
  const shown = pages.freshTools
    ? expand({ many: pages.size, prefix: `page-${request.pageNumber}` })
    : tools.slice(0, pages.size);
  return { tools: shown.map(listed), nextCursor: endlessCursor(kind, request) };
}

function normalPage(tools: readonly FakeTool[], size: number, start: number): CatalogPage {
  const end = start + size;
  const shown = tools.slice(start, end).map(listed);
  return end < tools.length ? { tools: shown, nextCursor: `from-${end}` } : { tools: shown };
}

function endlessCursor(
  kind: "repeat" | "cycle" | "endless" | "empty",
  request: { readonly cursor: unknown; readonly pageNumber: number },
): string {
  switch (kind) {
    case "repeat":
      return "again";
    case "cycle":
      return request.cursor === "a" ? "b" : "a";
    case "endless":
      return `new-${request.pageNumber}`;
    case "empty":
      return "";
  }
}
