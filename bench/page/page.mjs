// docs/benchmarks.md, written from the reports of one machine.
import { markdownTable } from "../../long/table.mjs";
import { lossesOf } from "./losses.mjs";
import { suiteTables } from "./tables.mjs";

const TITLES = { mcp: "Client", codemode: "Scripts", tokens: "Tokens", search: "Tool search" };

const NOTES = {
  mcp: ({
    calls,
    dispatch,
    lag,
    startHttpMany,
  }) => `All clients live in one process and take turns, a block each, another first in every round: ${calls.rounds} rounds of
${calls.callsPerBlock} calls each, one after the other, after ${calls.warmUps} to warm up; starts are the median of ${startHttpMany[0].rounds} rounds. Ratios are to the raw
SDK client in the same run; below 1 is faster. CPU time is the client's process with all its threads, without the servers. The
servers are minimal programs that speak revision 2025-11-25 and answer with one short text.

A call of Loop is all a session does between a person's yes and the answer: the catalog's lifetime is asked, the arguments are
checked against the tool's schema, and the call has its own deadline and cancellation. The raw client, @ai-sdk/mcp and mcp-use check no arguments. Loop connects three servers at
a time by design; over HTTP it asks for the newer revision first, which is one more request a server, and remembers the answer beside its
configuration: \`Loop, started before\` is any later start. It starts no process twice.

The main thread's stops are medians of ${lag.rounds} calls, ${lag.hostileRounds} under hostile schemas, with the worst beside them: an engine takes a pattern several
times as long when it first meets it. The hostile schemas hold \`^(a+)+$\` and get 27 letters that do not fit it. \`arguments-unchecked\` means that Loop did not send the
call, because the check did not end in time. The prompts beside silent servers are medians of ${dispatch.prompts}; the other clients have no prompt, so
theirs is the time to a first list of tools.`,
  codemode: ({
    counts,
    versions,
  }) => `The other sandbox is \`run\` ${versions[1].version}, which \`@ai-sdk/code-mode\` is built on; that package itself declares Node 22.13 or later.
\`@cloudflare/codemode\` 0.5.6 runs scripts in Cloudflare's workers or in a browser and has no sandbox for Node, so there is nothing to compare. Both sandboxes here are
QuickJS in worker threads with 64 MiB a script; what \`run\` lets a tool answer was raised from 4 to 16 MiB for the job.

Cold: ${counts.colds} new processes each; loading is all of \`@loop/core/host\`, of which the sandbox is a small part. Warm: ${counts.warms} scripts each, in blocks. Nested calls: scripts of 100 calls to a function in the same
process. The job takes 8 MB of JSON from a tool, then filters, groups and sorts it in the script. Memory: resident size of a process after collection, ${counts.scripts}
scripts waiting at once, ${counts.memories} processes each. The ratio is Loop's figure over the other's: below 1 is better, except for calls a second.`,
  tokens: ({ names, discovery, tokenizer, notRun }) =>
    notRun
      ? `Not run: ${notRun}.`
      : `Counted with \`gpt-tokenizer\` ${tokenizer}, o200k_base, over stored catalogs of real servers, read and named by Loop's own code. The declarations and
the system prompt are those a model driver got from a session: \`direct\` declares every tool, \`codemode\` one script tool and a
row a server (shown as declarations + system prompt), \`announced\` one tool that names the servers; a server's definitions join once the model has asked for them, which
costs a round and the cached part of the request. The column beside it is what one server adds then.

The ten: ${names.map((name) => `\`${name}\``).join(", ")}. Finding a tool in a script adds ${discovery.searchMedian} tokens for ten hits and ${discovery.typesMedian} for one tool's types (medians), if the
script shows them to the model at all.`,
  search: ({ servers, tools, miniSearch, notRun }) =>
    notRun
      ? `Not run: ${notRun}.`
      : `${tools.toLocaleString("en-US")} tools of ${servers} real servers; each query has a set of right answers, and a hit is any of them among the first 1, 5 or 10. Loop is what a
script's \`searchTools\` gives for one query: no server fills more than six of ten places. MiniSearch ${miniSearch} searches names and descriptions with every option left alone;
\`BM25F + trigram repair\` is the best engine of the study that the queries come from, written anew from its description. Latency: each query
counts with the median of five, after one pass to warm up. What was tried besides, and what it was worth: [decision 8](decisions/0008-what-tool-search-adds-to-words.md). \`easy\` and \`model\` are keywords, as Loop's tool text asks for; the rest is how people talk.`,
};

function section(report) {
  const { suite, date, load, seconds } = report;
  const tables = suiteTables(report).map(({ title, head, rows }) => `### ${title}\n\n${markdownTable(head, rows)}`);
  const when = `Run on ${date.slice(0, 10)} in ${seconds} s; load of the machine ${load.before.toFixed(1)} before and ${load.after.toFixed(1)} after.`;
  return [`## ${TITLES[suite]}`, when, NOTES[suite](report), ...tables].join("\n\n");
}

function lossSection(reports) {
  const losses = lossesOf(reports);
  const lines = losses.length > 0 ? losses.map((line) => `- ${line}`) : ["Nowhere in this run."];
  return `## Where Loop loses\n\nEvery figure in which another contender was more than a tenth better, or found more.\n\n${lines.join("\n")}`;
}

function versionsOf(reports) {
  const named = reports.flatMap(({ versions = [] }) => versions.map(({ name, version }) => `${name} ${version}`));
  return [...new Set(named)].join(", ");
}

export function benchmarksPage(reports) {
  const [{ machine, node }] = reports;
  return `# Benchmarks

Loop beside others that do a part of its work, measured in the same run so that ratios count and not milliseconds. The other packages are
installed for this only, in \`bench/\`, which is no part of what a user installs; Loop is measured as its packed tarball.

\`\`\`
npm run bench -- mcp codemode tokens search          # or some of them; writes this page
npm run bench -- mcp codemode tokens search --quick  # tiny counts, writes nothing
\`\`\`

Machine: ${machine.cores} cores of a shared server, ${machine.memoryGiB} GiB, ${machine.platform}; Node ${node}. ${versionsOf(reports)}. The machine was doing other work too, see
the load at each section: milliseconds are larger than on a quiet one, and a ratio within a tenth of 1 says nothing.

${lossSection(reports)}

${reports.map(section).join("\n\n")}
`;
}
