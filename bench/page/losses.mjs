// Where Loop is not first, read off the figures: nobody picks the rows.

const number = (text) => Number(String(text).replaceAll(",", ""));
const isNumber = (text) => Number.isFinite(number(text));
/** Closer than this is noise on a machine that does other things. */
const NOISE = 1.1;

/** Milliseconds by which timers differ anyway. */
const TIMER_NOISE = 10;

/** A sentence where another has less of `key` than Loop, by more than `least`. */
function behind(rows, key, what, least = 0) {
  const loop = rows.find(({ name }) => name === "Loop");
  const others = rows.filter(({ name }) => !name.startsWith("Loop")).filter((row) => isNumber(row[key]));
  const best = others.toSorted((left, right) => number(left[key]) - number(right[key]))[0];
  if (!best || number(loop[key]) <= number(best[key]) * NOISE + least) return [];
  const times = (number(loop[key]) / Math.max(number(best[key]), 0.001)).toFixed(2);
  return [`${what}: Loop ${loop[key]} ms, ${best.name} ${best[key]} ms (${times} times).`];
}

function mcpLosses({ callsStdio, callsHttp, startStdioMany, startHttpMany, startHttpMost, many, most, lag }) {
  return [
    ...behind(callsStdio, "p50Ms", "A call over stdio, p50"),
    ...behind(callsStdio, "cpuMs", "A call over stdio, CPU"),
    ...behind(callsHttp, "p50Ms", "A call over HTTP, p50"),
    ...behind(callsHttp, "cpuMs", "A call over HTTP, CPU"),
    ...behind(startStdioMany, "wallMs", `Start of ${many} servers over stdio`),
    ...behind(startStdioMany, "cpuMs", `Start of ${many} servers over stdio, CPU`),
    ...behind(startHttpMany, "wallMs", `Start of ${many} servers over HTTP`),
    ...behind(startHttpMany, "cpuMs", `Start of ${many} servers over HTTP, CPU`),
    ...behind(startHttpMost, "wallMs", `Start of ${most} servers over HTTP`),
    ...behind(startHttpMost, "cpuMs", `Start of ${most} servers over HTTP, CPU`),
    ...behind(lag.bigStdio, "maxMs", "Longest stop of the main thread, 8 MiB over stdio", TIMER_NOISE),
    ...behind(lag.bigHttp, "maxMs", "Longest stop of the main thread, 8 MiB over HTTP", TIMER_NOISE),
    ...behind(lag.hostileOutput, "maxMs", "Longest stop under a hostile result schema", TIMER_NOISE),
    ...behind(
      lag.hostileInput,
      "maxMs",
      "Longest stop under a hostile input schema, which most others do not check",
      TIMER_NOISE,
    ),
  ];
}

function codemodeLosses({ rows }) {
  return rows
    .filter(({ unit, ratio }) => (unit === "a second" ? number(ratio) < 1 / NOISE : number(ratio) > NOISE))
    .map(({ what, unit, loop, other }) => `Scripts, ${what}: Loop ${loop} ${unit}, run ${other} ${unit}.`);
}

function searchLosses({ rows = [] }) {
  const groups = [...new Set(rows.map(({ group }) => group))];
  return groups.flatMap((group) => {
    const members = rows.filter((row) => row.group === group);
    const loop = members.find(({ name }) => name === "Loop");
    const better = members.filter((row) => number(row.at5) > number(loop.at5));
    const recall = better.map(
      (row) => `Search, ${group}: recall@5 of Loop ${loop.at5} %, of ${row.name} ${row.at5} %.`,
    );
    return [...recall, ...behind(members, "p95Ms", `Search, ${group}, p95`)];
  });
}

export function lossesOf(reports) {
  return reports.flatMap((report) => {
    if (report.notRun) return [];
    if (report.suite === "mcp") return mcpLosses(report);
    if (report.suite === "codemode") return codemodeLosses(report);
    return report.suite === "search" ? searchLosses(report) : [];
  });
}
