#!/usr/bin/env node
// The command `loop`: finds the half of the house that a command belongs to and loads only that.
import { readFileSync } from "node:fs";

const UNKNOWN_COMMAND = 4;

const server = async () => {
  const { main } = await import("@loop/server");
  await main();
};

const terminal = async () => {
  const { main } = await import("@loop/cli");
  process.exitCode = await main(process.argv.slice(2));
};

const backup = async () => {
  const server = await import("@loop/server");
  process.exitCode = await server.backup(process.argv.slice(3));
};

/** A command of the server's half that works on the rows of an instance. */
const ofRows = (name) => async () => {
  const server = await import("@loop/server");
  process.exitCode = await server[name](process.argv.slice(3), process.env);
};

const COMMANDS = new Map([
  ["start", { run: server, does: "run the personal app in the browser" }],
  ["chat", { run: terminal, does: "talk in the terminal" }],
  ["ask", { run: terminal, does: "one question, one answer (--json for a program)" }],
  ["mcp", { run: terminal, does: "list, add and test MCP servers" }],
  ["backup", { run: backup, does: "copy the conversations into a file" }],
  ["migrate", { run: ofRows("migrateInstance"), does: "bring the database to this version" }],
  ["export", { run: ofRows("exportInstance"), does: "write an instance into a file, to move it" }],
  ["import", { run: ofRows("importInstance"), does: "take such a file into an empty database" }],
  ["doctor", { run: terminal, does: "say what is set up and what is missing" }],
]);

function nodeComplaint(version = process.versions.node) {
  const [major, minor] = version.split(".").map(Number);
  const isGood = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  return isGood
    ? null
    : `Loop needs Node 20.19, 22.12 or a later version; this is Node ${version}. Install one, then try again.`;
}

function help() {
  const rows = [...COMMANDS].map(([name, { does }]) => `  loop ${name.padEnd(8)}${does}`);
  return [
    "Usage: loop <command>",
    "",
    ...rows,
    "",
    "  loop --version  the version",
    "  loop <command> --help  more about one command",
  ].join("\n");
}

const version = () => JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8")).version;

/** A package of ours that cannot be found was never compiled; anything else missing is a real fault. */
const isNotBuilt = (error) =>
  error?.code === "ERR_MODULE_NOT_FOUND" &&
  /@loop\/|packages[\\/](server|cli|core|stores|contract)[\\/]dist/.test(error.message);

async function dispatch(command) {
  if (command === "--version" || command === "-v") return console.log(version());
  if (command === undefined || command === "--help" || command === "-h" || command === "help")
    return console.log(help());
  const found = COMMANDS.get(command);
  if (!found) {
    console.error(`Loop has no command "${command}". Run loop --help to see the commands.`);
    process.exitCode = UNKNOWN_COMMAND;
    return;
  }
  await found.run();
}

const complaint = nodeComplaint();
if (complaint) {
  console.error(complaint);
  process.exit(1);
}
try {
  await dispatch(process.argv[2]);
} catch (error) {
  if (!isNotBuilt(error)) throw error;
  console.error("Loop is not built yet. Run npm start in its folder once, then try again.");
  process.exitCode = 1;
}
