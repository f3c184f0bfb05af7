import { expect, test } from "vitest";
import { startingPoint } from "./event-cursor.js";

const lastSeq = 10;

test("a reader without a cursor starts from now", () => {
  expect(startingPoint({ lastEventId: null, after: null, lastSeq })).toEqual({ kind: "after", seq: 10 });
});

test("Last-Event-ID beats the query, so that a reconnect goes on where it broke off", () => {
  expect(startingPoint({ lastEventId: "7", after: "3", lastSeq })).toEqual({ kind: "after", seq: 7 });
  expect(startingPoint({ lastEventId: null, after: "0", lastSeq })).toEqual({ kind: "after", seq: 0 });
});

test("an unknown or a future cursor resets the reader", () => {
  for (const after of ["11", "-1", "1.5", "x", "", "9".repeat(20)]) {
    expect(startingPoint({ lastEventId: null, after, lastSeq })).toEqual({ kind: "reset", seq: 10 });
  }
});
