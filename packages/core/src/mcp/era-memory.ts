import { createHash } from "node:crypto";
import { mkdir, readFile, stat } from "node:fs/promises";
import { dirname } from "node:path";
import type { Transport } from "@loop/contract";
import { removeStaleTempFiles, replaceFile } from "../kit/atomic-file.js";
import { SerialQueue } from "../kit/serial-queue.js";
import type { Era } from "./handshake.js";
import { isRecord } from "./transport.js";

/** Which era a configuration was found to speak; a `Map` is one that forgets with its holder. */
export interface EraVerdicts {
  get(key: string): Era | undefined;
  set(key: string, era: Era): unknown;
  delete(key: string): unknown;
}

interface Verdict {
  readonly era: Era;
  /** When it was found, in milliseconds since 1970. */
  readonly at: number;
}

const maxVerdicts = 500;
const maxFileBytes = 64 * 1_024;
/** A server that has learned the newer revision is found out by then. */
const maxAgeMs = 7 * 86_400_000;

/**
 * Verdicts kept in a small file beside mcp.json, so that the next start asks each server in its own era at once. Only a
 * memory: whatever is missing, unreadable or wrong in it costs one more request and nothing else.
 */
export class EraMemory implements EraVerdicts {
  readonly #file: string;
  readonly #wallNow: () => number;
  readonly #writes = new SerialQueue();
  #verdicts = new Map<string, Verdict>();
  #isDirty = false;

  constructor(file: string, wallNow: () => number) {
    this.#file = file;
    this.#wallNow = wallNow;
  }

  /** Never rejects. What was found meanwhile stays. */
  async load(): Promise<void> {
    await removeStaleTempFiles(this.#file, this.#wallNow());
    this.#verdicts = new Map([...(await readVerdicts(this.#file)), ...this.#verdicts]);
  }

  get(key: string): Era | undefined {
    const verdict = this.#verdicts.get(key);
    if (verdict === undefined) return undefined;
    const age = this.#wallNow() - verdict.at;
    return age >= 0 && age < maxAgeMs ? verdict.era : undefined;
  }

  set(key: string, era: Era): void {
    if (this.get(key) === era) return;
    this.#verdicts.delete(key);
    this.#verdicts.set(key, { era, at: this.#wallNow() });
    for (const oldest of this.#verdicts.keys()) {
      if (this.#verdicts.size <= maxVerdicts) break;
      this.#verdicts.delete(oldest);
    }
    this.#save();
  }

  delete(key: string): void {
    if (this.#verdicts.delete(key)) this.#save();
  }

  /** Resolves when everything that is to be written is. */
  async close(): Promise<void> {
    await this.#writes.idle();
  }

  /** However many verdicts come while one write runs, the next takes them all. */
  #save(): void {
    if (this.#isDirty) return;
    this.#isDirty = true;
    void this.#writes
      .run(async () => {
        this.#isDirty = false;
        await mkdir(dirname(this.#file), { recursive: true, mode: 0o700 });
        await replaceFile(this.#file, `${JSON.stringify({ version: 1, eras: Object.fromEntries(this.#verdicts) })}\n`);
      })
      .catch(() => undefined); // a memory that cannot be written is no reason to stop
  }
}

/** Names a configuration in the memory: everything that says which server answers, and no value that could be secret. */
export function eraKey(transport: Transport): string {
  const place =
    transport.type === "stdio"
      ? [transport.type, transport.command, transport.args, transport.cwd, transport.env.map(({ key }) => key)]
      : [transport.type, transport.url, transport.headers.map(({ key }) => key.toLowerCase())];
  return createHash("sha256").update(JSON.stringify(place)).digest("base64url");
}

async function readVerdicts(file: string): Promise<ReadonlyMap<string, Verdict>> {
  const verdicts = new Map<string, Verdict>();
  try {
    if ((await stat(file)).size > maxFileBytes) return verdicts;
    const document: unknown = JSON.parse(await readFile(file, "utf8"));
    if (!isRecord(document) || document.version !== 1 || !isRecord(document.eras)) return verdicts;
    for (const [key, verdict] of Object.entries(document.eras).slice(-maxVerdicts)) {
      if (!isRecord(verdict) || typeof verdict.at !== "number") continue;
      if (verdict.era === "legacy" || verdict.era === "modern") verdicts.set(key, { era: verdict.era, at: verdict.at });
    }
  } catch {
    // Missing or no JSON: nothing is remembered.
  }
  return verdicts;
}
