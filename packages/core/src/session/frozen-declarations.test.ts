import fc from "fast-check";
import { expect, test } from "vitest";
import { MemoryApp } from "../../test/memory-app.js";
import type { MemoryTool } from "../../test/memory-source.js";
import { sessionBench } from "../../test/session-bench.js";
import { sharedPolicy } from "../policy/shared.js";

const TOOLS: readonly MemoryTool[] = [
  ["mail", "send"],
  ["mail", "read"],
  ["hub", "a-one", "a"],
  ["hub", "a-two", "a"],
  ["hub", "b-one", "b"],
];

type Move =
  | { readonly kind: "call"; readonly name: string; readonly args: unknown }
  | { readonly kind: "replace"; readonly tools: readonly MemoryTool[] }
  | { readonly kind: "end" };

const called = fc.oneof(
  fc.constantFrom(...TOOLS).map(([server, tool]) => ({ name: `mcp_${server}_${tool}`, args: {} })),
  fc
    .record(
      { server: fc.constantFrom("MAIL", "hub", "none"), group: fc.constantFrom("a", "b", "none") },
      { requiredKeys: [] },
    )
    .map((args) => ({ name: "list_mcp_tools", args })),
  fc.constantFrom("memory_write", "memory_search", "nothing").map((name) => ({ name, args: {} })),
);
const moves: fc.Arbitrary<Move> = fc.oneof(
  called.map((call) => ({ kind: "call" as const, ...call })),
  fc.subarray([...TOOLS, ["new", "late"] as const]).map((tools) => ({ kind: "replace" as const, tools })),
  fc.constant({ kind: "end" as const }),
);

test("whatever a turn does and whatever changes under it, its declarations only ever grow, and only by asking [ANN-01, CAT-01]", async () => {
  const delivery = fc.constantFrom("direct" as const, "announce" as const, "codemode" as const);
  await fc.assert(
    fc.asyncProperty(
      delivery,
      fc.array(moves, { maxLength: 10 }),
      fc.nat({ max: 6 }),
      async (exposure, made, toolCap) => {
        const left = [...made];
        const bench = sessionBench({
          tools: TOOLS,
          policy: { ...sharedPolicy, delivery: exposure, toolCap },
          maxRounds: 30,
          handler: async () => "allowed",
          setup: () => ({ appTools: new MemoryApp().tools }),
          script: () => {
            for (;;) {
              const move = left.shift();
              if (move === undefined) return { text: "Done." };
              if (move.kind === "call") return { toolCalls: [{ name: move.name, args: move.args }] };
              if (move.kind === "replace") bench.source.replace(move.tools);
              else bench.source.end("mail", "server-disabled");
            }
          },
        });
        await bench.prompt("go");
        const requests = bench.model?.requests ?? [];
        const shown = requests.map(({ tools }) => tools.map((tool) => JSON.stringify(tool)));
        for (const [round, tools] of shown.entries()) {
          const before = shown[round - 1] ?? tools;
          expect(tools.slice(0, before.length)).toEqual(before);
          if (exposure !== "announce") expect(tools).toEqual(before);
          const listed = toolsAsked(requests[round]?.messages.at(-2));
          if (tools.length > before.length) expect(listed).toContain("list_mcp_tools");
        }
        expect(new Set(requests.map(({ system }) => system)).size).toBe(1);
        const most = { direct: 2 + Math.min(toolCap, 5), announce: 3 + Math.min(toolCap, 5), codemode: 3 }[exposure];
        expect(Math.max(...shown.map(({ length }) => length))).toBeLessThanOrEqual(most);
      },
    ),
    { numRuns: 120 },
  );
});

function toolsAsked(message: { readonly role: string; readonly content?: readonly object[] } | undefined): string[] {
  return (message?.content ?? []).flatMap((block) =>
    "name" in block && typeof block.name === "string" ? [block.name] : [],
  );
}
