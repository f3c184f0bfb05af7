import { type Deferred, EvalFlags, JSException, type JSValueHandle, QuickJS, type QuickJSOptions } from "quickjs-wasi";
import { ENGINE_FAULT, faultOf, outcomeOf, readFault } from "./guest-fault.js";
import { GUEST_PRELUDE } from "./guest-prelude.js";
import { Outbox } from "./outbox.js";
import { type AnswerMessage, CONTROL, type FromWorker, REQUEST_KINDS, type RunMessage } from "./protocol.js";
import { leavesThreadClean, type ScriptFault, type ScriptOutcomeCode } from "./script-errors.js";

const SCRIPT_NAME = "script";
/** One line is ours, so that the reader's line numbers are the script's own. */
const HEAD = "(async function () {\n";
const TAIL = "\n})()";

interface Deps {
  readonly wasm: QuickJSOptions["wasm"];
  readonly post: (message: FromWorker) => void;
  /** Loads what erases type annotations; it gives null when the text is no TypeScript either. */
  readonly loadTypeStripper: () => Promise<(source: string) => string | null>;
}

interface Outcome {
  readonly code: ScriptOutcomeCode;
  readonly fault: ScriptFault | null;
}

/** One script in one fresh engine. Lives in a worker; everything that crosses its wall is a string. */
export class GuestVm {
  readonly #message: RunMessage;
  readonly #deps: Deps;
  readonly #control: Int32Array;
  readonly #outbox: Outbox;
  readonly #pending = new Map<number, Deferred>();
  #vm: QuickJS | null = null;
  #watch: ((promise: JSValueHandle) => void) | null = null;
  #console = "";
  /** The first end counts. Nothing leaves the script after it, and the engine stops at its next instruction. */
  #outcome: Outcome | null = null;
  #isTold = false;

  constructor(message: RunMessage, deps: Deps) {
    this.#message = message;
    this.#deps = deps;
    this.#control = new Int32Array(message.control);
    this.#outbox = new Outbox(message.argumentCharacters);
  }

  async start(): Promise<void> {
    const { memoryBytes, stackBytes, source } = this.#message;
    this.#vm = await QuickJS.create({
      wasm: this.#deps.wasm,
      memoryLimit: memoryBytes,
      maxStackSize: stackBytes,
      timezoneOffset: 0,
      interruptHandler: () => this.#outcome !== null || this.#mustStop() !== null,
    });
    this.#installHost(this.#vm);
    const fault = this.#check(source);
    const program = fault === null ? source : await this.#withoutTypes(source);
    if (program === null) this.#outcome ??= { code: "syntax", fault };
    else this.#enter((vm) => this.#run(vm, program));
    this.#settle();
  }

  /** What the host found out; ignored when it is meant for another script, or this one is over. */
  answer({ runId, id, json }: AnswerMessage): void {
    const deferred = this.#pending.get(id);
    if (deferred === undefined || runId !== this.#message.runId) return;
    this.#pending.delete(id);
    this.#outbox.answered(id);
    this.#enter((vm) => {
      settle(vm, deferred, json);
      // Whoever awaits it holds the promise; ours would keep every answer until the script's end.
      deferred.handle.dispose();
    });
    this.#settle();
  }

  dispose(): void {
    this.#isTold = true;
    this.#free();
  }

  #free(): void {
    try {
      this.#vm?.dispose();
    } catch {
      // A guest stopped in mid-allocation may leave objects behind; its memory goes with the instance.
    }
    this.#vm = null;
  }

  /** Null for a program. Nothing runs here, so a script cannot pretend that it is none. */
  #check(source: string): ScriptFault | null {
    let fault: ScriptFault | null = null;
    this.#enter((vm) => {
      try {
        vm.evalCode(HEAD + source + TAIL, SCRIPT_NAME, EvalFlags.COMPILE_ONLY).dispose();
      } catch (error) {
        const found = faultOf(error);
        if (found.name === "SyntaxError") fault = found;
        else this.#outcome ??= { code: outcomeOf(found), fault: found };
      }
    });
    return fault;
  }

  async #withoutTypes(source: string): Promise<string | null> {
    const stripTypes = await this.#deps.loadTypeStripper();
    let stripped: string | null = null;
    this.#enter(() => {
      stripped = stripTypes(source);
    });
    return stripped !== null && this.#check(stripped) === null ? stripped : null;
  }

  #run(vm: QuickJS, program: string): void {
    const promise = vm.evalCode(HEAD + program + TAIL, SCRIPT_NAME);
    this.#watch?.(promise);
    promise.dispose();
  }

  #installHost(vm: QuickJS): void {
    const define = (name: string, run: (...args: JSValueHandle[]) => JSValueHandle) => {
      const handle = vm.newFunction(name, (...args) => withoutHostStack(() => run(...args)));
      vm.setProp(vm.global, name, handle);
      handle.dispose();
    };
    define("__request", (kind, json) => this.#request(vm, textOf(kind), textOf(json)));
    define("__emit", (json) => this.#emit(vm, textOf(json)));
    define("__log", (text) => this.#log(vm, textOf(text)));
    define("__end", (isOk, json) => this.#guestEnd(vm, isOk?.toBoolean() ?? false, textOf(json)));
    const names = vm.newString(JSON.stringify(this.#message.namespaces));
    vm.setProp(vm.global, "__namespaces", names);
    names.dispose();
    const watch = vm.evalCode(GUEST_PRELUDE, "prelude");
    this.#watch = (promise) => vm.callFunction(watch, vm.undefined, promise).dispose();
  }

  #request(vm: QuickJS, kind: string, json: string): JSValueHandle {
    const name = REQUEST_KINDS.find((known) => known === kind);
    const deferred = vm.newPromise();
    if (name === undefined || this.#outcome !== null) return deferred.handle;
    const id = this.#outbox.admit(json);
    if (typeof id !== "number") {
      settle(vm, deferred, JSON.stringify({ error: { ...id, path: "" } }));
      return deferred.handle;
    }
    this.#pending.set(id, deferred);
    this.#deps.post({ type: "request", runId: this.#message.runId, id, kind: name, json });
    return deferred.handle;
  }

  #emit(vm: QuickJS, json: string): JSValueHandle {
    if (this.#outcome === null && this.#outbox.mayEmit(json)) {
      this.#deps.post({ type: "emit", runId: this.#message.runId, json });
    }
    return vm.undefined;
  }

  #log(vm: QuickJS, line: string): JSValueHandle {
    if (this.#outcome === null) this.#console = `${this.#console}${line}\n`.slice(-this.#message.consoleCharacters);
    return vm.undefined;
  }

  #guestEnd(vm: QuickJS, isOk: boolean, json: string): JSValueHandle {
    const fault = isOk ? null : readFault(json);
    this.#outcome ??= { code: fault === null ? "ok" : outcomeOf(fault), fault };
    return vm.undefined;
  }

  /** Runs the engine on the clock: every entry counts against the budget, waiting between entries does not. */
  #enter(run: (vm: QuickJS) => void): void {
    const vm = this.#vm;
    if (vm === null || this.#outcome !== null) return;
    const entered = Date.now() - this.#message.startedAt;
    Atomics.store(this.#control, CONTROL.enteredAt, entered + 1);
    try {
      run(vm);
      vm.executePendingJobs();
    } catch (error) {
      const fault = faultOf(error);
      if (this.#mustStop() === null) this.#outcome ??= { code: outcomeOf(fault), fault };
    }
    this.#outcome ??= this.#stopReason();
    // The end is told only when the engine has been left and is gone: until then the host's watchdog looks on.
    if (this.#outcome !== null && leavesThreadClean(this.#outcome.code)) this.#free();
    const spent = Date.now() - this.#message.startedAt - entered;
    // In this order, so that whoever reads in the other one never counts an entry twice.
    Atomics.store(this.#control, CONTROL.enteredAt, 0);
    Atomics.add(this.#control, CONTROL.activeMs, spent);
  }

  #stopReason(): Outcome | null {
    const reason = this.#mustStop();
    return reason === null ? null : { code: reason, fault: null };
  }

  #settle(): void {
    if (this.#outcome === null && this.#pending.size === 0) this.#outcome = { code: "deadlock", fault: null };
    if (this.#outcome === null || this.#isTold) return;
    this.#isTold = true;
    this.#deps.post({
      type: "end",
      runId: this.#message.runId,
      end: {
        ...this.#outcome,
        activeMs: Math.max(0, this.#activeMs()),
        console: this.#console.toWellFormed(),
        omittedCharacters: this.#outbox.omittedCharacters,
        unanswered: this.#pending.size,
      },
    });
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
}

function settle(vm: QuickJS, deferred: Deferred, json: string): void {
  const text = vm.newString(json);
  deferred.resolve(text);
  text.dispose();
}

function textOf(handle: JSValueHandle | undefined): string {
  return handle?.isString ? handle.toString() : "";
}

/** The engine hands an error's stack on to the script, and ours names the files of this machine. */
function withoutHostStack(run: () => JSValueHandle): JSValueHandle {
  try {
    return run();
  } catch (error) {
    if (error instanceof JSException) throw error;
    const plain = new Error(ENGINE_FAULT.message);
    delete plain.stack;
    throw plain;
  }
}
