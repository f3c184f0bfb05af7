import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { readDatabaseUrl, readNatsUrl } from "./database-settings.js";
import { type AllowedOrigins, readAllowedOrigins } from "./egress/allowed-origins.js";
import { ipVersion } from "./egress/ip-version.js";
import { StartFailure } from "./start-failure.js";

/** Everything Loop reads from its environment, checked. Paths are absolute. */
export interface Settings {
  readonly mode: "personal" | "shared";
  /** 0 lets the system pick a free port. */
  readonly port: number;
  /** What to listen on, without brackets. */
  readonly host: string;
  /** `agentDir` of the documents. */
  readonly dataDir: string;
  readonly workspace: string;
  /** The default workspace is made when it is absent; a chosen one must exist. */
  readonly createWorkspace: boolean;
  /** Where a stdio server without a directory of its own runs (CFG-07). */
  readonly launchDirectory: string;
  /** Null stands for `http://127.0.0.1:<port>`. */
  readonly publicUrl: URL | null;
  /** The address of the proxy whose words about a client's address count; null for none. */
  readonly trustedProxy: string | null;
  /** The only origins that accounts' servers may have; null for every public address (NET-02). */
  readonly allowedOrigins: AllowedOrigins | null;
  /** A PostgreSQL that several servers may share; null keeps the rows in the data directory, for this server alone. */
  readonly databaseUrl: string | null;
  /** A faster bell between them; null where there is none. */
  readonly natsUrl: string | null;
  /** `provider/model`, or null. */
  readonly model: string | null;
  /** How long a question stands (PER-05). */
  readonly answerWithinMs: number;
  /** Whether commands in the sandbox reach the network. */
  readonly commandNetwork: boolean;
  /** How tools reach the model: behind one script tool, or each declared by itself. */
  readonly delivery: "codemode" | "direct";
  /** For core alone: providers' keys and addresses, and what configurations refer to. Never shown. */
  readonly environment: Environment;
}

export type Environment = Readonly<Record<string, string | undefined>>;

const DEFAULT_PORT = 4517;
/** The addresses a server answers under by itself: any other one needs a published address to be reached. */
const OWN_NAMES: ReadonlySet<string> = new Set(["127.0.0.1", "::1"]);
const DEFAULT_ANSWER_WITHIN_MS = 30 * 60_000;
const LONGEST_ANSWER_WITHIN_MS = 24 * 60 * 60_000;
/** Settings of parts that this version does not have: to ignore one would be to promise what is not done. */
const UNAVAILABLE = ["LOOP_METRICS_PORT"] as const;

/** Throws a StartFailure that names the variable. */
export function readSettings(env: Environment = process.env, workingDirectory: string = process.cwd()): Settings {
  const mode = readChoice(env, "LOOP_MODE", ["personal", "shared"]);
  refuseUnavailable(env);
  const underNpmStart = env["npm_lifecycle_event"] === "start";
  const launchDirectory = (underNpmStart && nonEmpty(env["INIT_CWD"])) || workingDirectory;
  const dataDir = readDataDir(env, launchDirectory);
  const host = readHost(env);
  const publicUrl = readPublicUrl(env);
  if (!OWN_NAMES.has(host) && publicUrl === null) throw new StartFailure("host-needs-public-url", `HOST is ${host}`);
  return {
    mode,
    port: readInteger(env, "PORT", { least: 0, most: 65_535, fallback: DEFAULT_PORT }),
    host,
    dataDir,
    ...readWorkspace(env, { underNpmStart, dataDir, launchDirectory }),
    launchDirectory,
    publicUrl,
    trustedProxy: readTrustedProxy(env),
    // One person's own computer has no address rule (NET-02).
    allowedOrigins: mode === "shared" ? readOrigins(env) : null,
    databaseUrl: readSharedDatabase(env),
    natsUrl: readNatsUrl(env),
    model: readModel(env),
    answerWithinMs: readInteger(env, "LOOP_ANSWER_WITHIN_MS", {
      least: 1,
      most: LONGEST_ANSWER_WITHIN_MS,
      fallback: DEFAULT_ANSWER_WITHIN_MS,
    }),
    commandNetwork: readChoice(env, "LOOP_COMMAND_NETWORK", ["deny", "allow"]) === "allow",
    delivery: readChoice(env, "LOOP_DELIVERY", ["codemode", "direct"]),
    environment: env,
  };
}

export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase();
  return name === "localhost" || name === "::1" || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(name);
}

function refuseUnavailable(env: Environment): void {
  const unavailable = UNAVAILABLE.find((name) => nonEmpty(env[name]) !== null);
  if (unavailable !== undefined) throw new StartFailure("setting-unavailable", unavailable);
}

function readDataDir(env: Environment, launchDirectory: string): string {
  const value = nonEmpty(env["LOOP_DATA_DIR"]);
  if (value === null) return join(homedir(), ".loop");
  if (value.includes("\0")) throw invalid("LOOP_DATA_DIR");
  return resolve(launchDirectory, value);
}

function readWorkspace(
  env: Environment,
  start: { underNpmStart: boolean; dataDir: string; launchDirectory: string },
): Pick<Settings, "workspace" | "createWorkspace"> {
  const value = nonEmpty(env["LOOP_WORKSPACE"]);
  if (value !== null) {
    if (!isAbsolute(value) || value.includes("\0")) throw invalid("LOOP_WORKSPACE");
    return { workspace: resolve(value), createWorkspace: false };
  }
  if (start.underNpmStart) return { workspace: join(start.dataDir, "workspace"), createWorkspace: true };
  return { workspace: start.launchDirectory, createWorkspace: false };
}

/** A name or address to listen on; brackets around an IPv6 address are taken off. */
function readHost(env: Environment): string {
  const value = (nonEmpty(env["HOST"]) ?? "127.0.0.1").replace(/^\[(.*)\]$/, "$1");
  if (!/^[A-Za-z0-9.:_-]{1,253}$/.test(value)) throw invalid("HOST");
  return value.toLowerCase() === "localhost" ? "127.0.0.1" : value;
}

function readPublicUrl(env: Environment): URL | null {
  const value = nonEmpty(env["LOOP_PUBLIC_URL"]);
  if (value === null) return null;
  const url = URL.canParse(value) ? new URL(value) : null;
  const isBare = url !== null && url.pathname === "/" && url.search === "" && url.hash === "" && url.username === "";
  if (url === null || !isBare || url.password !== "") throw invalid("LOOP_PUBLIC_URL");
  const hostname = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const isSafe = url.protocol === "https:" || (url.protocol === "http:" && isLoopbackHost(hostname));
  if (!isSafe) throw invalid("LOOP_PUBLIC_URL");
  return url;
}

/** Servers that share rows share what is sealed in them, so the secret must be the same, and chosen. */
function readSharedDatabase(env: Environment): string | null {
  const url = readDatabaseUrl(env);
  if (url !== null && nonEmpty(env["LOOP_SECRET"]) === null) throw new StartFailure("secret-needed", "DATABASE_URL");
  return url;
}

function readOrigins(env: Environment): AllowedOrigins | null {
  const reading = readAllowedOrigins(env["MCP_ALLOWED_ORIGINS"]);
  if (!reading.ok) throw new StartFailure("allowed-origins-invalid", reading.problem);
  return reading.origins;
}

function readTrustedProxy(env: Environment): string | null {
  const value = nonEmpty(env["LOOP_TRUST_PROXY"]);
  if (value !== null && ipVersion(value) === 0) throw invalid("LOOP_TRUST_PROXY");
  return value;
}

/** The shape only; whether the provider exists is said by the app, so that it can be corrected there. */
function readModel(env: Environment): string | null {
  const value = nonEmpty(env["LOOP_MODEL"]);
  if (value === null) return null;
  if (!/^[^/\s]+\/\S.*$/.test(value)) throw invalid("LOOP_MODEL");
  return value;
}

/** The first word is the default. */
function readChoice<Word extends string>(env: Environment, name: string, words: readonly [Word, ...Word[]]): Word {
  const value = nonEmpty(env[name]) ?? words[0];
  const word = words.find((known) => known === value);
  if (word === undefined) throw invalid(name);
  return word;
}

function readInteger(
  env: Environment,
  name: string,
  range: { readonly least: number; readonly most: number; readonly fallback: number },
): number {
  const value = nonEmpty(env[name]);
  if (value === null) return range.fallback;
  const number = /^\d{1,15}$/.test(value) ? Number(value) : Number.NaN;
  if (!(number >= range.least && number <= range.most)) throw invalid(name);
  return number;
}

/** An empty variable counts as absent, as shells and service files leave it. */
function nonEmpty(value: string | undefined): string | null {
  const trimmed = value?.trim() ?? "";
  return trimmed === "" ? null : trimmed;
}

function invalid(name: string): StartFailure {
  return new StartFailure("setting-invalid", name);
}
