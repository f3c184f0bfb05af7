import { expect, test } from "vitest";
import { readEvents } from "./read-events.js";

test("events of an unknown kind and broken ones are left out, the others stay in order", () => {
  const start = { type: "turn-start", turnId: "t", at: "2026-11-30T12:00:00Z", origin: { kind: "prompt", text: "hi" } };
  const texts = [
    JSON.stringify(start),
    "{",
    '{"type":"from-the-future"}',
    "null",
    JSON.stringify({ ...start, turnId: "u" }),
  ];
  expect(readEvents(texts).map((event) => ("turnId" in event ? event.turnId : ""))).toEqual(["t", "u"]);
});
