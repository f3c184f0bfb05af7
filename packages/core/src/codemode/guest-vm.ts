import { type Deferred, JSException, type JSValueHandle, QuickJS, type QuickJSOptions } from "quickjs-wasi";
import { GUEST_PRELUDE } from "./guest-prelude.js";
import { CONTROL, type FromWorker, REQUEST_KINDS, type RunMessage } from "./protocol.js";
import type { ScriptEnd, ScriptFault, ScriptOutcomeCode } from "./script-errors.js";

const SCRIPT_NAME = "script";
/** One line is ours, so that the reader's line numbers are the script's own. */
const HEAD = "(async function () {\n";
const TAIL = "\n})()";
/** What one script may send across the wall; the host's own, smaller limits come on top. */
const MAX_REQUESTS = 2_000;
const MAX_EMITS = 1_000;
const MAX_EMITTED_CHARACTERS = 512 * 1024;

interface Deps {
  readonly wasm: QuickJSOptions["wasm"];
  readonly post: (message: FromWorker) => void;
  /** Erases type annotations; null when the text is no TypeScript either. */
  readonly stripTypes: (source: string) => Promise<string | null>;
}

/** One script in one fresh engine. Lives in a worker; everything that crosses its wall is a string. */
export class GuestVm {
  readonly #message: RunMessage;
  readonly #deps: Deps;
  readonly #control: Int32Array;
  readonly #pending = new Map<number, Deferred>();
  #vm: QuickJS | null = null;
  #nextId = 1;
  #emits = 0;
  #emittedCharacters = 0;
  #omitted = 0;
  #console = "";
  #ended = false;

  constructor(message: RunMessage, deps: Deps) {
    this.#message = message;
    this.#deps = deps;
    this.#control = new Int32Array(message.control);
  }

  async start(): Promise<void> {
    const { memoryBytes, stackBytes, source } = this.#message;
    this.#vm = await QuickJS.create({
      wasm: this.#deps.wasm,
      memoryLimit: memoryBytes,
      maxStackSize: stackBytes,
      timezoneOffset: 0,
      interruptHandler: () => this.#mustStop() !== null,
    });
    this.#installHost(this.#vm);
    if (this.#evaluate(source)) return;
    const stripped = await this.#deps.stripTypes(source);
    if (stripped !== null && this.#evaluate(stripped)) return;
    this.#end("syntax", this.#syntaxFault);
  }

  /** What the host found out for request `id`; ignored when the script is over or the id unknown. */
  answer(id: number, json: string): void {
    const deferred = this.#pending.get(id);
    const vm = this.#vm;
    if (deferred === undefined || vm === null || this.#ended) return;
    this.#pending.delete(id);
    this.#enter(() => {
      const text = vm.newString(json);
      deferred.resolve(text);
      text.dispose();
    });
  }

  dispose(): void {
    this.#ended = true;
    try {
      this.#vm?.dispose();
    } catch {
      // A guest stopped in mid-allocation may leave objects behind; its memory goes with the instance.
    }
    this.#vm = null;
  }

  #syntaxFault: ScriptFault | null = null;

  /** False when the text is not a program; the first such reason is kept. */
  #evaluate(source: string): boolean {
    const vm = this.#vm;
    if (vm === null) return true;
    let isProgram = true;
    this.#enter(() => {
      try {
        const promise = vm.evalCode(HEAD + source + TAIL, SCRIPT_NAME);
        this.#watch?.(promise);
        promise.dispose();
      } catch (error) {
        const fault = faultOf(error);
        if (fault.name !== "SyntaxError") throw error;
        this.#syntaxFault ??= fault;
        isProgram = false;
      }
    });
    return isProgram;
  }

  #watch: ((promise: JSValueHandle) => void) | null = null;

  #installHost(vm: QuickJS): void {
    const define = (name: string, run: (...args: JSValueHandle[]) => JSValueHandle) => {
      const handle = vm.newFunction(name, run);
      vm.setProp(vm.global, name, handle);
      handle.dispose();
    };
    define("__request", (kind, json) => this.#request(vm, kind, json));
    define("__emit", (json) => this.#emit(vm, textOf(json)));
    define("__log", (text) => this.#log(vm, textOf(text)));
    define("__end", (isOk, json) => this.#guestEnd(vm, isOk?.toBoolean() ?? false, textOf(json)));
    const names = vm.newString(JSON.stringify(this.#message.namespaces));
    vm.setProp(vm.global, "__namespaces", names);
    names.dispose();
    const watch = vm.evalCode(GUEST_PRELUDE, "prelude");
    this.#watch = (promise) => vm.callFunction(watch, vm.undefined, promise).dispose();
  }

  #request(vm: QuickJS, kind: JSValueHandle | undefined, json: JSValueHandle | undefined): JSValueHandle {
    const name = REQUEST_KINDS.find((known) => known === textOf(kind));
    const deferred = vm.newPromise();
    if (name === undefined) return deferred.handle;
    const id = this.#nextId;
    this.#nextId += 1;
    if (id > MAX_REQUESTS) return this.#refuse(vm, deferred);
    this.#pending.set(id, deferred);
    this.#deps.post({ type: "request", runId: this.#message.runId, id, kind: name, json: textOf(json) });
    return deferred.handle;
  }

  /** A flood of requests must not become a flood of messages. */
  #refuse(vm: QuickJS, deferred: Deferred): JSValueHandle {
    const error = { code: "call_limit", path: "", message: "this script made too many requests" };
    const text = vm.newString(JSON.stringify({ error }));
    deferred.resolve(text);
    text.dispose();
    return deferred.handle;
  }

  #emit(vm: QuickJS, json: string): JSValueHandle {
    this.#emits += 1;
    this.#emittedCharacters += json.length;
    if (this.#emits > MAX_EMITS || this.#emittedCharacters > MAX_EMITTED_CHARACTERS) this.#omitted += json.length;
    else this.#deps.post({ type: "emit", runId: this.#message.runId, json });
    return vm.undefined;
  }

  #log(vm: QuickJS, line: string): JSValueHandle {
    this.#console = `${this.#console}${line}\n`.slice(-this.#message.consoleCharacters);
    return vm.undefined;
  }

  #guestEnd(vm: QuickJS, isOk: boolean, json: string): JSValueHandle {
    if (isOk) this.#end("ok", null);
    else {
      const fault = readFault(json);
      this.#end(outcomeOf(fault), fault);
    }
    return vm.undefined;
  }

  /** Runs the engine on the clock: every entry counts against the budget, waiting between entries does not. */
  #enter(run: () => void): void {
    if (this.#ended || this.#vm === null) return;
    const entered = Date.now() - this.#message.startedAt;
    Atomics.store(this.#control, CONTROL.enteredAt, entered + 1);
    try {
      run();
      this.#vm.executePendingJobs();
    } catch (error) {
      const fault = faultOf(error);
      if (this.#mustStop() === null) this.#end(outcomeOf(fault), fault);
    } finally {
      const spent = Date.now() - this.#message.startedAt - entered;
      Atomics.add(this.#control, CONTROL.activeMs, spent);
      Atomics.store(this.#control, CONTROL.enteredAt, 0);
    }
    this.#settle();
  }

  #settle(): void {
    if (this.#ended) return;
    const reason = this.#mustStop();
    if (reason !== null) return this.#end(reason, null);
    if (this.#pending.size === 0 && this.#syntaxFault === null) this.#end("deadlock", null);
  }

  #mustStop(): "cancelled" | "timeout" | null {
    if (Atomics.load(this.#control, CONTROL.cancel) !== 0) return "cancelled";
    return this.#activeMs() > this.#message.activeMs ? "timeout" : null;
  }

  #activeMs(): number {
    const entered = Atomics.load(this.#control, CONTROL.enteredAt);
    const running = entered === 0 ? 0 : Date.now() - this.#message.startedAt - (entered - 1);
    return Atomics.load(this.#control, CONTROL.activeMs) + running;
  }

  #end(code: ScriptOutcomeCode, fault: ScriptFault | null): void {
    if (this.#ended) return;
    this.#ended = true;
    const end: ScriptEnd = {
      code,
      fault,
      activeMs: Math.max(0, this.#activeMs()),
      console: this.#console,
      omittedCharacters: this.#omitted,
    };
    this.#deps.post({ type: "end", runId: this.#message.runId, end });
  }
}

const ENGINE_FAULT: ScriptFault = { name: "Error", message: "the engine failed", line: null };

function textOf(handle: JSValueHandle | undefined): string {
  return handle?.isString ? handle.toString() : "";
}

function faultOf(error: unknown): ScriptFault {
  if (error instanceof RangeError) return { name: "RangeError", message: "call stack exceeded", line: null };
  if (!(error instanceof JSException)) return ENGINE_FAULT;
  const fault = { name: error.name, message: error.message.slice(0, 2000), line: lineOf(error.stack ?? "") };
  error.dispose();
  return fault;
}

function readFault(json: string): ScriptFault {
  const { name, message, stack } = JSON.parse(json) as { name: string; message: string; stack: string };
  return { name, message, line: lineOf(stack) };
}

/** The first frame of the script itself; frames of the prelude are nobody's business. */
function lineOf(stack: string): number | null {
  const match = /\bscript:(\d+)/.exec(stack);
  const line = match?.[1] === undefined ? Number.NaN : Number(match[1]) - 1;
  return line > 0 ? line : null;
}

function outcomeOf(fault: ScriptFault): ScriptOutcomeCode {
  if (fault === ENGINE_FAULT) return "engine";
  if (fault.name === "InternalError" && fault.message.includes("out of memory")) return "memory";
  if (fault.name === "RangeError" && fault.message.includes("call stack")) return "stack";
  return "script";
}
