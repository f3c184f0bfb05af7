import type { ControlCommand } from "./control.js";
import type { FakeHttpServer } from "./http-server.js";
import type { JournalWriter } from "./journal.js";

export function obeyHttp(command: ControlCommand, server: FakeHttpServer, journal: JournalWriter): void {
  const exits = command.do === "exit";
  if (exits) journal.write({ kind: "control-done", detail: command });
  act(command, server);
  if (!exits) journal.write({ kind: "control-done", detail: command });
}

function act(command: ControlCommand, server: FakeHttpServer): void {
  switch (command.do) {
    case "set":
      return server.setBehaviour(command.patch);
    case "notify":
      return server.notifyListChanged(command.count);
    case "bump":
      return server.bumpCatalog();
    case "drop-subscriptions":
      return server.dropStreams();
    case "lose-sessions":
      return server.loseSessions();
    case "cut-connections":
      return server.cutConnections();
    case "exit":
      return process.exit(command.code ?? 0);
    case "write":
      return;
  }
}
