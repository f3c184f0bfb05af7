import { type ChildProcess, execFile, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { freePort } from "./free-port.js";
import { makeTempDir } from "./temp-dir.js";
import { waitUntil } from "./wait-until.js";

export interface PostgresServer {
  readonly port: number;
  /** Of a database that is there, as a user who may do everything. */
  url(database?: string): string;
  /** Runs one statement as that user and resolves to what `psql` prints, one row a line. */
  run(statement: string, database?: string): Promise<string>;
  /** Ends it as a crash does; connections break. */
  crash(): Promise<void>;
  /** Starts it again on the same files and port. */
  start(): Promise<void>;
  /** Ends it; removing its files is left to the temporary folder. */
  stop(): Promise<void>;
}

export const postgresUser = "loop";
export const postgresPassword = "loop-password";
const packagedPrograms = "/usr/lib/postgresql";
const nobody = 65_534;
const startsWithinMs = 30_000;

/** Made for speed: the operating system keeps what was written when only the process ends. */
const options = [
  "fsync=off",
  "full_page_writes=off",
  "shared_buffers=64MB",
  "max_connections=100",
  "max_wal_size=256MB",
];

/** Ends the server with whoever started it, even where that one was killed: its standard input closes then. */
const keeper = '"$@" & server=$!; cat >/dev/null; kill -INT $server 2>/dev/null; wait $server';

/** A real PostgreSQL of its own on 127.0.0.1, never as root. The caller stops it. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = postgresPrograms();
  const folder = makeTempDir("postgres");
  const account = process.getuid?.() === 0 ? { uid: nobody, gid: nobody } : {};
  if (account.uid !== undefined) chownSync(folder, account.uid, account.gid);
  const data = join(folder, "data");
  initialise({ program: join(programs, "initdb"), folder, data, account });
  const port = await freePort();
  let child: ChildProcess | null = null;

  async function start(): Promise<void> {
    const settings = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`, ...options];
    const args = ["-D", data, ...settings.flatMap((setting) => ["-c", setting])];
    const command = ["-c", keeper, "sh", join(programs, "postgres"), ...args];
    child = spawn("/bin/sh", command, { ...account, cwd: folder, stdio: ["pipe", "ignore", "ignore"] });
    await waitUntil(() => isReady(join(programs, "pg_isready"), port), {
      withinMs: startsWithinMs,
      everyMs: 50,
      what: "PostgreSQL is ready",
    });
  }

  async function end(how: "INT" | "QUIT"): Promise<void> {
    if (child === null) return;
    const ended = child.exitCode === null ? once(child, "exit") : null;
    if (how === "QUIT") process.kill(postmaster(data), "SIGQUIT");
    child.stdin?.end();
    await ended;
    child = null;
  }

  const url = (database = "postgres"): string =>
    `postgres://${postgresUser}:${postgresPassword}@127.0.0.1:${port}/${database}`;
  await start();
  return {
    port,
    url,
    run: (statement, database) => runStatement(join(programs, "psql"), url(database), statement),
    crash: () => end("QUIT"),
    start,
    stop: () => end("INT"),
  };
}

/** The folder with `postgres`, `initdb` and `psql`: where Debian has them, or what the tests were told. */
function postgresPrograms(): string {
  const told = process.env["LOOP_TEST_POSTGRES"];
  const versions = existsSync(packagedPrograms) ? readdirSync(packagedPrograms) : [];
  const folders = versions.map((version) => join(packagedPrograms, version, "bin"));
  const candidates = told === undefined ? folders : [dirname(realpathSync(told)), ...folders];
  const found = candidates.find((folder) => existsSync(join(folder, "initdb")));
  if (found === undefined) throw new Error("These tests need PostgreSQL's server programs.");
  return found;
}

interface Initialising {
  readonly program: string;
  readonly folder: string;
  readonly data: string;
  readonly account: { readonly uid?: number; readonly gid?: number };
}

function initialise({ program, folder, data, account }: Initialising): void {
  const passwordFile = join(folder, "password");
  writeFileSync(passwordFile, postgresPassword);
  if (account.uid !== undefined && account.gid !== undefined) chownSync(passwordFile, account.uid, account.gid);
  const args = ["-D", data, "-U", postgresUser, `--pwfile=${passwordFile}`, "--auth=scram-sha-256"];
  execFileSync(program, [...args, "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"], {
    ...account,
    cwd: folder,
    stdio: "pipe",
  });
}

function isReady(program: string, port: number): boolean {
  return spawnSync(program, ["-q", "-h", "127.0.0.1", "-p", String(port)]).status === 0;
}

/** The pid that PostgreSQL wrote into its folder. */
function postmaster(data: string): number {
  return Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]);
}

async function runStatement(program: string, url: string, statement: string): Promise<string> {
  const { stdout } = await promisify(execFile)(program, [
    "-X",
    "-A",
    "-t",
    "-q",
    "-v",
    "ON_ERROR_STOP=1",
    "-c",
    statement,
    url,
  ]);
  return stdout.trim();
}
