import fc from "fast-check";
import { expect, test } from "vitest";
import { sessionBench } from "../../test/session-bench.js";
import type { ApprovalHandler } from "../approvals/approval.js";

/** What can happen between two prompts. `replace` stands for an edit, a refresh or a new connection: a new catalog. */
const step = fc.constantFrom("prompt-allow", "prompt-session", "replace", "end", "revoke", "restart" as const);

test("a grant never outlives its catalog or its session, whatever happens in between [GRT-01, GRT-02, GRT-03]", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const tools = [["mail", "send"]] as const;
      const fresh = () => sessionBench({ script: () => ({ text: "" }), tools });
      let bench = fresh();
      let holds = false;
      for (const each of steps) {
        if (each === "restart") {
          await bench.session.dispose();
          bench = fresh();
          holds = false;
        } else if (each === "replace") {
          bench.source.replace(tools);
          holds = false;
        } else if (each === "end") {
          bench.source.end("mail", "connection-closed");
          bench.source.replace(tools);
          holds = false;
        } else if (each === "revoke") {
          for (const grant of bench.session.grants()) bench.session.revokeGrant(grant.id);
          holds = false;
        } else {
          const wasAsked = await callAndSee(bench, each === "prompt-session" ? "allowed-session" : "allowed");
          expect(wasAsked).toBe(!holds);
          holds ||= each === "prompt-session";
        }
        expect(bench.session.grants()).toHaveLength(holds ? 1 : 0);
      }
      await bench.session.dispose();
    }),
    { numRuns: 150 },
  );
});

async function callAndSee(
  bench: ReturnType<typeof sessionBench>,
  answer: Awaited<ReturnType<ApprovalHandler>>,
): Promise<boolean> {
  let wasAsked = false;
  bench.session.setApprovalHandler(async () => {
    wasAsked = true;
    return answer;
  });
  await bench.call("mail", "send", { text: "x" });
  return wasAsked;
}
