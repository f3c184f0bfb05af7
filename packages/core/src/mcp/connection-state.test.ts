import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type ConnectionEvent,
  type ConnectionState,
  initialConnection,
  nextConnection,
  type Transition,
} from "./connection-state.js";
import { MAX_CONNECTING } from "./limits.js";
import { Slots } from "./slots.js";

function run(events: readonly ConnectionEvent[]): Transition {
  let last: Transition = { state: initialConnection, effects: [] };
  for (const event of events) last = nextConnection(last.state, event);
  return last;
}

const start: ConnectionEvent = { type: "start", setup: false };
const stop: ConnectionEvent = { type: "stop" };
const granted = (attempt: number): ConnectionEvent => ({ type: "slot-granted", attempt });
const read = (attempt: number): ConnectionEvent => ({ type: "catalog-read", attempt });
const changed = (attempt: number): ConnectionEvent => ({ type: "tools-changed", attempt });
const gone = (attempt: number): ConnectionEvent => ({ type: "gone", attempt });
const ready = [start, granted(1), read(1)];

describe("the way to ready", () => {
  test("a start waits for a slot, a slot connects, a catalog is offered and frees the slot [LIF-02]", () => {
    expect(run([start]).effects).toEqual([{ type: "queue", attempt: 1 }]);
    expect(run([start, granted(1)])).toEqual({
      state: { attempt: 1, slots: [1], phase: { kind: "connecting", changed: false } },
      effects: [{ type: "connect", attempt: 1, setup: false }],
    });
    expect(run(ready)).toEqual({
      state: { attempt: 1, slots: [], phase: { kind: "ready" } },
      effects: [
        { type: "release-slot", attempt: 1 },
        { type: "activate", attempt: 1 },
      ],
    });
  });

  test("a failed discovery keeps its slot until the process is gone [LIF-02] [LIF-11]", () => {
    const failed: ConnectionEvent = { type: "failed", attempt: 1, code: "timeout" };
    expect(run([start, granted(1), failed])).toEqual({
      state: { attempt: 1, slots: [1], phase: { kind: "error", code: "timeout" } },
      effects: [{ type: "close", attempt: 1 }],
    });
    expect(run([start, granted(1), failed, gone(1)])).toEqual({
      state: { attempt: 1, slots: [], phase: { kind: "error", code: "timeout" } },
      effects: [{ type: "release-slot", attempt: 1 }],
    });
  });

  test("a slot that comes after the server was switched off is given back [LIF-12]", () => {
    expect(run([start, stop, granted(1)]).effects).toEqual([{ type: "release-slot", attempt: 1 }]);
  });
});

describe("late answers", () => {
  test("a late catalog after disabling changes nothing [LIF-12]", () => {
    const late = run([start, granted(1), stop, read(1)]);
    expect(late.state.phase).toEqual({ kind: "disabled" });
    expect(late.effects).toEqual([]);
  });

  test("a late failure of an older attempt does not touch the newer one [LIF-12]", () => {
    const late = run([start, granted(1), start, { type: "failed", attempt: 1, code: "timeout" }]);
    expect(late.state.phase).toEqual({ kind: "queued", setup: false });
    expect(late.effects).toEqual([]);
  });

  test("an older pass that ends late is not offered [CHG-03]", () => {
    const late = run([...ready, changed(1), changed(1), { type: "refreshed", attempt: 1, pass: 1 }]);
    expect(late.effects).toEqual([{ type: "refresh", attempt: 1, pass: 2 }]);
    const stale = nextConnection(late.state, { type: "refreshed", attempt: 1, pass: 1 });
    expect(stale).toEqual({ state: late.state, effects: [] });
  });
});

describe("changes of the list", () => {
  test("the first notification revokes at once and refreshes on the same connection [CHG-01]", () => {
    expect(run([...ready, changed(1)])).toEqual({
      state: { attempt: 1, slots: [], phase: { kind: "refreshing", pass: 1, again: false } },
      effects: [
        { type: "revoke", code: "catalog-changed" },
        { type: "refresh", attempt: 1, pass: 1 },
      ],
    });
  });

  test("a thousand notifications during a pass are one following pass [CHG-03]", () => {
    const storm = Array.from({ length: 1_000 }, () => changed(1));
    const during = run([...ready, changed(1), ...storm]);
    expect(during.effects).toEqual([]);
    const after = nextConnection(during.state, { type: "refreshed", attempt: 1, pass: 1 });
    expect(after.effects).toEqual([{ type: "refresh", attempt: 1, pass: 2 }]);
    const settled = nextConnection(after.state, { type: "refreshed", attempt: 1, pass: 2 });
    expect(settled.state.phase).toEqual({ kind: "ready" });
    expect(settled.effects).toEqual([{ type: "activate", attempt: 1 }]);
  });

  test("a change before the first list is complete leads to a second list, not to a stale one [CHG-04]", () => {
    const early = run([start, granted(1), changed(1), changed(1), read(1)]);
    expect(early.state.phase).toEqual({ kind: "refreshing", pass: 1, again: false });
    expect(early.effects).toEqual([
      { type: "release-slot", attempt: 1 },
      { type: "refresh", attempt: 1, pass: 1 },
    ]);
  });

  test("a failed refresh closes that connection and says so [CHG-05]", () => {
    const failed = run([...ready, changed(1), { type: "refresh-failed", attempt: 1, pass: 1 }]);
    expect(failed.state.phase).toEqual({ kind: "error", code: "refresh-failed" });
    expect(failed.effects).toEqual([{ type: "close", attempt: 1 }]);
  });
});

describe("the end of a connection", () => {
  test("a ready server that is lost is an error with its code, and its lifetime ends [LIF-11]", () => {
    const lost = run([...ready, { type: "lost", attempt: 1, code: "connection-closed" }]);
    expect(lost.state.phase).toEqual({ kind: "error", code: "connection-closed" });
    expect(lost.effects).toEqual([
      { type: "revoke", code: "connection-closed" },
      { type: "close", attempt: 1 },
    ]);
  });

  test("nothing but a start leaves the error [LIF-11]", () => {
    const lost = run([...ready, { type: "lost", attempt: 1, code: "connection-closed" }]);
    for (const event of [gone(1), changed(1), read(1), granted(1)]) {
      expect(nextConnection(lost.state, event).state.phase).toEqual(lost.state.phase);
    }
    expect(nextConnection(lost.state, start).state.phase).toEqual({ kind: "queued", setup: false });
  });

  test("switching off revokes and closes [API-04]", () => {
    expect(run([...ready, stop]).effects).toEqual([
      { type: "revoke", code: "server-disabled" },
      { type: "close", attempt: 1 },
    ]);
  });
});

/** Several servers, their slots and everything that was started for them, as the driver would see it. */
class World {
  readonly slots = new Slots(MAX_CONNECTING);
  readonly states: ConnectionState[];
  readonly running = new Set<string>();
  readonly lifetimes: (number | null)[];
  /** Attempts that no start, stop or failure has ended. */
  readonly closed = new Set<string>();

  constructor(servers: number) {
    this.states = Array.from({ length: servers }, () => initialConnection);
    this.lifetimes = Array.from({ length: servers }, () => null);
  }

  apply(server: number, event: ConnectionEvent): void {
    const { state, effects } = nextConnection(this.states[server] ?? initialConnection, event);
    this.states[server] = state;
    for (const effect of effects) {
      const key = "attempt" in effect ? `${server} ${effect.attempt}` : "";
      if (effect.type === "queue") {
        this.slots.request(key, () => this.apply(server, granted(effect.attempt)));
      } else if (effect.type === "leave-queue") this.slots.leave(key);
      else if (effect.type === "release-slot") this.slots.release(key);
      else if (effect.type === "connect") this.running.add(key);
      else if (effect.type === "close") this.closed.add(key);
      else if (effect.type === "activate") this.activate(server, effect.attempt);
      else if (effect.type === "revoke") this.lifetimes[server] = null;
    }
  }

  activate(server: number, attempt: number): void {
    expect(this.lifetimes[server], "a lifetime is revoked before the next begins").toBeNull();
    expect(this.closed.has(`${server} ${attempt}`), "a closed attempt is never offered").toBe(false);
    this.lifetimes[server] = attempt;
  }

  check(): void {
    expect(this.slots.held).toBeLessThanOrEqual(MAX_CONNECTING);
    const connecting = this.states.filter((state) => state.phase.kind === "connecting");
    expect(connecting.length).toBeLessThanOrEqual(MAX_CONNECTING);
    for (const [server, state] of this.states.entries()) {
      const isReady = state.phase.kind === "ready";
      expect(this.lifetimes[server], `one lifetime for ${JSON.stringify(state)}`).toBe(isReady ? state.attempt : null);
    }
  }

  /** The world goes quiet: whatever was closed is gone, whatever connects is read. */
  settle(): void {
    for (let round = 0; round < 200; round += 1) {
      for (const key of [...this.closed]) this.end(key);
      for (const [server, { attempt, phase }] of this.states.entries()) {
        if (phase.kind === "connecting") this.apply(server, read(attempt));
        if (phase.kind === "refreshing") this.apply(server, { type: "refreshed", attempt, pass: phase.pass });
      }
    }
  }

  end(key: string): void {
    const [server, attempt] = key.split(" ").map(Number);
    this.closed.delete(key);
    this.running.delete(key);
    this.apply(server ?? 0, gone(attempt ?? 0));
  }
}

const servers = 6;
const anyStep = fc.record({
  server: fc.nat(servers - 1),
  kind: fc.constantFrom(
    "start",
    "stop",
    "catalog-read",
    "failed",
    "tools-changed",
    "refreshed",
    "refresh-failed",
    "lost",
    "gone",
  ),
  /** How far back the attempt or pass of the event lies: 0 is the present one. */
  back: fc.constantFrom(0, 0, 0, 1, 2),
  setup: fc.boolean(),
});

function toEvent(state: ConnectionState, step: { kind: string; back: number; setup: boolean }): ConnectionEvent {
  const attempt = Math.max(0, state.attempt - step.back);
  const pass = state.phase.kind === "refreshing" ? Math.max(1, state.phase.pass - step.back) : 1;
  switch (step.kind) {
    case "start":
      return { type: "start", setup: step.setup };
    case "stop":
      return stop;
    case "catalog-read":
      return read(attempt);
    case "failed":
      return { type: "failed", attempt, code: "timeout" };
    case "tools-changed":
      return changed(attempt);
    case "refreshed":
      return { type: "refreshed", attempt, pass };
    case "refresh-failed":
      return { type: "refresh-failed", attempt, pass };
    case "lost":
      return { type: "lost", attempt, code: "connection-closed" };
    default:
      return gone(attempt);
  }
}

describe("whatever happens in whatever order", () => {
  test("at most three connect, one lifetime lives per ready server, no late result is offered [LIF-02] [LIF-12]", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 120 }), (steps) => {
        const world = new World(servers);
        for (const step of steps) {
          const state = world.states[step.server] ?? initialConnection;
          world.apply(step.server, toEvent(state, step));
          world.check();
        }
      }),
      { numRuns: 500 },
    );
  });

  test("once everything is gone no slot is held and every wanted server becomes ready [LIF-02]", () => {
    fc.assert(
      fc.property(fc.array(anyStep, { maxLength: 80 }), (steps) => {
        const world = new World(servers);
        for (const step of steps) {
          const state = world.states[step.server] ?? initialConnection;
          if (step.kind !== "gone") world.apply(step.server, toEvent(state, step));
        }
        world.settle();
        world.check();
        expect(world.slots.held).toBe(0);
        const left = world.states
          .map((state) => state.phase.kind)
          .filter((kind) => !["ready", "disabled", "error"].includes(kind));
        expect(left).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });
});
