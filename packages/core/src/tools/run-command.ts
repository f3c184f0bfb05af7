import { join } from "node:path";
import * as z from "zod/mini";
import type { FileScope } from "../permissions/file-scope.js";
import { sandboxLaunch } from "../permissions/sandbox.js";
import type { SandboxUse } from "../permissions/sandbox-state.js";
import {
  answered,
  type BuiltinAnswer,
  type BuiltinContext,
  type BuiltinTool,
  defineTool,
  failed,
} from "./builtin-tool.js";
import { type CommandEnd, type CommandLaunch, type CommandLimits, newMarker, runProcess } from "./command-process.js";
import { OutputWindow } from "./output-window.js";

export interface CommandOperations {
  readonly scope: Pick<FileScope, "root" | "withFolder">;
  readonly run: (launch: CommandLaunch, limits: CommandLimits) => Promise<CommandEnd>;
}

export interface CommandOptions {
  /** What commands outside a sandbox find, PATH included. Never Loop's own environment with its keys. */
  readonly environment: Readonly<Record<string, string>>;
}

const usualSeconds = 120;
const mostSeconds = 600;
const mostCharacters = 50_000;

const CommandArgs = z.strictObject({
  command: z.string().check(z.minLength(1), z.maxLength(100_000), z.describe("A command line for /bin/sh.")),
  folder: z.optional(z.string().check(z.describe("Where to run it; the workspace when absent."))),
  timeout_seconds: z.optional(z.int().check(z.minimum(1), z.maximum(mostSeconds), z.describe("120 when absent."))),
});
type CommandArgs = z.infer<typeof CommandArgs>;

export function runCommandTool(options: CommandOptions): BuiltinTool {
  return defineTool({
    name: "run_command",
    needs: "command",
    description:
      "Runs a command line in the workspace and answers with its output and exit code. No input, no terminal. Processes " +
      "it leaves behind are ended with it. In a sandbox there is no network, only the workspace can be written, and " +
      ".git/hooks and .git/config cannot.",
    schema: CommandArgs,
    run: (args, context) => runCommand(args, { scope: context.scope, run: runProcess }, { ...context, ...options }),
  });
}

export type CommandContext = Omit<BuiltinContext, "scope"> & CommandOptions;

export async function runCommand(
  args: CommandArgs,
  operations: CommandOperations,
  context: CommandContext,
): Promise<BuiltinAnswer> {
  const folder = args.folder ?? ".";
  const cwd = await operations.scope.withFolder(folder, async ({ path }) => absolute(operations.scope.root, path));
  if (!cwd.ok) return failed(cwd.code, folder);
  context.signal.throwIfAborted();
  const output = new OutputWindow({ mostCharacters, emit: (text) => context.emitOutput?.(text) });
  const limits = {
    clock: context.clock,
    signal: context.signal,
    timeoutMs: 1_000 * (args.timeout_seconds ?? usualSeconds),
    onOutput: (bytes: Buffer) => output.push(bytes),
  };
  const prepared = await prepare(args.command, cwd.value, context);
  try {
    const end = await operations.run(prepared.launch, limits);
    return answerOf(end, [...prepared.notices, output.end()].join("\n"));
  } finally {
    await prepared.tidy();
  }
}

function absolute(root: string, path: string): string {
  const isFull = path.startsWith("/") || /^[A-Za-z]:/.test(path);
  return isFull ? path : join(root, path);
}

interface Prepared {
  readonly launch: CommandLaunch;
  readonly notices: readonly string[];
  readonly tidy: () => Promise<void>;
}

async function prepare(command: string, cwd: string, context: CommandContext): Promise<Prepared> {
  const { sandbox, environment } = context;
  const marker = newMarker();
  const mark = { [marker.name]: marker.value };
  const argv = shell(command);
  if (sandbox !== null) return await prepareInside({ sandbox, argv, cwd, mark, marker: marker.text });
  const [file = "", ...args] = argv;
  const launch = { file, args, cwd, env: { ...environment, ...mark }, statusDescriptor: null, marker: marker.text };
  return { launch, notices: [], tidy: async () => {} };
}

interface InsideParts {
  readonly sandbox: SandboxUse;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly mark: Readonly<Record<string, string>>;
  readonly marker: string;
}

async function prepareInside({ sandbox, argv, cwd, mark, marker }: InsideParts): Promise<Prepared> {
  const { engine, bounds } = sandbox;
  const { file, args, statusDescriptor, notice, tidy } = await sandboxLaunch(engine, { bounds, argv, cwd, env: mark });
  // The sandbox's own process has no environment at all: it would be readable from inside.
  const launch = { file, args, cwd: "/", env: {}, statusDescriptor, marker };
  return { launch, notices: notice === null ? [] : [notice], tidy };
}

/** Both outputs in one pipe, so that their lines keep their order. */
function shell(command: string): string[] {
  if (process.platform === "win32") return ["cmd.exe", "/d", "/s", "/c", command];
  return ["/bin/sh", "-c", 'exec "$0" -c "$1" 2>&1', "/bin/sh", command];
}

function answerOf(end: CommandEnd, output: string): BuiltinAnswer {
  const text = output.trim() === "" ? "(no output)" : output;
  switch (end.kind) {
    case "exited":
      if (end.exitCode === 0) return answered(text);
      return withOutput(failed("command-failed", `exit code ${end.exitCode}`), text);
    case "killed":
      return withOutput(failed("command-failed", `ended by ${end.signal}`), text);
    case "timeout":
      return withOutput(failed("command-timeout"), text);
    case "cancelled":
      return withOutput(failed("call-cancelled"), text);
    case "unstarted":
      return failed("command-unstarted");
  }
}

function withOutput(answer: BuiltinAnswer, output: string): BuiltinAnswer {
  return { ...answer, content: [...answer.content, { type: "text", text: output }] };
}
