import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type LabelledServer, labelledNames, slugFor } from "./labelled-names.js";

const ownTools = ["web_search", "read_page", "memory_search", "memory_write", "codemode"];
const usable = /^[A-Za-z0-9_-]{1,64}$/;

/** Names that are hard to tell apart once they are respelled, cut or joined. */
const toolName = fc.oneof(
  fc.string({ minLength: 1, maxLength: 20, unit: "grapheme" }),
  fc.stringMatching(/^[a-z_2-]{1,8}$/),
  fc.stringMatching(/^[a-z]{60,90}$/),
  fc.constantFrom("a_b", "b", "2_send", "send", "a.b", "a b", "a/b", "__proto__", "constructor", "web_search"),
);
const label = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom("Mail", "mail", "MAIL 2", "a", "a b", "日本", ""),
);

function serversOf(labels: readonly string[], names: readonly (readonly string[])[]): LabelledServer[] {
  const slugs: string[] = [];
  for (const each of labels) slugs.push(slugFor(each, slugs));
  return slugs.map((slug, place) => ({ slug, toolNames: names[place] ?? [] }));
}

const account = fc
  .tuple(fc.array(label, { maxLength: 5 }), fc.array(fc.uniqueArray(toolName, { maxLength: 12 }), { maxLength: 5 }))
  .map(([labels, names]) => serversOf(labels, names));

describe("the server half of a name", () => {
  test.each([
    ["Home Assistant", "home_assistant"],
    ["  Infomaniak-Mail! ", "infomaniak_mail"],
    ["Élan vital 2", "elan_vital_2"],
    ["日本", "server"],
    ["", "server"],
    ["___", "server"],
    ["a".repeat(80), "a".repeat(24)],
  ])("%j becomes %j [NAM-01]", (text, slug) => expect(slugFor(text, [])).toBe(slug));

  test("equal labels are told apart by a number, cut ones too [NAM-01]", () => {
    expect(slugFor("Mail", ["mail"])).toBe("mail_2");
    expect(slugFor("mail!", ["mail", "mail_2"])).toBe("mail_3");
    expect(slugFor("a".repeat(30), ["a".repeat(24)])).toBe(`${"a".repeat(22)}_2`);
  });
});

describe("names of an account's tools", () => {
  test("a name that can stand is kept as it is [NAM-01]", () => {
    const [names] = labelledNames([{ slug: "house", toolNames: ["turn_on", "home-assistant-get_State"] }]);
    expect([...(names ?? [])]).toEqual([
      ["turn_on", "mcp_house_turn_on"],
      ["home-assistant-get_State", "mcp_house_home-assistant-get_State"],
    ]);
  });

  test("two halves that read the same when joined stay two names, and the earlier server keeps its own [NAM-01]", () => {
    const [first, second] = labelledNames([
      { slug: "mail_2", toolNames: ["send"] },
      { slug: "mail", toolNames: ["2_send"] },
    ]);
    expect(first?.get("send")).toBe("mcp_mail_2_send");
    expect(second?.get("2_send")).toMatch(/^mcp_mail_2_send_[a-z2-7]{10}$/);
  });

  test("every name is usable, unlike every other and unlike the app's own tools [NAM-01]", () => {
    fc.assert(
      fc.property(account, (servers) => {
        const maps = labelledNames(servers);
        const names = maps.flatMap((map) => [...map.values()]);
        expect(names).toHaveLength(servers.flatMap(({ toolNames }) => toolNames).length);
        expect(new Set([...names, ...ownTools]).size).toBe(names.length + ownTools.length);
        expect(names.filter((name) => !usable.test(name))).toEqual([]);
        const prefixes = maps.flatMap((map, place) => [...map.values()].map(() => `mcp_${servers[place]?.slug}_`));
        expect(names.every((name, place) => name.startsWith(prefixes[place] ?? "?"))).toBe(true);
      }),
      { numRuns: 1_000, seed: 8 },
    );
  });

  test("the same account gives the same names again, and a server added later changes none [NAM-01]", () => {
    fc.assert(
      fc.property(account, (servers) => {
        const all = labelledNames(servers);
        expect(labelledNames(structuredClone(servers))).toEqual(all);
        expect(labelledNames(servers.slice(0, -1))).toEqual(all.slice(0, -1));
      }),
      { numRuns: 500, seed: 9 },
    );
  });
});

const catalogues = new URL("../../../../../shared/data/catalogues.json", import.meta.url);

describe.skipIf(!existsSync(catalogues))("names of real servers", () => {
  test("all tools of all real catalogues have names of their own in one account [NAM-01]", () => {
    const real: Record<string, { tools: { name: string }[] }> = JSON.parse(readFileSync(catalogues, "utf8"));
    const labels = Object.keys(real);
    const servers = serversOf(
      labels,
      Object.values(real).map(({ tools }) => tools.map(({ name }) => name)),
    );
    const maps = labelledNames(servers);
    const names = maps.flatMap((map) => [...map.values()]);
    expect(names.length).toBeGreaterThan(2_900);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => !usable.test(name))).toEqual([]);
    const respelled = names.filter((name) => /_[a-z2-7]{10}$/.test(name)).length;
    expect(respelled / names.length, "most names stay readable to their end").toBeLessThan(0.2);
  });
});
