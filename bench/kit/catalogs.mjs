// Stored catalogs of real servers as Loop reads them, where they are there. They are not part of this repository.
import { existsSync, readFileSync } from "node:fs";
import { corePart } from "./loop-parts.mjs";

const FOLDER = new URL("../../../shared/data/", import.meta.url);
const read = (name) => JSON.parse(readFileSync(new URL(name, FOLDER), "utf8"));

export const hasCatalogs = () => existsSync(new URL("catalogues.json", FOLDER));
export const hasQueries = () => hasCatalogs() && existsSync(new URL("tool-search-queries.json", FOLDER));
export const readQueries = () => read("tool-search-queries.json");

/** A server's id as Loop allows them, from a package's name. */
const idOf = (name) =>
  name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replace(/^-/, "");

/** `[{ package, server, tools }]`: read by Loop's own reader and named by Loop's own adapter. */
export async function readCatalogs() {
  const { readTools, readInstructions } = await corePart("mcp/catalog.js");
  const { adaptTool } = await corePart("mcp/tool-adapters.js");
  return Object.entries(read("catalogues.json")).map(([name, { serverInfo, instructions, tools = [] }]) => {
    const server = { id: idOf(name), name: serverInfo?.title ?? serverInfo?.name ?? name };
    const adapted = readTools(tools, { sendsHeaders: false }).tools.map((tool) => adaptTool(tool, server));
    const words = readInstructions(instructions ?? null);
    const row = {
      ...server,
      ...(words === null ? {} : { instructions: words }),
      toolNames: adapted.map((tool) => tool.name),
    };
    return { package: name, server: row, tools: adapted };
  });
}

export function snapshotOf(catalogs) {
  return { tools: catalogs.flatMap(({ tools }) => tools), servers: catalogs.map(({ server }) => server) };
}
