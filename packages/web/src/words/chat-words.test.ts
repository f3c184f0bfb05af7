import { expect, test } from "vitest";
import { grantEndedText, noticeText } from "./chat-words.js";

test("an ended permission says why, in words of Loop's own [GRT-04]", () => {
  expect(grantEndedText("Harbour", "server-disabled")).toBe(
    "Harbour is no longer allowed for this session: the server was switched off or deleted. Its next call is asked again.",
  );
  expect(grantEndedText("Harbour", "catalog-changed")).toContain("read anew");
  expect(grantEndedText("Harbour", "connection-closed")).toContain("the connection to the server ended.");
});

test("tools beyond the cap are counted for the reader [CAP-02]", () => {
  const text = noticeText("tools-over-limit", { offered: 200, leftOut: 12 });
  expect(text).toContain("12 tools were left out of this turn: 200 reach the model at most.");
  expect(noticeText("tools-over-limit", { offered: 200, leftOut: 1, limit: "account" })).toBe(
    "1 tool was left out of this turn: your limit is 200. Raise it in Settings, Tools, or switch off servers or groups that are not needed.",
  );
  expect(noticeText("tools-over-limit", { offered: 126, leftOut: 74, limit: "model" })).toBe(
    "74 tools were left out of this turn: the model takes 126 tools of servers at most. Switch off servers or groups that are not needed.",
  );
  expect(noticeText("tools-over-limit")).toBeNull();
});
