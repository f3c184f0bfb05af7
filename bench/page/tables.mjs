// Every suite's figures as tables: a title, a head and rows, for the terminal and for the page.

const callHead = ["client", "p50 ms", "p10 ms", "p99 ms", "CPU ms", "p50 ratio", "p10 ratio", "CPU ratio"];
const callRow = (row) => [
  row.name,
  row.p50Ms,
  row.p10Ms,
  row.p99Ms,
  row.cpuMs,
  row.p50Ratio,
  row.p10Ratio,
  row.cpuRatio,
];
const startHead = ["client", "median ms", "best ms", "CPU ms", "ratio", "CPU ratio"];
const startRow = (row) => [row.name, row.wallMs, row.bestMs, row.cpuMs, row.wallRatio, row.cpuRatio];

function lagTable(title, rows) {
  return {
    title,
    head: ["client", "p99 ms", "longest ms", "worst of all rounds ms", "the call"],
    rows: rows.map(({ name, p99Ms, maxMs, worstMs, outcome }) => [name, p99Ms, maxMs, worstMs, outcome]),
  };
}

function dispatchTables({ rows, others, limitMs }) {
  return [
    {
      title: "A prompt beside servers that hang",
      head: ["silent servers", "snapshot ms", "until the model is asked, ms", "p99 ms"],
      rows: rows.map(({ hanging, snapshotMs, askedMs, p99Ms }) => [hanging, snapshotMs, askedMs, p99Ms]),
    },
    {
      title: `First list of tools beside the silent servers (limit ${limitMs / 1_000} s)`,
      head: ["client", "list"],
      rows: others.map(({ name, list }) => [name, list]),
    },
  ];
}

function mcpTables(report) {
  const { callsStdio, callsHttp, startStdioMany, startHttpMany, startHttpMost, many, most, dispatch, lag } = report;
  return [
    { title: "One call over stdio", head: callHead, rows: callsStdio.map(callRow) },
    { title: "One call over HTTP", head: callHead, rows: callsHttp.map(callRow) },
    { title: `Connect and list ${many} servers over stdio`, head: startHead, rows: startStdioMany.map(startRow) },
    { title: `Connect and list ${many} servers over HTTP`, head: startHead, rows: startHttpMany.map(startRow) },
    { title: `Connect and list ${most} servers over HTTP`, head: startHead, rows: startHttpMost.map(startRow) },
    ...dispatchTables(dispatch),
    lagTable("Main thread under an 8 MiB result over stdio", lag.bigStdio),
    lagTable("Main thread under an 8 MiB result over HTTP", lag.bigHttp),
    lagTable("Main thread under a hostile result schema", lag.hostileOutput),
    lagTable("Main thread under a hostile input schema", lag.hostileInput),
  ];
}

function codemodeTables({ rows, versions, session }) {
  const head = ["figure", "unit", ...versions.map(({ name }) => name), "ratio"];
  return [
    {
      title: "Scripts",
      head,
      rows: rows.map(({ what, unit, loop, other, ratio }) => [what, unit, loop, other, ratio]),
    },
    {
      title: "Nested calls through a whole session",
      head: ["calls a script", "calls a second", "CPU ms a call"],
      rows: [[session.calls, session.perSecond, session.cpuMsPerCall]],
    },
  ];
}

const count = (value) => value.toLocaleString("en-US");

function tokenTables({ rows, notRun }) {
  if (notRun) return [];
  return [
    {
      title: "Tokens of a request before the first word",
      head: [
        "catalogs",
        "servers",
        "tools",
        "direct",
        "announced",
        "one server opened: median, most",
        "codemode",
        "codemode / direct",
      ],
      rows: rows.map(({ name, servers, tools, direct, announced, codemode }) => [
        name,
        servers,
        count(tools),
        count(direct.total),
        count(announced.total),
        `+${count(announced.openMedian)}, +${count(announced.openMost)}`,
        `${count(codemode.total)} (${codemode.declarations} + ${count(codemode.system)})`,
        `${((100 * codemode.total) / direct.total).toFixed(2)} %`,
      ]),
    },
  ];
}

function searchTables({ rows, builds, notRun }) {
  if (notRun) return [];
  return [
    {
      title: "Search",
      head: ["queries", "n", "search", "@1 %", "@5 %", "@10 %", "p50 ms", "p95 ms"],
      rows: rows.map(({ group, name, queries, at1, at5, at10, p50Ms, p95Ms }) => [
        group,
        queries,
        name,
        at1,
        at5,
        at10,
        p50Ms,
        p95Ms,
      ]),
    },
    {
      title: "Building the index",
      head: ["search", "ms", "CPU ms"],
      rows: builds.map(({ name, buildMs, buildCpuMs }) => [name, buildMs, buildCpuMs]),
    },
  ];
}

export function suiteTables(report) {
  switch (report.suite) {
    case "mcp":
      return mcpTables(report);
    case "codemode":
      return codemodeTables(report);
    case "tokens":
      return tokenTables(report);
    default:
      return searchTables(report);
  }
}
