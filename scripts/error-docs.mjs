// Writes docs/errors.md from the code table; `--check` only says whether it is up to date.
import { readFileSync, writeFileSync } from "node:fs";
import { ERROR_CODES } from "../packages/contract/dist/index.js";

const target = new URL("../docs/errors.md", import.meta.url);

const rows = Object.entries(ERROR_CODES)
  .sort(([left], [right]) => (left < right ? -1 : 1))
  .map(([code, { status, sentence, nextStep }]) => `| \`${code}\` | ${status} | ${sentence} | ${nextStep} |`);

const text = `# Error codes

Every failure that Loop shows has a stable code. Clients may rely on the code; its words may change.
Over HTTP the body is \`{ "error": { "code", "message" } }\` with the sentence below as message, never a server's own text.
The words come from \`packages/contract/src/error-codes\`; \`node scripts/error-docs.mjs\` writes this page.

| code | HTTP status | what it means | what to do next |
|---|---|---|---|
${rows.join("\n")}
`;

if (process.argv.includes("--check")) {
  const isCurrent = readFileSync(target, "utf8") === text;
  if (!isCurrent) console.error("docs/errors.md is out of date: run node scripts/error-docs.mjs");
  process.exitCode = isCurrent ? 0 : 1;
} else {
  writeFileSync(target, text);
}
