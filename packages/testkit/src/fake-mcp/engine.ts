import { type Answer, isModern, methodNotFound, modernEnvelope, plainAnswer, type ServerState } from "./answers.js";
import type { FakeBehaviour } from "./behaviour.js";
import { toolsOf } from "./catalog.js";
import type { Channel, EngineHost } from "./channel.js";
import { textResult } from "./content.js";
import { type Fault, FaultCounter, findFault, type ServerQuestion } from "./faults.js";
import { digestOf, type JournalWriter } from "./journal.js";
import { askText, listChangedTexts } from "./server-texts.js";
import { Subscriptions } from "./subscriptions.js";
import { Timers } from "./timers.js";
import { libraryTool } from "./tool-library.js";
import { errorText, isRecord, notificationText, type RpcId, type RpcMessage, responseText } from "./wire.js";

interface Running {
  readonly message: RpcMessage;
  readonly id: RpcId;
  readonly channel: Channel;
  readonly faults: readonly Fault[];
  readonly signal: AbortSignal;
}

/** The part of a fake MCP server that both transports share. */
export class FakeEngine {
  readonly state: ServerState;
  readonly timers = new Timers();
  readonly subscriptions = new Subscriptions();
  readonly #journal: JournalWriter;
  readonly #host: EngineHost;
  readonly #counter = new FaultCounter();
  readonly #running = new Map<RpcId, AbortController>();
  readonly #questions = new Map<RpcId, (answer: unknown) => void>();
  readonly #executions = new Map<string, number>();
  #behaviour: FakeBehaviour;
  #lastQuestion = 0;

  constructor(behaviour: FakeBehaviour, options: { journal: JournalWriter; host: EngineHost }) {
    this.#behaviour = behaviour;
    this.#journal = options.journal;
    this.#host = options.host;
    this.state = { catalogVersion: behaviour.catalogVersion ?? 0, pagesServed: 0, hasLegacyClient: false };
  }

  get behaviour(): FakeBehaviour {
    return this.#behaviour;
  }

  setBehaviour(patch: FakeBehaviour): void {
    this.#behaviour = { ...this.#behaviour, ...patch };
    if (patch.catalogVersion !== undefined) this.state.catalogVersion = patch.catalogVersion;
  }

  /** Counts the message against every fault, so call it once a message. */
  faultsFor(point: string, message?: RpcMessage): Fault[] {
    const name = point === "tools/call" ? message?.params?.name : undefined;
    return this.#counter.match(this.#behaviour.faults ?? [], point, typeof name === "string" ? name : null);
  }

  notifyListChanged(count = 1): void {
    for (let sent = 0; sent < count; sent += 1) this.subscriptions.notify();
    if (this.state.hasLegacyClient) this.#host.announce(listChangedTexts(count));
  }

  stop(): void {
    for (const controller of this.#running.values()) controller.abort();
    this.timers.stop();
  }

  async receive(message: RpcMessage, channel: Channel, faults: readonly Fault[]): Promise<void> {
    if (message.method === undefined) return this.#takeAnswer(message, channel);
    if (message.id === undefined) return this.#takeNotification(message, channel, faults);
    const controller = new AbortController();
    const signal = AbortSignal.any([controller.signal, channel.signal]);
    this.#running.set(message.id, controller);
    const onAbort = () => this.#journal.write({ kind: "aborted", ...named(message) });
    channel.signal.addEventListener("abort", onAbort, { once: true });
    try {
      await this.#answer({ message, id: message.id, channel, faults, signal });
    } finally {
      if (this.#running.get(message.id) === controller) this.#running.delete(message.id);
    }
  }

  /** Journals a message, before any fault can swallow it. */
  note(message: RpcMessage, headers: Readonly<Record<string, string>>): void {
    const { _meta, ...params } = message.params ?? {};
    const isSmall = JSON.stringify(params).length <= 16_384;
    this.#journal.write({
      kind: "received",
      ...named(message),
      digest: digestOf(params),
      ...(isSmall ? { params } : {}),
      headers,
    });
  }

  #takeAnswer(message: RpcMessage, channel: Channel): void {
    const answer = message.error === undefined ? { result: message.result } : { error: message.error };
    this.#journal.write({ kind: "answered", id: message.id ?? null, detail: answer });
    this.#questions.get(message.id ?? null)?.(answer);
    channel.send([], true);
  }

  async #takeNotification(message: RpcMessage, channel: Channel, faults: readonly Fault[]): Promise<void> {
    const death = findFault(faults, "exit") ?? findFault(faults, "exit-after");
    if (death) return this.#host.exit(death.code ?? 1);
    if (findFault(faults, "silence")) return;
    const delay = findFault(faults, "delay");
    if (delay) await this.timers.wait(delay.ms);
    if (message.method === "notifications/cancelled") this.#cancel(message.params?.requestId);
    if (message.method === "notifications/initialized") this.state.hasLegacyClient = true;
    channel.send([], true);
    const storm = findFault(faults, "storm");
    if (storm) this.notifyListChanged(storm.count);
    for (const question of findFault(faults, "ask")?.questions ?? []) this.#host.announce([this.#askText(question)]);
  }

  #cancel(requestId: unknown): void {
    if (typeof requestId !== "string" && typeof requestId !== "number") return;
    this.subscriptions.remove(requestId);
    if (!this.#behaviour.answersCancelled) this.#running.get(requestId)?.abort();
  }

  async #answer(run: Running): Promise<void> {
    const { faults, channel, message } = run;
    const death = findFault(faults, "exit");
    if (death) return this.#host.exit(death.code ?? 1);
    if (findFault(faults, "silence")) return;
    const delay = findFault(faults, "delay");
    if (delay) await this.timers.wait(delay.ms, run.signal);
    const storm = findFault(faults, "storm");
    if (storm && !storm.after) this.#storm(run, storm.count);
    const questions = findFault(faults, "ask")?.questions ?? [];
    if (questions.length > 0)
      channel.send(
        questions.map((question) => this.#askText(question)),
        false,
      );
    if (message.method === "subscriptions/listen" && isModern(message) && this.#listen(run)) return;
    const answer = await this.#answerOf(run);
    const deathAfter = findFault(faults, "exit-after");
    if (deathAfter) return this.#host.exit(deathAfter.code ?? 1);
    if (run.signal.aborted) return channel.send([], true);
    channel.send(outgoing(run, answer), true);
    if (storm?.after) this.notifyListChanged(storm.count);
  }

  /** On the stream of the request where the era allows it, else on the open streams. */
  #storm(run: Running, count: number): void {
    if (isModern(run.message)) this.notifyListChanged(count);
    else run.channel.send(listChangedTexts(count), false);
  }

  #listen(run: Running): boolean {
    if ((this.#behaviour.era ?? "legacy") === "legacy" || run.id === null) return false;
    this.subscriptions.add(run.id, run.channel, this.#behaviour.listens !== false);
    return true;
  }

  async #answerOf(run: Running): Promise<Answer> {
    const forced = findFault(run.faults, "error");
    if (forced) return { error: forced.error };
    const raw = findFault(run.faults, "result");
    if (raw && run.message.method !== "tools/call") return { result: raw.text };
    const plain = plainAnswer(this.#behaviour, this.state, run.message);
    if (plain) return plain;
    if (run.message.method !== "tools/call") return methodNotFound;
    const called = await this.#call(run);
    return raw ? { result: raw.text } : called;
  }

  async #call(run: Running): Promise<Answer> {
    const params = run.message.params ?? {};
    const args = isRecord(params.arguments) ? params.arguments : {};
    const name = String(params.name);
    const tool = toolsOf(this.#behaviour, this.state.catalogVersion).find(
      (candidate) => candidate.name === params.name,
    );
    const library = libraryTool(name);
    if (!tool && !library) return { error: { code: -32602, message: `Tool ${name} not found` } };
    const executions = this.#execute(name, args, run.id);
    await this.#progress(run);
    if (tool?.error) return { error: tool.error };
    const result = await this.#resultOf(run, { name, args, executions, fixed: tool?.result });
    this.#journal.write({ kind: "finished", tool: name, id: run.id });
    return { result: isModern(run.message) ? modernEnvelope(this.#behaviour, result, false) : result };
  }

  #execute(name: string, args: unknown, id: RpcId): number {
    const digest = digestOf(args);
    const executions = (this.#executions.get(`${name} ${digest}`) ?? 0) + 1;
    this.#executions.set(`${name} ${digest}`, executions);
    this.#journal.write({ kind: "executed", tool: name, id, digest });
    return executions;
  }

  async #resultOf(
    run: Running,
    call: { name: string; args: Record<string, unknown>; executions: number; fixed: unknown },
  ): Promise<string> {
    if (call.fixed !== undefined) return JSON.stringify(call.fixed);
    const library = libraryTool(call.name);
    if (!library) return textResult(JSON.stringify(call.args));
    return library.run({
      args: call.args,
      headers: run.channel.headers,
      executions: call.executions,
      ask: (question) => this.#ask(run, question),
      wait: (ms) => this.timers.wait(ms, run.signal),
      progress: (done, total) => this.#sendProgress(run, done, total),
      bumpCatalog: () => this.bumpCatalog(),
    });
  }

  bumpCatalog(): void {
    this.state.catalogVersion += 1;
    this.notifyListChanged();
  }

  async #progress(run: Running): Promise<void> {
    const progress = findFault(run.faults, "progress");
    for (let done = 1; done <= (progress?.times ?? 0) && !run.signal.aborted; done += 1) {
      await this.timers.wait(progress?.everyMs ?? 0, run.signal);
      this.#sendProgress(run, done, progress?.times ?? 0);
    }
  }

  #sendProgress(run: Running, done: number, total: number): void {
    const meta = run.message.params?._meta;
    const token = isRecord(meta) ? meta.progressToken : undefined;
    if (token === undefined) return;
    const params = { progressToken: token, progress: done, total };
    run.channel.send([notificationText("notifications/progress", params)], false);
  }

  #askText(question: ServerQuestion): string {
    this.#lastQuestion += 1;
    return askText(`fake-${this.#lastQuestion}`, question);
  }

  #ask(run: Running, question: ServerQuestion): Promise<unknown> {
    return new Promise((resolve) => {
      const asked = this.#askText(question);
      this.#questions.set(`fake-${this.#lastQuestion}`, resolve);
      run.signal.addEventListener("abort", () => resolve({ aborted: true }));
      run.channel.send([asked], false);
    });
  }
}

function named(message: RpcMessage): { method?: string; id?: RpcId } {
  return {
    ...(message.method === undefined ? {} : { method: message.method }),
    ...(message.id === undefined ? {} : { id: message.id }),
  };
}

/** The answer and whatever a fault puts around it. */
function outgoing(run: Running, answer: Answer): string[] {
  const raw = findFault(run.faults, "raw");
  if (raw) return [raw.text];
  const write = (id: RpcId) => ("result" in answer ? responseText(id, answer.result) : errorText(id, answer.error));
  const stray = findFault(run.faults, "stray-response");
  const wrong = findFault(run.faults, "wrong-id");
  const own = write(wrong ? (wrong.id ?? String(run.id)) : run.id);
  const copies =
    findFault(run.faults, "duplicate-response")?.times ?? (findFault(run.faults, "duplicate-response") ? 2 : 1);
  return [
    ...(stray ? [responseText(stray.id, textResult("stray"))] : []),
    ...Array.from({ length: copies }, () => own),
  ];
}
