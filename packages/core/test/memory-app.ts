import type { AppTool } from "../src/app-tools/app-tool.js";

/** A memory in this process with its two tools, and everything that was asked of it. */
export class MemoryApp {
  readonly entries: string[] = [];
  readonly reads: unknown[] = [];

  readonly tools: readonly AppTool[] = [
    {
      name: "memory_search",
      kind: "memory-read",
      description: "Searches.",
      inputSchema: { type: "object" },
      execute: async (args) => {
        this.reads.push(args);
        return { ok: true, content: [{ type: "text", text: this.entries.join("\n") || "nothing" }] };
      },
    },
    {
      name: "memory_write",
      kind: "memory-write",
      description: "Writes.",
      inputSchema: { type: "object" },
      execute: async (args) => {
        this.entries.push(JSON.stringify(args));
        return { ok: true, content: [{ type: "text", text: "Remembered." }] };
      },
    },
  ];
}

export const writeMemory = (text: string) => ({ name: "memory_write", args: { text } });
export const searchMemory = { name: "memory_search", args: { query: "x" } };
