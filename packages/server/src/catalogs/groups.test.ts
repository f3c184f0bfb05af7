import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gatewayTools } from "../../test-support/account-bench.js";
import { beginsWithAction } from "./action-words.js";
import { countGroups, groupOf, groupsOf, UNGROUPED } from "./groups.js";
import { groupsOffAfter } from "./groups-off.js";

describe("groups of a gateway", () => {
  test("the three prefixes of a hub are three groups [GRP-01]", () => {
    const names = gatewayTools.map(({ name }) => name);
    expect(countGroups(names, groupsOf(names))).toEqual([
      { name: "Chatto", toolCount: 3 },
      { name: "home-assistant", toolCount: 3 },
      { name: "Infomaniak_Mail", toolCount: 2 },
    ]);
  });

  test.each([
    [
      "a double underscore",
      ["weather__get_forecast", "mail__send", "mail__list", "weather__alerts"],
      ["weather", "mail"],
    ],
    ["an underscore", ["linear_issue_create", "linear_issue_list", "linear_project_create"], ["linear"]],
    [
      "a hyphen before hyphens",
      ["todo-add-task", "todo-find-task", "cal-list-events", "cal-add-event"],
      ["todo", "cal"],
    ],
    [
      "two servers that begin alike",
      ["home-assistant-turn_on", "home-assistant-get_state", "home-lights-set_level", "home-lights-get_level"],
      ["home-assistant", "home-lights"],
    ],
    [
      "a server with a single tool",
      ["Chatto-send_message", "Chatto-list_rooms", "clock-get_time"],
      ["Chatto", "clock"],
    ],
    [
      "servers called like verbs",
      ["fetch-fetch_url", "My_Memory-read_graph", "My_Memory-open_nodes", "search-webSearch"],
      ["fetch", "My_Memory", "search"],
    ],
    ["camel case behind a hyphen", ["hub-sendMail", "hub-listMail", "files-readFile"], ["hub", "files"]],
  ])("%s parts server and tool [GRP-01]", (_what, names, groups) => expect(groupsOf(names)).toEqual(groups));

  test.each([
    ["verbs", ["get_issue", "get_user", "list_issues", "list_users", "create_issue"]],
    ["verbs in kebab case", ["list-events", "list-calendars", "create-event", "delete-event"]],
    ["camel case", ["createCollection", "getCollection", "getMonitor"]],
    ["single words", ["storage", "sql", "search"]],
    ["one tool", ["Chatto-send_message"]],
    ["nothing", []],
    ["separators at the ends", ["_a", "_b", "c_", "--", "__", "-"]],
    ["a few odd ones among many", ["a_x", "a_y", "one", "two", "three", "four", "five", "six"]],
  ])("%s are one unnamed group [GRP-01]", (_what, names) => expect(groupsOf(names)).toEqual([]));

  test("a group stays a group while a tool of it is left, so its switch holds [GRP-01]", () => {
    const before = groupsOf(gatewayTools.map(({ name }) => name));
    const after = groupsOf(["Chatto-send_message", "Infomaniak_Mail-send_message", "weather_now"], before);
    expect(groupOf("Infomaniak_Mail-send_message", after)).toBe("Infomaniak_Mail");
    expect(groupOf("Infomaniak_Mail-new_in_a_later_version", after)).toBe("Infomaniak_Mail");
    expect(groupsOf(["weather_now"], after)).toEqual([]);
  });
});

describe("a catalog that is taken again", () => {
  test("a server that joins a gateway is a group although other tools have none [GRP-01]", () => {
    const before = groupsOf(gatewayTools.map(({ name }) => name));
    const names = [...gatewayTools.map(({ name }) => name), "NewThing-do_it", "NewThing-undo_it", "ping"];
    expect(groupsOf(names, before)).toEqual([...before, "NewThing"]);
  });

  test("a tool that was switched off stays off when a pattern shows; a group of new tools alone starts on [GRP-01]", () => {
    const summaryOf = (names: readonly string[], groups: readonly string[] = []) => ({
      tools: names.map((name) => ({ name, tokens: 1 })),
      groups: groupsOf(names, groups),
      opening: null,
      length: 0,
    });
    const flat = summaryOf(["Chatto-send", "ping"]);
    const parted = summaryOf(["Chatto-send", "Chatto-list", "Mail-send_it", "Mail-list_it", "ping"], flat.groups);
    expect([flat.groups, parted.groups]).toEqual([[], ["Chatto", "Mail"]]);
    expect(groupsOffAfter({ summary: flat, groupsOff: [UNGROUPED] }, parted)).toEqual([UNGROUPED, "Chatto"]);
    expect(groupsOffAfter({ summary: flat, groupsOff: [] }, parted)).toEqual([]);
    expect(groupsOffAfter({ summary: parted, groupsOff: ["Mail"] }, flat)).toEqual(["Mail"]);
  });
});

const part = fc.stringMatching(/^[A-Za-z][A-Za-z0-9]{0,7}$/);
const anyName = fc.oneof(
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 24 }),
  fc
    .array(part, { minLength: 1, maxLength: 4 })
    .chain((parts) => fc.constantFrom("-", "_", "__").map((separator) => parts.join(separator))),
);

describe("groups of anything", () => {
  test("every tool is in exactly one group, counts add up, and nothing throws [GRP-01]", () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyName, { maxLength: 40 }), (names) => {
        const groups = groupsOf(names);
        const counts = countGroups(names, groups);
        expect(counts.reduce((sum, { toolCount }) => sum + toolCount, 0)).toBe(names.length);
        expect(new Set(counts.map(({ name }) => name)).size).toBe(counts.length);
        expect(groups).not.toContain(UNGROUPED);
        expect(groupsOf(names)).toEqual(groups);
      }),
      { numRuns: 1_000, seed: 3 },
    );
  });

  test("a tool never leaves a group it was in, whatever joins or goes [GRP-01]", () => {
    const catalog = fc.uniqueArray(anyName, { maxLength: 25 });
    fc.assert(
      fc.property(catalog, catalog, (first, second) => {
        const before = groupsOf(first);
        const after = groupsOf([...new Set([...first, ...second])], before);
        for (const group of before) expect(after).toContain(group);
        const kept = first.filter((name) => groupOf(name, before) !== UNGROUPED);
        for (const name of kept) expect(groupOf(name, after)).toBe(groupOf(name, before));
      }),
      { numRuns: 1_000, seed: 4 },
    );
  });
});

const catalogues = new URL("../../../../../shared/data/catalogues.json", import.meta.url);

describe.skipIf(!existsSync(catalogues))("groups of real servers", () => {
  const read = (): [string, string[]][] => {
    const real: Record<string, { tools: { name: string }[] }> = JSON.parse(readFileSync(catalogues, "utf8"));
    return Object.entries(real).map(([label, { tools }]) => [label, tools.map(({ name }) => name)]);
  };

  test("no group of a real catalogue is a verb, and none has more groups than anybody reads [GRP-01]", () => {
    for (const [label, names] of read()) {
      const groups = groupsOf(names);
      expect(groups.filter(beginsWithAction), label).toEqual([]);
      expect(groups.length, label).toBeLessThanOrEqual(20);
    }
  });

  test.each(["-", "__"])("real servers behind one gateway, joined by %s, are told apart [GRP-01]", (joint) => {
    const servers = read().filter(([, names]) => names.length >= 2);
    const labels = ["Chatto", "home-assistant", "Infomaniak_Mail", "weather", "files2"];
    for (let start = 0; start + labels.length <= servers.length; start += labels.length) {
      const behind = labels.map((label, place) => ({ label, names: servers[start + place]?.[1] ?? [] }));
      const names = behind.flatMap(({ label, names: own }) => own.map((name) => `${label}${joint}${name}`));
      const groups = groupsOf(names);
      for (const { label, names: own } of behind) {
        const found = new Set(own.map((name) => groupOf(`${label}${joint}${name}`, groups)));
        // Within a server there may be more groups; never one over two servers, never a tool left over.
        expect(
          [...found].every((group) => group.startsWith(label)),
          `${label} at ${start}: ${[...found]}`,
        ).toBe(true);
      }
    }
  });
});
