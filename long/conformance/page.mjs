// docs/conformance.md, written from one run.
import { markdownTable } from "../table.mjs";

const isAuth = ({ name }) => name.startsWith("auth/");

export function conformancePage({ runs, reasons, skipped, versions, date }) {
  const plain = runs.filter((run) => !isAuth(run));
  const wanted = plain.filter(({ name }) => !reasons.has(name));
  const passing = wanted.filter(({ outcome }) => outcome === "passes");
  return `# Conformance

The client scenarios of the official conformance suite, driven against \`McpManager\` as a host uses it: one HTTP server is
saved, its tools are read, arguments are checked, tools are called. \`npm run long -- conformance\` runs them one after the
other, in a network without an outside, and writes this page.

Run on ${date} with ${versions}.

**${passing.length} of ${wanted.length} runs pass** among the scenarios that neither need OAuth nor contradict what Loop promises. A
scenario that belongs to both revisions runs once for each.

${markdownTable(
  ["scenario", "revision", "result", "checks"],
  plain.map((run) => row(run, reasons)),
)}

## What Loop is expected to fail

${[...new Set(reasons.values())].map((reason) => `- ${reason} Scenarios: ${namesFor(reason, reasons)}.`).join("\n")}

The list is \`long/conformance-expected-failures.yml\`, in the suite's own form: an entry that passes fails the run as well.

${markdownTable(
  ["OAuth scenario", "revision", "result", "checks"],
  runs.filter(isAuth).map((run) => row(run, reasons)),
)}

Not run, because they belong to other revisions or to extensions that Loop does not offer: ${skipped.map((name) => `\`${name}\``).join(", ")}.
`;
}

function row({ name, revision, outcome, asExpected, passed, total, warnings }, reasons) {
  const result = outcome === "fails" && asExpected ? "fails, as expected" : asExpected ? outcome : `**${outcome}**`;
  const note = reasons.has(name) && outcome === "passes" && !asExpected ? ", although listed below" : "";
  return [
    `\`${name}\``,
    revision,
    result + note,
    `${passed} of ${total}${warnings > 0 ? `, ${warnings} warnings` : ""}`,
  ];
}

function namesFor(reason, reasons) {
  const names = [...reasons].filter(([, other]) => other === reason).map(([name]) => name);
  const listed = names.filter((name) => !name.startsWith("auth/")).map((name) => `\`${name}\``);
  return listed.length < names.length ? "all under `auth/`" : listed.join(", ");
}
