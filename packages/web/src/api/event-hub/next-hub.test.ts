import { expect, test } from "vitest";
import { emptyHub, type Hub, type HubEffect, type HubEvent, hubState, nextHub } from "./next-hub.js";

function play(events: readonly HubEvent[], start: Hub = emptyHub) {
  let hub = start;
  let effects: readonly HubEffect[] = [];
  for (const event of events) ({ hub, effects } = nextHub(hub, event));
  return { hub, effects };
}

const wants = (tab: string, ...conversations: string[]): HubEvent => ({ type: "tab-wants", tab, conversations });
const probed = (attempt: number, cursor = "c1"): HubEvent => ({ type: "probed", attempt, cursor });
const opened = (attempt: number): HubEvent => ({ type: "opened", attempt });
const live = [wants("a", "x"), probed(1), opened(1)];

test("the first tab makes the hub ask for a cursor and then open one stream from it", () => {
  expect(play([wants("a", "x")]).effects).toContainEqual({ type: "probe", attempt: 1 });
  expect(play([wants("a", "x"), probed(1)]).effects).toEqual([
    { type: "open", attempt: 1, cursor: "c1", conversations: ["x"] },
  ]);
  expect(hubState(play(live).hub)).toEqual({ status: "live", epoch: 2, conversations: ["x"] });
});

test("the stream is for the union of what the tabs want, and opens again from the last cursor for more", () => {
  const more = play([...live, { type: "received", attempt: 1, cursor: "c7" }, wants("b", "y")]);
  expect(more.effects).toEqual([
    { type: "close" },
    { type: "open", attempt: 2, cursor: "c7", conversations: ["x", "y"] },
  ]);
  expect(play([opened(2)], more.hub).hub.epoch).toBe(play(live).hub.epoch);
});

test("a tab that wants less, or leaves, does not disturb the others", () => {
  const both = play([wants("a", "x"), wants("b", "y"), probed(1), opened(1)]);
  const left = play([{ type: "tab-left", tab: "b" }, wants("a")], both.hub);
  expect(left.hub.attempt).toBe(both.hub.attempt);
  expect(left.effects.some((effect) => effect.type === "close")).toBe(false);
});

test("when the last tab leaves the stream is closed", () => {
  const left = play([...live, { type: "tab-left", tab: "a" }]);
  expect(left.effects).toEqual([{ type: "close" }]);
  expect(left.hub.phase).toBe("idle");
});

test("a lost stream begins a new epoch, waits, and resumes by its cursor", () => {
  const lost = play([...live, { type: "received", attempt: 1, cursor: "c9" }, { type: "failed", attempt: 1 }]);
  expect(hubState(lost.hub)).toEqual({ status: "offline", epoch: 3, conversations: [] });
  expect(lost.effects).toContainEqual({ type: "wait", attempt: 1, failures: 1 });
  const back = play([{ type: "waited", attempt: 1 }, probed(2, "c20")], lost.hub);
  expect(back.effects).toEqual([{ type: "open", attempt: 2, cursor: "c9", conversations: ["x"] }]);
  expect(hubState(play([opened(2)], back.hub).hub).status).toBe("live");
});

test("failures in a row are counted for the back-off, and one success forgets them", () => {
  const twice = play([
    ...live,
    { type: "failed", attempt: 1 },
    { type: "waited", attempt: 1 },
    { type: "failed", attempt: 2 },
  ]);
  expect(twice.effects).toContainEqual({ type: "wait", attempt: 2, failures: 2 });
  expect(play([{ type: "waited", attempt: 2 }, probed(3), opened(3)], twice.hub).hub.failures).toBe(0);
});

test("a stream that does not open in time has failed, one that did has not", () => {
  const late = play([wants("a"), probed(1), { type: "overdue", attempt: 1 }]);
  expect(late.hub.phase).toBe("waiting");
  expect(play([{ type: "overdue", attempt: 1 }], play(live).hub).hub.phase).toBe("live");
});

test("a reset begins a new epoch without closing the stream", () => {
  const reset = play([...live, { type: "reset", attempt: 1, cursor: null }]);
  expect(reset.effects).toEqual([{ type: "tell", state: { status: "live", epoch: 3, conversations: ["x"] } }]);
});

test("a late answer of an old attempt changes nothing", () => {
  const lost = play([...live, { type: "failed", attempt: 1 }, { type: "waited", attempt: 1 }]);
  for (const late of [probed(1), opened(1), { type: "failed", attempt: 1 } as const]) {
    expect(nextHub(lost.hub, late)).toEqual({ hub: lost.hub, effects: [] });
  }
});

test("without a sign-in the hub stops, and tries once more when a tab is looked at", () => {
  const refused = play([wants("a"), { type: "refused", attempt: 1 }]);
  expect(hubState(refused.hub).status).toBe("signed-out");
  expect(play([{ type: "woken" }], refused.hub).effects).toContainEqual({ type: "probe", attempt: 2 });
});

test("whoever signs in next reads everything anew, from a place of their own [SEC-01]", () => {
  const refused = play([...live, { type: "failed", attempt: 1 }, { type: "waited", attempt: 1 }]);
  const before = refused.hub.epoch;
  const again = play([{ type: "refused", attempt: 2 }, { type: "woken" }], refused.hub);
  expect(again.hub.cursor).toBeNull();
  expect(again.hub.epoch).toBe(before + 1);
  const opened = nextHub(again.hub, { type: "probed", attempt: 3, cursor: "of-the-next" });
  expect(opened.effects).toContainEqual(expect.objectContaining({ type: "open", cursor: "of-the-next" }));
});

test("after the computer slept an open stream is not trusted", () => {
  const woke = play([...live, { type: "slept" }]);
  expect(woke.effects).toContainEqual({ type: "probe", attempt: 2 });
  expect(woke.hub.epoch).toBe(3);
});
