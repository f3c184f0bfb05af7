import type { McpServerConfig } from "@loop/contract";
import { expect, test } from "vitest";
import {
  configFromForm,
  emptyForm,
  fieldOfCode,
  formFromConfig,
  formProblems,
  idFromName,
  isKept,
  needsReentry,
} from "./server-form-state.js";

const stdio: McpServerConfig = {
  id: "notion",
  name: "Notion",
  enabled: true,
  transport: {
    type: "stdio",
    command: "npx",
    args: ["-y", "", "a b"],
    env: [{ key: "TOKEN", value: "", saved: true }],
    envVars: ["HTTPS_PROXY"],
    cwd: "",
  },
};

const http: McpServerConfig = {
  id: "linear",
  name: "Linear",
  enabled: false,
  transport: {
    type: "http",
    url: "https://mcp.example/mcp",
    bearerTokenEnv: "LINEAR_TOKEN",
    headers: [{ key: "X-Workspace", value: "", saved: true }],
    envHeaders: [{ key: "X-Team", value: "LINEAR_TEAM" }],
  },
};

test("a saved configuration goes through the form unchanged, empty arguments included [CFG-06, CFG-14]", () => {
  expect(configFromForm(formFromConfig(stdio), stdio)).toEqual(stdio);
  expect(configFromForm(formFromConfig(http), http)).toEqual(http);
});

test("a replaced value is sent and no longer marked as saved [CFG-14]", () => {
  const form = formFromConfig(stdio);
  const env = form.env.map((row) => ({ ...row, saved: false, value: "new" }));
  const { transport } = configFromForm({ ...form, env }, stdio);
  expect(transport.type === "stdio" && transport.env).toEqual([{ key: "TOKEN", value: "new" }]);
});

test("a renamed row needs its value again [CFG-14]", () => {
  const form = formFromConfig(stdio);
  const [row] = form.env;
  expect(row !== undefined && isKept({ ...row, key: "OTHER" }, false)).toBe(false);
  expect(row !== undefined && isKept(row, false)).toBe(true);
});

test("changing what a secret is sent to asks for it again; other changes do not [CFG-15]", () => {
  const form = formFromConfig(stdio);
  expect(needsReentry(form, stdio)).toBe(false);
  expect(needsReentry({ ...form, name: "Other", envVars: [] }, stdio)).toBe(false);
  expect(needsReentry({ ...form, command: "uvx" }, stdio)).toBe(true);
  expect(needsReentry({ ...form, cwd: "/tmp" }, stdio)).toBe(true);
  expect(needsReentry({ ...form, args: form.args.slice(1) }, stdio)).toBe(true);
  expect(needsReentry({ ...form, kind: "http" }, stdio)).toBe(true);
  const web = formFromConfig(http);
  expect(needsReentry({ ...web, bearerTokenEnv: "" }, http)).toBe(false);
  expect(needsReentry({ ...web, url: "https://other.example" }, http)).toBe(true);
  expect(needsReentry(emptyForm, null)).toBe(false);
});

test("no saved value is claimed across such a change [CFG-15]", () => {
  const form = { ...formFromConfig(stdio), command: "uvx" };
  const { transport } = configFromForm(form, stdio);
  expect(transport.type === "stdio" && transport.env).toEqual([{ key: "TOKEN", value: "" }]);
});

test("rows that say nothing are not saved, and only the chosen kind is", () => {
  const form = {
    ...emptyForm,
    kind: "http" as const,
    name: " Linear ",
    id: "linear",
    url: " https://x.example/mcp ",
    command: "npx",
    headers: [{ rowId: 1, key: "", value: "", saved: false, savedKey: null }],
    envHeaders: [{ rowId: 2, key: "", value: "" }],
  };
  expect(configFromForm(form, null)).toEqual({
    id: "linear",
    name: "Linear",
    enabled: true,
    transport: { type: "http", url: "https://x.example/mcp", bearerTokenEnv: "", headers: [], envHeaders: [] },
  });
});

test("an id comes readable out of any name and is free", () => {
  expect(idFromName("Home Hub (Küche)", [])).toBe("home-hub-kuche");
  expect(idFromName("GitHub", ["github", "github-2"])).toBe("github-3");
  expect(idFromName("漢字", [])).toBe("server");
  expect(idFromName("x".repeat(200), []).length).toBeLessThanOrEqual(64);
  expect(idFromName("_-_", [])).toBe("server");
});

test("what cannot be saved is marked at its field", () => {
  expect(formProblems(emptyForm)).toEqual(["name", "id", "command"]);
  expect(formProblems({ ...emptyForm, name: "a", id: "a", kind: "http", url: "ftp://x" })).toEqual(["url"]);
  expect(formProblems({ ...emptyForm, name: "a", id: "A!", command: "x" })).toEqual(["id"]);
  expect(fieldOfCode("server-exists")).toBe("id");
  expect(fieldOfCode("storage-error")).toBeNull();
  expect(fieldOfCode(null)).toBeNull();
});
