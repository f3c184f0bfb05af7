import fc from "fast-check";
import { expect, test } from "vitest";
import { CatalogLifetime } from "../mcp/lifetime.js";
import type { McpTool, McpToolSnapshot } from "../mcp/tool-source.js";
import { announcedServers, findGroup, findServer } from "./announce-catalog.js";
import { announceDeclaration } from "./announce-declaration.js";
import { Announcer } from "./announcer.js";

const tool = (serverId: string, index: number, group?: string): McpTool => ({
  name: `mcp_${serverId}_${index}`,
  serverId,
  serverName: serverId,
  toolName: `tool ${index}`,
  label: `Tool ${index}`,
  description: "Does it.",
  inputSchema: { type: "object" },
  ...(group === undefined ? {} : { group }),
});

const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 90 }),
  fc.constantFrom("Mail", "mail", "s1", "(ungrouped)", "", '"', "\n"),
);
const snapshots: fc.Arbitrary<McpToolSnapshot> = fc
  .array(fc.tuple(words, fc.array(words, { maxLength: 6 })), { maxLength: 6 })
  .map((servers) => {
    const tools = servers.flatMap(([, groups], server) =>
      groups.map((group, index) => tool(`s${server}`, index, group)),
    );
    const rows = servers.map(([name], index) => {
      const id = `s${index}`;
      return { id, name, toolNames: tools.filter((each) => each.serverId === id).map((each) => each.name) };
    });
    return { tools, servers: rows };
  });

test("every server with tools is announced once, by a name that finds it, and so is every group with all its tools [ANN-01]", () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      const servers = announcedServers(snapshot);
      expect(servers.flatMap(({ tools }) => tools)).toHaveLength(snapshot.tools.length);
      for (const server of servers) {
        expect(findServer(servers, server.key)).toBe(server);
        expect(server.groups.flatMap(({ tools }) => tools)).toHaveLength(server.tools.length);
        for (const group of server.groups) expect(findGroup(server, group.key)).toBe(group);
      }
    }),
  );
});

test("a declaration is one line a server, whatever the names are, and the same for the same snapshot [ANN-01]", () => {
  fc.assert(
    fc.property(snapshots, (snapshot) => {
      const { description, name } = announceDeclaration(snapshot);
      expect(name).toBe("list_mcp_tools");
      expect(description.split("\n")).toHaveLength(2 + announcedServers(snapshot).length);
      expect(announceDeclaration(snapshot)).toEqual(announceDeclaration(snapshot));
    }),
  );
});

test("whatever is asked for, tools only ever join at the end, each once, and never more than the limit [ANN-01, CAP-02]", () => {
  const limit = fc.option(fc.nat({ max: 12 }), { nil: null });
  const questions = fc.array(fc.tuple(fc.nat(), fc.option(fc.nat(), { nil: undefined })), { maxLength: 12 });
  fc.assert(
    fc.property(snapshots, limit, limit, questions, (snapshot, model, account, asked) => {
      const lifetime = new CatalogLifetime("l", "s");
      const catalog = { tools: snapshot.tools.map((each) => ({ tool: each, lifetime })), servers: snapshot.servers };
      const announcer = new Announcer(catalog, { model, account });
      const servers = announcedServers(snapshot);
      let told = 0;
      for (const [which, group] of asked) {
        const server = servers[which % Math.max(1, servers.length)];
        const before = announcer.opened.map((each) => each.tool.name);
        const key = group === undefined ? undefined : server?.groups[group % server.groups.length]?.key;
        const answer = announcer.ask({ server: server?.key, group: key });
        const after = announcer.opened.map((each) => each.tool.name);
        expect(after.slice(0, before.length)).toEqual(before);
        expect(new Set(after).size).toBe(after.length);
        expect(after.length).toBeLessThanOrEqual(Math.min(model ?? 1_000, account ?? 1_000));
        if (answer.ok) told += answer.newlyLeftOut;
      }
      expect(told).toBe(announcer.counts.leftOut);
    }),
  );
});
