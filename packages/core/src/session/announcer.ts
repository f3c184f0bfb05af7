import { LIST_MCP_TOOLS } from "../app-tools/reserved-names.js";
import { type AnnouncedServer, announcedServers, findGroup, findServer } from "./announce-catalog.js";
import { counted, serverRow } from "./announce-declaration.js";
import type { CapturedCatalog, CapturedTool } from "./catalog-capture.js";
import { limitTools, type ToolLimits } from "./tool-limit.js";

export type Asked =
  | { readonly ok: false; readonly text: string }
  /** `newlyLeftOut`: tools that found no room and of which the reader has not been told yet. */
  | { readonly ok: true; readonly text: string; readonly newlyLeftOut: number };

/** Which of a frozen catalog's tools a model has asked for in a turn. Knows the snapshot and nothing else: asking sends nothing. */
export class Announcer {
  readonly #servers: readonly AnnouncedServer[];
  readonly #captured: ReadonlyMap<string, CapturedTool>;
  readonly #limits: ToolLimits;
  readonly #wanted = new Set<string>();
  #opened: readonly CapturedTool[] = [];

  constructor({ tools, servers }: CapturedCatalog, limits: ToolLimits) {
    this.#servers = announcedServers({ tools: tools.map(({ tool }) => tool), servers });
    this.#captured = new Map(tools.map((captured) => [captured.tool.name, captured]));
    this.#limits = limits;
  }

  /** In the order in which they were asked for; only ever longer. */
  get opened(): readonly CapturedTool[] {
    return this.#opened;
  }

  /** Numbers for the reader: everything asked for, and what of it found room. */
  get counts(): ReturnType<typeof limitTools<string>> {
    return limitTools([...this.#wanted], this.#limits);
  }

  ask({ server: named, group }: { readonly server?: string | undefined; readonly group?: string | undefined }): Asked {
    if (named === undefined) return { ok: true, text: this.#overview(), newlyLeftOut: 0 };
    const server = findServer(this.#servers, named);
    if (server === null) return { ok: false, text: `There is no such server. The servers are:\n${this.#rows()}` };
    if (group === undefined) return this.#open(server.tools.map(({ name }) => name));
    const found = findGroup(server, group);
    if (found === null) return { ok: false, text: `This server has no such group:\n${serverRow(server)}` };
    return this.#open(found.tools.map(({ name }) => name));
  }

  /** What to tell a model that calls a tool it cannot call yet; null for a name that is not in the catalog. */
  askFirst(name: string): string | null {
    const server = this.#servers.find(({ tools }) => tools.some((tool) => tool.name === name));
    if (server === undefined) return null;
    if (this.#opened.some(({ tool }) => tool.name === name)) {
      return `${name} can be called from your next message on. Nothing was sent.`;
    }
    if (this.#wanted.has(name)) return `${name} found no room among this turn's tools. Nothing was sent.`;
    const group =
      server.groups.length < 2
        ? undefined
        : server.groups.find((each) => each.tools.some((tool) => tool.name === name));
    const ask = JSON.stringify({ server: server.key, ...(group === undefined ? {} : { group: group.key }) });
    return `${name} has not been asked for in this turn: call ${LIST_MCP_TOOLS} with ${ask} first. Nothing was sent.`;
  }

  #open(names: readonly string[]): Asked {
    const before = this.counts.leftOut;
    const already = names.filter((name) => this.#opened.some(({ tool }) => tool.name === name));
    for (const name of names) this.#wanted.add(name);
    const { offered, leftOut } = this.counts;
    this.#opened = offered.flatMap((name) => this.#captured.get(name) ?? []);
    const added = names.filter((name) => !already.includes(name) && offered.includes(name));
    const missing = names.filter((name) => !offered.includes(name));
    const parts = [
      listing("From your next message on you can call", added),
      listing("You can call already", already),
      listing("No room is left in this turn for", missing),
    ];
    return { ok: true, text: parts.filter((part) => part !== "").join("\n"), newlyLeftOut: leftOut - before };
  }

  #overview(): string {
    const rows = this.#servers.map((server) => {
      const groups = server.groups.map(({ key, tools }) => {
        const names = tools.map(({ name }) => name).join(", ");
        return server.groups.length < 2 ? `  ${names}` : `  ${JSON.stringify(key)}: ${names}`;
      });
      return [`- ${JSON.stringify(server.key)}: ${counted(server.tools.length)}`, ...groups].join("\n");
    });
    return ["Nothing was added. Name a server to add its tools.", ...rows].join("\n");
  }

  #rows(): string {
    return this.#servers.map(serverRow).join("\n");
  }
}

function listing(words: string, names: readonly string[]): string {
  return names.length === 0 ? "" : `${words} ${counted(names.length)}: ${names.join(", ")}.`;
}
