// Which tool a few words find, over catalogs of real servers and stored queries with their right answers.
import { hasQueries, readCatalogs, readQueries } from "../kit/catalogs.mjs";
import { versionOf } from "../kit/loop-parts.mjs";
import { measure } from "../kit/measure.mjs";
import { figure, median, percent, quantile } from "../kit/statistics.mjs";
import { runSuite } from "../kit/suite.mjs";
import { SEARCHERS } from "./engines.mjs";

const REPEATS = 5;

/** Queries as written, by kind and set, and the rewritten ones as a kind of their own. */
function groupsOf(queries) {
  const groups = new Map([["all, as written", queries]]);
  for (const row of queries) {
    const name = row.set === "heldout" ? `${row.kind}, held out` : row.kind;
    groups.set(name, [...(groups.get(name) ?? []), row]);
  }
  groups.set(
    "all held out",
    queries.filter(({ set }) => set === "heldout"),
  );
  const rewritten = queries.filter(({ rewrite }) => rewrite !== undefined);
  groups.set(
    "held out, rewritten as keywords",
    rewritten.map((row) => ({ ...row, query: row.rewrite })),
  );
  return groups;
}

/** A row's right answers under the names that the tools have here. */
function resolveAnswers(queries, catalogs) {
  const names = new Map(
    catalogs.flatMap(({ package: name, tools }) => tools.map((tool) => [`${name}::${tool.toolName}`, tool.name])),
  );
  return queries.map((row) => ({ ...row, right: new Set(row.tools.flatMap((key) => names.get(key) ?? [])) }));
}

function recall(rows, search) {
  const ranks = rows.map(({ query, right }) => search(query).findIndex((name) => right.has(name)));
  const within = (most) => percent(ranks.filter((rank) => rank >= 0 && rank < most).length, rows.length);
  return { at1: within(1), at5: within(5), at10: within(10) };
}

/** The first pass warms; each query counts with the median of the others. */
async function latency(rows, search) {
  for (const { query } of rows) search(query);
  const times = [];
  for (const { query } of rows) {
    const each = [];
    for (let repeat = 0; repeat < REPEATS; repeat += 1) each.push((await measure(() => search(query))).wallMs);
    times.push(median(each));
  }
  return { p50Ms: figure(median(times)), p95Ms: figure(quantile(times, 0.95)) };
}

async function prepare(searchers, tools) {
  const ready = [];
  for (const { name, build } of searchers) {
    const { value: search, wallMs, cpuMs } = await measure(() => build(tools));
    ready.push({ name, search, buildMs: figure(wallMs), buildCpuMs: figure(cpuMs) });
  }
  return ready;
}

await runSuite("search", async ({ quick, say }) => {
  if (!hasQueries()) return { notRun: "the stored catalogs and queries are not there" };
  const catalogs = await readCatalogs();
  const tools = catalogs.flatMap((catalog) => catalog.tools);
  const queries = resolveAnswers(readQueries(), catalogs);
  say("building");
  const searchers = await prepare(SEARCHERS, tools);
  const groups = quick ? new Map([["all, as written", queries.slice(0, 20)]]) : groupsOf(queries);
  const rows = [];
  for (const [group, members] of groups) {
    say(group);
    for (const { name, search } of searchers) {
      rows.push({
        group,
        name,
        queries: members.length,
        ...recall(members, search),
        ...(await latency(members, search)),
      });
    }
  }
  const builds = searchers.map(({ name, buildMs, buildCpuMs }) => ({ name, buildMs, buildCpuMs }));
  return { servers: catalogs.length, tools: tools.length, rows, builds, miniSearch: versionOf("minisearch") };
});
