import { describe, expect, test } from "vitest";
import { CHAT_COMMAND_NAMES, CHAT_HELP, readChatCommand } from "./chat-command.js";

describe("a line typed into the chat", () => {
  test("words are a prompt, and a slash can be escaped", () => {
    expect(readChatCommand("  hello there ")).toEqual({ kind: "prompt", text: "hello there" });
    expect(readChatCommand("//etc/hosts?")).toEqual({ kind: "prompt", text: "/etc/hosts?" });
    expect(readChatCommand("   ")).toEqual({ kind: "nothing" });
  });

  test("an answer names its question, and a refusal may say why [PER-10]", () => {
    expect(readChatCommand("/approve r1")).toEqual({
      kind: "answer",
      decision: "allowed",
      id: "r1",
      reason: null,
      stopsScript: false,
    });
    expect(readChatCommand("/approve-session r2")).toMatchObject({ decision: "allowed-session", id: "r2" });
    expect(readChatCommand("/deny r1 not this  one")).toMatchObject({ decision: "denied", reason: "not this  one" });
    expect(readChatCommand("/approve")).toMatchObject({ kind: "answer", id: null });
    expect(readChatCommand("/approve r1 please")).toMatchObject({ kind: "wrong" });
  });

  test("a call by hand takes a JSON object and nothing else", () => {
    expect(readChatCommand('/call s t {"a": [1, 2]}')).toEqual({
      kind: "call",
      target: { serverId: "s", toolName: "t" },
      args: { a: [1, 2] },
    });
    expect(readChatCommand("/call s t")).toMatchObject({ kind: "call", args: {} });
    for (const wrong of ["/call", "/call s", "/call s t {a}", "/call s t [1]", "/call s t null"]) {
      expect(readChatCommand(wrong), wrong).toMatchObject({ kind: "wrong" });
    }
  });

  test("a refusal can end the script that makes the call [CM-03]", () => {
    const stop = { kind: "answer", decision: "denied", id: "r1", stopsScript: true };
    expect(readChatCommand("/stop-script r1 enough")).toEqual({ ...stop, reason: "enough" });
    expect(readChatCommand("/deny r1 stop")).toEqual({ ...stop, reason: "stop" });
    expect(readChatCommand("/deny r1 stop that")).toMatchObject({ stopsScript: false, reason: "stop that" });
  });

  test("a script by hand is one text, from the line or from a file [CM-08]", () => {
    expect(readChatCommand('/call codemode {"script": "return 1"}')).toEqual({
      kind: "call",
      target: "codemode",
      args: { script: "return 1" },
    });
    expect(readChatCommand("/call codemode {}")).toMatchObject({ kind: "wrong" });
    expect(readChatCommand("/call codemode echo {}")).toMatchObject({ target: { serverId: "codemode" } });
    expect(readChatCommand("/run my file.js")).toEqual({ kind: "run", path: "my file.js" });
    expect(readChatCommand("/run")).toMatchObject({ kind: "wrong" });
    expect(readChatCommand("/script")).toEqual({ kind: "script", name: null });
  });

  test("permissions given for the session are listed and taken back by name [GRT-04]", () => {
    expect(readChatCommand("/grants")).toEqual({ kind: "grants" });
    expect(readChatCommand("/revoke g1")).toEqual({ kind: "revoke", id: "g1" });
    expect(readChatCommand("/revoke")).toMatchObject({ kind: "wrong" });
  });

  test("presets are known by name, unknown commands are named [PER-01]", () => {
    expect(readChatCommand("/permission full-access")).toEqual({ kind: "permission", preset: "full-access" });
    expect(readChatCommand("/preset read-only")).toEqual({ kind: "permission", preset: "read-only" });
    expect(readChatCommand("/permission")).toEqual({ kind: "permission", preset: null });
    expect(readChatCommand("/permission all")).toMatchObject({ kind: "wrong" });
    expect(readChatCommand("/approves r1")).toMatchObject({ kind: "wrong" });
  });

  test("every command stands in the help and is understood", () => {
    for (const name of CHAT_COMMAND_NAMES) {
      expect(CHAT_HELP).toContain(name);
      const command = readChatCommand(name);
      if (command.kind === "wrong") expect(command.sentence).not.toContain("There is no command");
    }
  });
});
