import { expect, test } from "vitest";
import { grantEndedText } from "./chat-words.js";

test("an ended permission says why, in words of Loop's own [GRT-04]", () => {
  expect(grantEndedText("Harbour", "server-disabled")).toBe(
    "Harbour is no longer allowed for this session: the server was switched off or deleted. Its next call is asked again.",
  );
  expect(grantEndedText("Harbour", "catalog-changed")).toContain("read anew");
  expect(grantEndedText("Harbour", "connection-closed")).toContain("the connection to the server ended.");
});
