// docs/real-servers.md, written from one run, and the table for the terminal.
import { markdownTable } from "../table.mjs";

const HEAD = ["server", "transport", "status", "tools", "expected", "ms", "verdict"];

/** One row a server and transport; `isWrong` when it differs and nobody said why. */
export function judge(servers, outcomes, catalogs) {
  return outcomes.map((outcome) => {
    const server = servers.find((candidate) => candidate.package === outcome.package);
    const counted = catalogs.get(server.package) ?? null;
    const other = server.expect?.[outcome.transport] ?? null;
    const isSame = outcome.status === "ready" && outcome.tools === counted;
    const isExplained = other !== null && (other.code ?? other.tools) === (outcome.code ?? outcome.tools);
    const verdict = isExplained ? "explained" : isSame ? "same" : "DIFFERS";
    const expected = other === null ? counted : (other.code ?? `${other.tools} (catalog ${counted})`);
    const isWrong = verdict === "DIFFERS" || outcome.dropped.length > 0;
    return {
      ...outcome,
      version: server.version,
      expected: expected ?? "-",
      why: isExplained ? other.why : null,
      verdict,
      isWrong,
    };
  });
}

export const terminalRows = (rows) => [HEAD, rows.map(cells)];

function cells({ package: name, version, transport, status, code, tools, expected, ms, retried, verdict, dropped }) {
  const notes = [retried ? "second try" : "", dropped.length > 0 ? `${dropped.length} left out` : ""].filter(Boolean);
  return [`${name} ${version}`, transport, code ?? status, tools, expected, ms, [verdict, ...notes].join(", ")];
}

export function realServersPage({ rows, installs, closedInMs, leftBehind, date, machine, notInstalled }) {
  const different = rows.filter(({ why }) => why !== null);
  const ready = (transport) => rows.filter((row) => row.transport === transport && row.status === "ready").length;
  const of = (transport) => rows.filter((row) => row.transport === transport).length;
  const packages = new Set(rows.map((row) => row.package)).size;
  const retried = rows.filter((row) => row.retried).length;
  return `# Real servers

${packages} servers from npm that people use, each at a fixed version, added to one \`McpManager\` (three at a time, as always): all of
them over stdio, and those that have it over Streamable HTTP. What Loop found is compared with catalogs that were stored
earlier with another client.

\`\`\`
npm run long -- real-servers
\`\`\`

The script installs the packages into a temporary folder outside this repository, none of their install scripts run, and
starts them in a network namespace that has a loopback address and nothing else, with an empty home folder and made-up tokens.
It needs Linux, \`unshare\`, \`ip\` and npm's registry, and writes this page. It fails when an outcome differs from the stored catalog
without a reason in \`long/real-servers/list.mjs\`, when a tool is left out, or when a process outlives the manager.

Run on ${date}: ${machine}.

- Over stdio ${ready("stdio")} of ${of("stdio")} are ready, over HTTP ${ready("http")} of ${of("http")}; the others end as they should, see below.
- ${retried === 0 ? "None had to be tried twice." : `${retried} outcomes came at the second try, saved again as a person would: at the first, ten seconds were not enough for them to start on a busy machine.`}
- Closing the manager took ${closedInMs} ms; ${leftBehind} processes were left behind.
- ${installTime(installs)}${notInstalled.length === 0 ? "" : ` Not installed: ${notInstalled.join(", ")}.`}

\`ms\` is the time from getting a slot to the end of discovery.

${markdownTable(HEAD, rows.map(cells))}

## What differs, and why

${markdownTable(
  ["server", "transport", "outcome", "reason"],
  different.map(({ package: name, transport, code, tools, why }) => [name, transport, code ?? `${tools} tools`, why]),
)}
`;
}

function installTime(installs) {
  const fresh = installs.flatMap(({ seconds }) => (seconds === null ? [] : [seconds])).toSorted((a, b) => a - b);
  if (fresh.length === 0) return "The packages were installed before.";
  const half = fresh[Math.floor(fresh.length / 2)];
  return `Installing took ${Math.round(half)} s at the median and ${Math.round(fresh.at(-1))} s at most, two packages at a time.`;
}
