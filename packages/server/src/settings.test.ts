import { homedir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readSettings } from "./settings.js";
import { failureLine, StartFailure } from "./start-failure.js";

const folder = "/somewhere/started";

function problemWith(env: Record<string, string>): { code: string; subject: string | null } | null {
  try {
    readSettings(env, folder);
    return null;
  } catch (error) {
    if (!(error instanceof StartFailure)) throw error;
    return { code: error.code, subject: error.subject };
  }
}

test("without any variable Loop is personal, on its own port of this computer [PER-05]", () => {
  const { environment: _environment, ...settings } = readSettings({}, folder);
  expect(settings).toEqual({
    mode: "personal",
    port: 4517,
    host: "127.0.0.1",
    dataDir: join(homedir(), ".loop"),
    workspace: folder,
    createWorkspace: false,
    launchDirectory: folder,
    publicUrl: null,
    trustedProxy: null,
    allowedOrigins: null,
    databaseUrl: null,
    natsUrl: null,
    model: null,
    answerWithinMs: 1_800_000,
    delivery: "codemode",
    commandNetwork: false,
  });
});

test("under npm start the launch directory is npm's, and the workspace a folder of the data directory [CFG-07]", () => {
  const env = { npm_lifecycle_event: "start", INIT_CWD: "/home/someone", LOOP_DATA_DIR: "/data/loop" };
  expect(readSettings(env, folder)).toMatchObject({
    launchDirectory: "/home/someone",
    workspace: "/data/loop/workspace",
    createWorkspace: true,
  });
  expect(readSettings({ INIT_CWD: "/home/someone" }, folder)).toMatchObject({ launchDirectory: folder });
});

test("every variable is taken as written, and an empty one counts as absent", () => {
  const env = {
    PORT: "0",
    HOST: "[::1]",
    LOOP_DATA_DIR: "data",
    LOOP_WORKSPACE: "/work/space/",
    LOOP_PUBLIC_URL: "https://loop.example",
    LOOP_MODEL: "openai-compatible/some/model",
    LOOP_ANSWER_WITHIN_MS: "1000",
    LOOP_MODE: "",
    DATABASE_URL: " ",
  };
  expect(readSettings(env, folder)).toMatchObject({
    port: 0,
    host: "::1",
    dataDir: "/somewhere/started/data",
    workspace: "/work/space",
    model: "openai-compatible/some/model",
    answerWithinMs: 1_000,
  });
  expect(readSettings(env, folder).publicUrl?.href).toBe("https://loop.example/");
});

test("a value that cannot be used is refused by the name of its variable", () => {
  const wrong = {
    PORT: ["x", "-1", "65536", "4517.5", "0x10"],
    HOST: ["a b", "http://localhost", "x/y"],
    LOOP_WORKSPACE: ["relative/path", "./here"],
    LOOP_PUBLIC_URL: ["loop.example", "http://loop.example", "https://a@loop.example", "https://loop.example/path"],
    LOOP_MODEL: ["gpt-5", "/gpt-5", "openai/"],
    LOOP_ANSWER_WITHIN_MS: ["0", "soon", "86400001"],
    LOOP_MODE: ["team"],
  };
  for (const [name, values] of Object.entries(wrong)) {
    for (const value of values)
      expect(problemWith({ [name]: value })).toEqual({ code: "setting-invalid", subject: name });
  }
});

test("what this version does not have is refused instead of left out", () => {
  expect(problemWith({ LOOP_METRICS_PORT: "9090" })).toEqual({
    code: "setting-unavailable",
    subject: "LOOP_METRICS_PORT",
  });
});

test("origins that accounts may reach are read at the start of a shared instance, and nothing is guessed [NET-02]", () => {
  const origins = (value: string, mode: string) =>
    readSettings({ LOOP_MODE: mode, MCP_ALLOWED_ORIGINS: value }, folder).allowedOrigins;
  expect(origins("http://LOCALHOST:3000, https://hub.example:443/", "shared")).toEqual(
    new Set(["http://localhost:3000", "https://hub.example"]),
  );
  expect(origins("", "shared")).toEqual(new Set());
  expect(readSettings({ LOOP_MODE: "shared" }, folder).allowedOrigins).toBeNull();
  expect(problemWith({ LOOP_MODE: "shared", MCP_ALLOWED_ORIGINS: "rubbish" })).toEqual({
    code: "allowed-origins-invalid",
    subject: "entry 1 does not begin with http:// or https://",
  });
  expect(origins("rubbish", "personal")).toBeNull();
});

test("a database that several servers share needs a chosen secret", () => {
  const url = "postgres://loop@127.0.0.1/loop";
  expect(problemWith({ DATABASE_URL: url })).toEqual({ code: "secret-needed", subject: "DATABASE_URL" });
  const env = { DATABASE_URL: url, LOOP_SECRET: "sixteen letters or more", NATS_URL: "nats://127.0.0.1:4222" };
  expect(readSettings(env, folder)).toMatchObject({ databaseUrl: url, natsUrl: "nats://127.0.0.1:4222" });
});

test("a proxy is trusted by its address alone", () => {
  expect(readSettings({ LOOP_TRUST_PROXY: "10.0.0.1" }, folder).trustedProxy).toBe("10.0.0.1");
  expect(problemWith({ LOOP_TRUST_PROXY: "yes" })).toEqual({ code: "setting-invalid", subject: "LOOP_TRUST_PROXY" });
});

test("listening beyond this computer needs the address people use [WEB-07]", () => {
  expect(problemWith({ HOST: "0.0.0.0" })?.code).toBe("host-needs-public-url");
  expect(problemWith({ HOST: "::" })?.code).toBe("host-needs-public-url");
  expect(problemWith({ HOST: "0.0.0.0", LOOP_PUBLIC_URL: "https://loop.example" })).toBeNull();
  for (const host of ["127.0.0.1", "localhost", "::1", "[::1]"]) expect(problemWith({ HOST: host })).toBeNull();
});

test("an address of this computer that Loop does not answer under by itself needs its link too [WEB-07]", () => {
  expect(problemWith({ HOST: "127.0.0.2" })?.code).toBe("host-needs-public-url");
  expect(problemWith({ HOST: "127.0.0.2", LOOP_PUBLIC_URL: "http://127.0.0.2:4517" })).toBeNull();
});

test("a failure is one line: the sentence, the thing and the next step", () => {
  expect(failureLine(new StartFailure("setting-invalid", "PORT"))).toBe(
    "A setting has a value that Loop cannot use (PORT). Correct the variable, then start Loop again.",
  );
  expect(failureLine(new Error("secret"))).toBe("Something in Loop failed. Try again. If it stays, start Loop again.");
});
