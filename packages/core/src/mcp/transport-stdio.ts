import { ByteLines } from "../kit/byte-lines.js";
import { breathe } from "../kit/in-slices.js";
import { JsonTooDeepError, parseJsonInSlices, SLICED_JSON_BYTES } from "../kit/json-in-slices.js";
import { SerialQueue } from "../kit/serial-queue.js";
import { McpFailure } from "./failures.js";
import { JsonDepth } from "./json-depth.js";
import { MAX_MESSAGE_BYTES, MAX_MESSAGE_DEPTH } from "./limits.js";
import { type StdioCommand, StdioProcess, type StdioProcessOptions } from "./stdio-process.js";
import { isMessage, type JSONRPCMessage, type McpTransport, type MessageId, type Transport } from "./transport.js";

/** What a server that does not read may leave lying before no more is given to it. */
const maxUnreadBytes = 64 * 1_024 * 1_024;

export type StdioTransportOptions = Pick<StdioProcessOptions, "clock" | "stageMs" | "journal">;

/** MCP over the standard streams of a process that this transport starts and, without fail, ends. */
export class StdioTransport implements McpTransport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: NonNullable<Transport["onmessage"]>;
  onanswerlost?: (id: MessageId | null, failure: McpFailure) => void;
  readonly #command: StdioCommand;
  readonly #options: StdioTransportOptions;
  readonly #lines = new ByteLines({
    maxLineBytes: MAX_MESSAGE_BYTES,
    onLine: (line) => this.#read(line),
    onOversized: ({ head, tail }) => this.#loseAnswer(head, tail),
  });
  /** Long lines that are being read, and everything that came after them. */
  readonly #late = new SerialQueue();
  #lateCount = 0;
  #starting: Promise<StdioProcess> | null = null;
  #isClosed = false;

  constructor(command: StdioCommand, options: StdioTransportOptions) {
    this.#command = command;
    this.#options = options;
  }

  /** Starts one process, however often it is called. */
  async start(): Promise<void> {
    if (this.#isClosed) throw new McpFailure("connection-closed", { endsConnection: true, notSent: true });
    this.#starting ??= StdioProcess.start(this.#command, {
      ...this.#options,
      onOutput: (chunk) => this.#lines.push(chunk),
      onEnd: () => void this.#late.run(async () => this.#end()), // never rejects
    });
    await this.#starting;
  }

  async send(message: JSONRPCMessage): Promise<void> {
    const running = await this.#starting;
    if (running === null || this.#isClosed) {
      throw new McpFailure("connection-closed", { endsConnection: true, notSent: true });
    }
    if (running.unread > maxUnreadBytes) throw new McpFailure("server-failed", { notSent: true });
    await running.write(`${JSON.stringify(message)}\n`);
  }

  async close(): Promise<void> {
    await this.dispose();
  }

  async dispose(): Promise<void> {
    this.#end();
    const running = await this.#starting?.catch(() => null);
    await running?.stop();
  }

  #end(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
  }

  #read(line: Buffer): void {
    if (this.#isClosed) return;
    if (this.#lateCount === 0 && line.length < SLICED_JSON_BYTES) {
      return isTooDeep(line) ? this.#lose(line) : this.#deliver(parseLine(line));
    }
    this.#lateCount += 1;
    void this.#late.run(() => this.#readLate(line)); // never rejects
  }

  /** Nothing more is taken from the process meanwhile, so that what waits here stays bounded. */
  async #readLate(line: Buffer): Promise<void> {
    const running = await this.#starting?.catch(() => null);
    running?.pauseOutput();
    const parsed: unknown = await parseJsonInSlices(line, { maxDepth: MAX_MESSAGE_DEPTH }).catch((error) => error);
    this.#lateCount -= 1;
    if (this.#lateCount === 0) running?.resumeOutput();
    if (this.#isClosed) return;
    if (parsed instanceof JsonTooDeepError) this.#lose(line);
    else this.#deliver(parsed);
    // Whoever waits for it hears of it before the end of the process, which may be next in line.
    await breathe();
  }

  /** Some servers of an early revision answer in batches; anything else that is no object is noise. */
  #deliver(parsed: unknown): void {
    for (const message of Array.isArray(parsed) ? parsed : [parsed]) if (isMessage(message)) this.onmessage?.(message);
  }

  #lose(line: Buffer): void {
    this.#loseAnswer(line.subarray(0, 1_024), line.subarray(-1_024));
  }

  #loseAnswer(head: Buffer, tail: Buffer): void {
    this.onanswerlost?.(findId(head, tail), new McpFailure("result-too-large"));
  }
}

function isTooDeep(line: Buffer): boolean {
  return new JsonDepth(MAX_MESSAGE_DEPTH).exceeds(line);
}

function parseLine(line: Buffer): unknown {
  try {
    return JSON.parse(line.toString("utf8"));
  } catch {
    return null;
  }
}

/** Servers write the id first or last; in the middle of an answer an `"id"` could be anything. */
function findId(head: Buffer, tail: Buffer): MessageId | null {
  const first = /^\s*\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?"id"\s*:\s*(\d+|"[^"\\]{0,128}")/.exec(
    head.toString("latin1"),
  );
  const last = /,\s*"id"\s*:\s*(\d+|"[^"\\]{0,128}")\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$/.exec(
    tail.toString("latin1"),
  );
  const text = first?.[1] ?? last?.[1];
  if (text === undefined) return null;
  return text.startsWith('"') ? text.slice(1, -1) : Number(text);
}
