import type { McpTool, McpToolSnapshot } from "../mcp/tool-source.js";
import { nameForScripts, type ScriptNames, type ScriptTool } from "./namespaces.js";
import { NearestNames } from "./nearest.js";
import { buildToolIndex } from "./search/build-index.js";
import { searchMerged } from "./search/rank-merge.js";
import type { ToolIndex } from "./search/tool-index.js";
import { typeText } from "./typegen.js";

const SUMMARY_CHARACTERS = 160;
/** Where a first line is looked for: a description may have half a million characters. */
const LINE_CHARACTERS = 2_000;
const SEARCH_LIMIT = 10;
const SEARCH_MOST = 50;
const NAMESPACE_LIMIT = 50;
const QUERIES_MOST = 5;

export interface ToolSummary {
  readonly path: string;
  readonly summary: string;
}

/** What a script can find out without calling anything, over one prompt's frozen snapshot (CM-02, PRM-04). */
export class ScriptCatalog {
  readonly names: ScriptNames;
  readonly #paths: ReadonlyMap<McpTool, string>;
  readonly #tools: readonly McpTool[];
  readonly #nearPaths: NearestNames;
  readonly #nearNamespaces: NearestNames;
  #index: Promise<ToolIndex> | null = null;

  constructor(snapshot: McpToolSnapshot) {
    this.names = nameForScripts(snapshot);
    const named = this.names.namespaces.flatMap((namespace) => namespace.tools);
    this.#paths = new Map(named.map(({ tool, path }) => [tool, path]));
    this.#tools = named.map(({ tool }) => tool);
    this.#nearPaths = new NearestNames(this.#paths.values());
    this.#nearNamespaces = new NearestNames(this.names.namespaces.map((namespace) => namespace.name));
  }

  /** Made at the first search and kept with the catalog: never on the prompt's path. */
  #search(): Promise<ToolIndex> {
    this.#index ??= buildToolIndex(this.#tools);
    return this.#index;
  }

  async searchTools(query: unknown, options: unknown): Promise<unknown> {
    const queries = (Array.isArray(query) ? query : [query])
      .filter((one) => typeof one === "string")
      .slice(0, QUERIES_MOST);
    const { limit, namespace } = readOptions(options, { limit: SEARCH_LIMIT, most: SEARCH_MOST });
    const within = namespace === null ? null : this.names.findNamespace(namespace);
    if (namespace !== null && within === null) return { total: 0, tools: [], note: this.#unknownNamespace(namespace) };
    const accept = (tool: McpTool) => within === null || tool.serverId === within.serverId;
    const found = searchMerged(await this.#search(), queries, { limit, accept, mixServers: within === null });
    const note = this.#noteFor(found.hits);
    const tools = found.hits.flatMap(({ tool }) => this.#summary(tool));
    return { total: found.total, tools, ...(note === null ? {} : { note }) };
  }

  describeNamespace(name: string, options: unknown): unknown {
    const namespace = this.names.findNamespace(name);
    if (namespace === null) return null;
    const { limit, offset } = readOptions(options, { limit: NAMESPACE_LIMIT, most: NAMESPACE_LIMIT });
    return {
      id: namespace.serverId,
      name: namespace.serverName,
      instructions: namespace.instructions === null ? null : firstLine(namespace.instructions),
      total: namespace.tools.length,
      tools: namespace.tools.slice(offset, offset + limit).flatMap(({ tool }) => this.#summary(tool)),
    };
  }

  describeTool(path: string, options: unknown): unknown {
    const entry = this.names.find(path);
    if (entry === null) return null;
    const { tool } = entry;
    const wantsSchema = isRecord(options) && options.schema === true;
    return {
      path: entry.path,
      description: tool.description,
      input: typeText(tool.inputSchema),
      output: tool.outputSchema === undefined ? "unknown" : typeText(tool.outputSchema),
      ...(wantsSchema ? { schema: tool.inputSchema } : {}),
    };
  }

  find(path: string): ScriptTool | null {
    return this.names.find(path);
  }

  /** A sentence for a path that does not exist, naming the nearest that do. */
  unknownTool(path: string): string {
    const near = this.#nearPaths.find(path);
    return near.length === 0
      ? "there is no such tool; use searchTools"
      : `there is no such tool; near: ${near.join(", ")}`;
  }

  #unknownNamespace(name: string): string {
    const known = this.names.namespaces.map((namespace) => namespace.name);
    const near = this.#nearNamespaces.find(name);
    return `there is no namespace with this name; ${near.length > 0 ? "near" : "known"}: ${(near.length > 0 ? near : known.slice(0, 20)).join(", ")}`;
  }

  #noteFor(hits: readonly { readonly isGuess: boolean }[]): string | null {
    if (hits.some((hit) => !hit.isGuess)) return null;
    const known = this.names.namespaces.map((namespace) => namespace.name).slice(0, 30);
    const words = hits.length === 0 ? "nothing fits" : "no word of the query is known; these are guesses";
    return `${words}; try other English keywords, or one of: ${known.join(", ")}`;
  }

  #summary(tool: McpTool): readonly ToolSummary[] {
    const path = this.#paths.get(tool);
    return path === undefined ? [] : [{ path, summary: firstLine(tool.description) }];
  }
}

function readOptions(
  options: unknown,
  bounds: { readonly limit: number; readonly most: number },
): { limit: number; offset: number; namespace: string | null } {
  const record = isRecord(options) ? options : {};
  const limit = wholeNumber(record.limit, bounds.limit);
  const namespace = typeof record.namespace === "string" ? record.namespace : null;
  return { limit: Math.min(Math.max(1, limit), bounds.most), offset: wholeNumber(record.offset, 0), namespace };
}

function wholeNumber(value: unknown, otherwise: number): number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : otherwise;
}

function firstLine(text: string): string {
  const line =
    text
      .slice(0, LINE_CHARACTERS)
      .split(/\r?\n/)
      .find((candidate) => candidate.trim() !== "")
      ?.trim() ?? "";
  const points = [...line];
  return points.length <= SUMMARY_CHARACTERS ? line : `${points.slice(0, SUMMARY_CHARACTERS).join("")}…`;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
