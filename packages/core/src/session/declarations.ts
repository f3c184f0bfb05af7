import { unreachable } from "@loop/contract";
import type { ToolDeclaration } from "../agent/tool.js";
import type { PromptOverrides } from "../app-tools/prompt-texts.js";
import type { McpToolSnapshot } from "../mcp/tool-source.js";
import type { HostPolicy } from "../policy/host-policy.js";
import { announceDeclaration } from "./announce-declaration.js";
import { scriptDeclaration } from "./script-tool.js";
import { serverSection } from "./system-prompt.js";

/** What a first request carries because of a catalog, and nothing else of it. */
export interface CatalogDeclarations {
  readonly tools: readonly ToolDeclaration[];
  /** The catalog's part of the system prompt; empty where it has none. */
  readonly system: string;
}

/** For weighing the exposures against each other (ANN-02). Pure; caps are the caller's to apply before. */
export function catalogDeclarations(
  snapshot: McpToolSnapshot,
  delivery: HostPolicy["delivery"],
  prompts: PromptOverrides = {},
): CatalogDeclarations {
  if (snapshot.tools.length === 0) return { tools: [], system: "" };
  switch (delivery) {
    case "direct":
      return { tools: snapshot.tools.map(declared), system: snapshot.tools.map(({ name }) => name).join("\n") };
    case "announce":
      return { tools: [announceDeclaration(snapshot, prompts)], system: "" };
    case "codemode":
      return { tools: [scriptDeclaration(prompts)], system: serverSection(snapshot.servers) };
    default:
      return unreachable(delivery);
  }
}

function declared({ name, description, inputSchema }: ToolDeclaration): ToolDeclaration {
  return { name, description, inputSchema };
}
