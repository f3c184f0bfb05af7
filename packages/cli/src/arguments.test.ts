import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { readArguments } from "./arguments.js";

function commandLine(argv: readonly string[], environment: Record<string, string> = {}) {
  const reading = readArguments(argv, environment);
  if (reading.kind !== "run") throw new Error(reading.kind === "wrong" ? reading.sentence : reading.text);
  return reading.commandLine;
}

function complaint(argv: readonly string[]): string {
  const reading = readArguments(argv, {});
  return reading.kind === "wrong" ? reading.sentence : reading.kind;
}

describe("the command line", () => {
  test("no server file is loaded unless it is named [SDK-04]", () => {
    expect(commandLine(["chat"])).toEqual({
      command: "chat",
      plain: false,
      session: {
        model: null,
        mcpFile: null,
        permission: "workspace-write",
        delivery: null,
        workspace: process.cwd(),
        answerWithinMs: null,
        dataDir: join(homedir(), ".loop"),
      },
    });
    expect(commandLine(["ask", "hi", "--mcp", "a.json"])).toMatchObject({ session: { mcpFile: resolve("a.json") } });
  });

  test("how tools reach the model can be chosen, and a wrong word is refused [CM-01]", () => {
    expect(commandLine(["chat"], { LOOP_DELIVERY: "direct" })).toMatchObject({ session: { delivery: "direct" } });
    expect(commandLine(["chat", "--delivery", "codemode"])).toMatchObject({ session: { delivery: "codemode" } });
    expect(readArguments(["chat", "--delivery", "magic"], {})).toMatchObject({ kind: "wrong" });
  });

  test("flags win over the environment", () => {
    const environment = { LOOP_MODEL: "openai/a", LOOP_DATA_DIR: "/data", LOOP_WORKSPACE: "/work" };
    expect(commandLine(["ask", "hi", "--json"], environment)).toMatchObject({
      json: true,
      session: { model: "openai/a", dataDir: "/data", workspace: "/work" },
    });
    const flags = ["--model", "ollama/b", "--data-dir", "/d", "--workspace", "/w", "--answer-within", "1000"];
    expect(commandLine(["ask", "hi", ...flags, "--permission", "full-access"], environment)).toMatchObject({
      session: { model: "ollama/b", dataDir: "/d", workspace: "/w", answerWithinMs: 1000, permission: "full-access" },
    });
  });

  test("a dumb terminal and NO_COLOR are respected", () => {
    expect(readArguments(["chat"], { TERM: "dumb" })).toMatchObject({ color: false, commandLine: { plain: true } });
    expect(readArguments(["chat"], { TERM: "xterm", NO_COLOR: "1" })).toMatchObject({ color: false });
    expect(readArguments(["chat"], { TERM: "xterm" })).toMatchObject({ color: true, commandLine: { plain: false } });
  });

  test("a server is added by a command after -- or by an address", () => {
    expect(commandLine(["mcp", "add", "notes", "--env", "A=b=c", "--env-var", "HOME", "--", "npx", "-y", "x"])).toEqual(
      {
        command: "mcp",
        file: join(homedir(), ".loop", "mcp.json"),
        json: false,
        waitServersMs: 15_000,
        action: {
          kind: "add",
          config: {
            id: "notes",
            name: "notes",
            enabled: true,
            transport: {
              type: "stdio",
              command: "npx",
              args: ["-y", "x"],
              env: [{ key: "A", value: "b=c" }],
              envVars: ["HOME"],
              cwd: "",
            },
          },
        },
      },
    );
    const url = ["mcp", "add", "mail", "--name", "Mail", "--url", "https://m.example/mcp", "--bearer-env", "TOKEN"];
    expect(commandLine([...url, "--header", "X-A=1", "--disabled"])).toMatchObject({
      action: {
        config: {
          name: "Mail",
          enabled: false,
          transport: { url: "https://m.example/mcp", bearerTokenEnv: "TOKEN", headers: [{ key: "X-A", value: "1" }] },
        },
      },
    });
  });

  test("what does not fit together is said in words", () => {
    expect(complaint(["mcp", "add", "x"])).toContain("Give the command after --");
    expect(complaint(["mcp", "add", "x", "--url", "http://a", "--", "b"])).toContain("not both");
    expect(complaint(["mcp", "add", "x", "--header", "A=b", "--", "b"])).toContain("belong to --url");
    expect(complaint(["mcp", "add", "x", "--url", "http://a", "--cwd", "/"])).toContain("belong to a command");
    expect(complaint(["mcp", "add", "Not an id", "--", "b"])).toContain("small letters");
    expect(complaint(["ask"])).toContain("text");
    expect(complaint(["ask", "x", "--answer-within", "0"])).toContain("milliseconds");
    expect(complaint(["ask", "x", "--permission", "all"])).toContain("read-only");
    expect(complaint(["chat", "--\u001b[2J"])).not.toContain("\u001b");
    expect(complaint(["mcp"])).toContain("loop mcp --help");
    expect(complaint(["nothing"])).toContain("nothing");
  });

  test.each([
    ["ask", "0 1 2 3 4 130"],
    ["chat", "0 1 4 130"],
    ["mcp", "0 1 4 130"],
    ["doctor", "0 1 4 130"],
  ])("the help of %s names the exit codes it can have", (name, codes) => {
    const reading = readArguments([name, "--help"], {});
    const text = reading.kind === "shown" ? reading.text : "";
    const named = text.slice(text.indexOf("Exit codes:")).matchAll(/^ {2}(\d+) /gmu);
    expect(Array.from(named, ([, code]) => code).join(" ")).toBe(codes);
  });
});
