import type { FakeBehaviour } from "./behaviour.js";
import type { Channel } from "./channel.js";
import type { ControlCommand } from "./control.js";
import { FakeEngine } from "./engine.js";
import type { JournalWriter } from "./journal.js";
import { adoptHabits, sufferFaults, writeBlocking } from "./stdio-faults.js";
import { parseMessage } from "./wire.js";

/** Serves MCP on this process's stdin and stdout; answers with what obeys control commands. */
export function serveStdio(behaviour: FakeBehaviour, journal: JournalWriter): (command: ControlCommand) => void {
  const habits = behaviour.process ?? {};
  const engine = new FakeEngine(behaviour, { journal, host: { announce: write, exit: (code) => process.exit(code) } });

  function write(texts: readonly string[]): void {
    const data = Buffer.from(texts.map((text) => `${text}\n`).join(""));
    if (!engine.behaviour.process?.splitBytes) return writeBlocking(1, data);
    for (const byte of data) writeBlocking(1, Buffer.of(byte));
  }

  const receive = (line: string) => {
    const message = parseMessage(line);
    if (!message) return;
    engine.note(message, {});
    const faults = engine.faultsFor(message.method ?? "response", message);
    sufferFaults(faults);
    // A signal of its own, or the listeners of every message would pile up on one.
    const channel: Channel = { headers: {}, signal: new AbortController().signal, send: write };
    void engine.receive(message, channel, faults); // never rejects: a fake's answers cannot fail
  };

  adoptHabits(habits, journal);
  const start = () => readLines(behaviour, journal, receive);
  if (habits.startDelayMs) setTimeout(start, habits.startDelayMs);
  else start();
  return (command) => obey(command, engine, { journal, write });
}

function readLines(behaviour: FakeBehaviour, journal: JournalWriter, receive: (line: string) => void): void {
  const habits = behaviour.process ?? {};
  // A referenced timer keeps the process alive where stdin does not.
  if (habits.ignoresEnd || habits.readsStdin === false) setInterval(() => {}, 60_000);
  if (habits.readsStdin === false) return;
  let rest = "";
  process.stdin.setEncoding("utf8");
  process.stdin.on("data", (chunk: string) => {
    const lines = `${rest}${chunk}`.split("\n");
    rest = lines.pop() ?? "";
    for (const line of lines) receive(line);
  });
  process.stdin.on("end", () => {
    journal.write({ kind: "stdin-end" });
    if (!habits.ignoresEnd) process.exit(0);
  });
}

function obey(
  command: ControlCommand,
  engine: FakeEngine,
  output: { journal: JournalWriter; write(texts: readonly string[]): void },
): void {
  switch (command.do) {
    case "set":
      engine.setBehaviour(command.patch);
      break;
    case "notify":
      engine.notifyListChanged(command.count);
      break;
    case "bump":
      engine.bumpCatalog();
      break;
    case "write":
      output.write([command.text]);
      break;
    case "lose-sessions":
    case "cut-connections":
      break;
    case "drop-subscriptions":
      engine.subscriptions.dropAll();
      break;
    case "exit":
      output.journal.write({ kind: "control-done", detail: command });
      process.exit(command.code ?? 0);
  }
  output.journal.write({ kind: "control-done", detail: command });
}
