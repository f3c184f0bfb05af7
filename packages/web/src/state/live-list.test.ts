import type { TurnEvent } from "@loop/contract";
import { expect, test } from "vitest";
import type { ApiResult } from "../api/client.js";
import { createLiveList } from "./live-list.js";

const gone = (id: string): TurnEvent => ({ type: "server-status", at: "", serverId: id, server: null });

function listOver(answers: readonly Promise<ApiResult<readonly string[]>>[]) {
  const waiting = [...answers];
  return createLiveList<string>({
    read: () => waiting.shift() ?? Promise.resolve({ ok: false, code: "internal-error" }),
    fold: (items, event) => (event.type === "server-status" ? items.filter((item) => item !== event.serverId) : items),
  });
}

const ok = (...items: string[]): ApiResult<readonly string[]> => ({ ok: true, value: items });

test("an event that arrives during a reading is applied after it", async () => {
  const list = listOver([Promise.resolve(ok("a", "b"))]);
  const loading = list.load();
  list.receive([gone("a")]);
  await loading;
  expect(list.store.getState()).toEqual({ status: "ready", code: null, items: ["b"] });
});

test("the latest reading wins, however late an older one answers", async () => {
  let answerLate: (answer: ApiResult<readonly string[]>) => void = () => {};
  const late = new Promise<ApiResult<readonly string[]>>((resolve) => {
    answerLate = resolve;
  });
  const list = listOver([late, Promise.resolve(ok("new"))]);
  const first = list.load();
  await list.load();
  answerLate(ok("old"));
  await first;
  expect(list.store.getState().items).toEqual(["new"]);
});

test("a failed reading keeps what was known and says why", async () => {
  const list = listOver([Promise.resolve(ok("a")), Promise.resolve({ ok: false, code: "loop-unreachable" })]);
  await list.load();
  await list.load();
  expect(list.store.getState()).toEqual({ status: "ready", code: "loop-unreachable", items: ["a"] });
});

test("a list that could never be read has failed", async () => {
  const list = listOver([]);
  await list.load();
  expect(list.store.getState()).toEqual({ status: "failed", code: "internal-error", items: [] });
});
