import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fakeStdioCommand, freePort, makeTempDir, startWireModel, type WireModel, waitUntil } from "@loop/testkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectAccessibleInBothThemes, expectNarrow, launchBrowser, Person } from "./browser/browser.js";
import { LoopProcess } from "./browser/loop-process.js";
import { obedientModel } from "./browser/scripted-model.js";
import { answer, card, say, serverRow, step } from "./browser/steps.js";

const dataDir = makeTempDir("web");
const workspace = join(makeTempDir("web"), "harbour");

let browser: Browser;
let model: WireModel;
let loop: LoopProcess;
let person: Person;
let page: Page;

beforeAll(async () => {
  mkdirSync(workspace);
  writeFileSync(join(workspace, "tides.md"), "# Tides\n\nBrest 6.0 m\nHonfleur 7.1 m\n");
  model = await startWireModel(obedientModel);
  loop = new LoopProcess({ dataDir, port: await freePort(), env: { ...model.env, LOOP_WORKSPACE: workspace } });
  await loop.start();
  browser = await launchBrowser();
  person = await Person.at(browser, loop);
  page = await person.signIn();
});

afterAll(async () => {
  await browser?.close();
  await loop?.stop();
  await model?.close();
});

afterEach(() => {
  expect(person.complaints.splice(0)).toEqual([]);
});

const tell = (tool: string, args: object) => say(page, `Please call ${tool} with ${JSON.stringify(args)}`);

test("a change of a file is a step with its path, and a diff told apart by sign and colour [PER-09]", async () => {
  await tell("edit_file", { path: "tides.md", old_text: "Brest 6.0 m", new_text: "Brest 6.4 m\u202E" });
  await step(page, /Loop edit_file tides\.md.*Done, not asked/).click();
  const diff = page.getByRole("group", { name: "What changed" });
  const colours = new Set<string>();
  for (const [sign, text] of [
    ["removed", "-Brest 6.0 m"],
    ["added", "+Brest 6.4 mU+202E"],
  ]) {
    const line = diff.locator(`.out.${sign}`);
    expect((await line.innerText()).trim()).toBe(text);
    colours.add(await line.evaluate((element) => getComputedStyle(element).backgroundColor));
  }
  expect(colours.size).toBe(2);
  expect(readFileSync(join(workspace, "tides.md"), "utf8")).toContain("6.4 m");
  await expectAccessibleInBothThemes(page, "diff");
  await expectNarrow(page, "diff");
});

test("a file that was read is shown in mono, and nothing of Loop's own stands as somebody else's words", async () => {
  await tell("read_file", { path: "tides.md" });
  await step(page, /Loop read_file tides\.md.*Done, not asked/).click();
  await page.getByRole("group", { name: "Answer" }).getByText("Honfleur 7.1 m").waitFor();
  expect(await page.locator(".detail .quote").count()).toBe(0);
});

const command = "for n in $(seq 1 60); do\n  echo line $n\ndone";

test("the output of a command is cut at the front, and whole on request [PER-09]", async () => {
  await page.getByRole("button", { name: "Permission of this session: Workspace write" }).click();
  await page.getByRole("menuitemradio", { name: /Full access/ }).click();
  await page.getByRole("button", { name: "Permission of this session: Full access" }).waitFor();
  await tell("run_command", { command, timeout_seconds: 30 });
  await step(page, /Loop run_command for n in.*Done, not asked/).click();
  const output = page.getByRole("group", { name: "Output" });
  await output.getByText("line 60").waitFor();
  expect(await output.getByText("line 2", { exact: true }).count()).toBe(0);
  await page.getByText("36 earlier lines are not shown.").waitFor();
  await page.getByRole("button", { name: "Show all" }).click();
  await output.getByText("line 2", { exact: true }).waitFor();
  await expectAccessibleInBothThemes(page, "output");
});

test("the folder is in view and changed in a small dialog, which says what is wrong with another one [PER-09]", async () => {
  await page.getByRole("button", { name: `Workspace: ${workspace}. Change` }).click();
  const dialog = page.getByRole("dialog", { name: "Workspace" });
  await dialog.getByText("permissions given for this session end").waitFor();
  await dialog.getByLabel("Folder, as an absolute path").fill(join(workspace, "nowhere"));
  await dialog.getByRole("button", { name: "Use this folder" }).click();
  await dialog.getByRole("alert").getByText("The workspace must be an existing folder").waitFor();
  await expectAccessibleInBothThemes(page, "workspace");
  await expectNarrow(page, "workspace");
  mkdirSync(join(workspace, "pier"));
  await dialog.getByLabel("Folder, as an absolute path").fill(join(workspace, "pier"));
  await page.keyboard.press("Enter");
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: `Workspace: ${join(workspace, "pier")}. Change` }).waitFor();
});

test("a new conversation can begin in another folder", async () => {
  await page.getByRole("link", { name: "New conversation" }).click();
  await page.getByRole("button", { name: `Workspace: ${workspace}. Change` }).click();
  await page.getByLabel("Folder, as an absolute path").fill(join(workspace, "pier"));
  await page.getByRole("button", { name: "Use this folder" }).click();
  await tell("write_file", { path: "log.md", content: "Nine boats.\n" });
  await step(page, /Loop write_file log\.md.*Done, not asked/).waitFor();
  expect(readFileSync(join(workspace, "pier", "log.md"), "utf8")).toBe("Nine boats.\n");
});

test("the general settings say where things are, what holds commands, and choose the theme", async () => {
  await page.getByRole("link", { name: "Settings" }).click();
  await page.getByRole("link", { name: "General" }).first().click();
  await page.getByRole("heading", { name: "General" }).waitFor();
  await page.getByText(dataDir, { exact: true }).waitFor();
  await page.getByText(workspace, { exact: true }).waitFor();
  await page
    .getByRole("status")
    .getByText(/^(Held by a sandbox|Held in part|No sandbox)$/)
    .waitFor();
  await page.getByRole("radio", { name: "Dark" }).click();
  const scheme = () => page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
  expect(await scheme()).toBe("dark");
  await page.getByRole("radio", { name: "As the system" }).click();
  expect(await scheme()).toBe("light");
  await expectAccessibleInBothThemes(page, "general");
  await expectNarrow(page, "general");
});

test("a pasted configuration is looked at first, its values unseen, and the chosen servers are saved [CFG-19]", async () => {
  const fake = fakeStdioCommand();
  const secret = "a-pasted-secret";
  await page.goto(`${loop.origin}/settings/mcps/add`);
  await page.getByRole("link", { name: "Paste a configuration" }).click();
  const read = page.getByRole("button", { name: "Show what is in it" });
  await page.getByLabel("Configuration").fill("{ not json");
  await read.click();
  await page.getByText("Loop finds no server in this text.").waitFor();
  const servers = {
    Harbour: { command: fake.command, args: fake.args, env: { API_TOKEN: secret, OTHER: "$" + "{env:OTHER}" } },
    Unwanted: { url: "http://127.0.0.1:1/mcp" },
    Old: { type: "sse", url: "http://127.0.0.1:1/sse" },
  };
  await page.getByLabel("Configuration").fill(JSON.stringify({ mcpServers: servers }));
  await read.click();
  const found = page.getByRole("region", { name: "3 servers found" });
  await found.getByText("API_TOKEN").waitFor();
  expect(await found.innerText()).not.toContain(secret);
  expect(await found.getByText("Loop expands nothing").count()).toBe(1);
  await found.getByText("This entry uses a transport Loop does not speak (sse).").waitFor();
  await expectAccessibleInBothThemes(page, "paste");
  await expectNarrow(page, "paste");
  await found.getByRole("checkbox", { name: "Add Unwanted" }).uncheck();
  await found.getByRole("button", { name: "Save 1 server" }).click();
  await page.waitForURL("**/settings/mcps");
  await serverRow(page, "harbour")
    .getByRole("link", { name: /^Ready/ })
    .waitFor();
  expect(JSON.stringify(await loop.api("GET", "/api/settings/mcp"))).not.toContain("unwanted");
  expect(readFileSync(join(dataDir, "mcp.json"), "utf8")).toContain(secret);
});

/** Where a sandbox holds, Loop is started where its program cannot be found. */
async function withoutSandbox(): Promise<boolean> {
  if (!(await isHeld())) return true;
  const bubblewrap = ["/usr/bin/bwrap", "/bin/bwrap", "/usr/local/bin/bwrap"].filter((file) => existsSync(file));
  const [file] = bubblewrap;
  if (file === undefined) return false;
  await loop.stop();
  const hidden = bubblewrap.flatMap((one) => ["--ro-bind", "/dev/null", one]);
  loop = loop.with({ within: [file, "--dev-bind", "/", "/", ...hidden, "--die-with-parent", "--"] });
  await loop.start();
  return !(await isHeld());
}

async function isHeld(): Promise<boolean> {
  await waitUntil(async () => !JSON.stringify(await loop.api("GET", "/api/state")).includes('"sandbox":null'), {
    withinMs: 30_000,
    what: "the sandbox was tried",
  });
  return JSON.stringify(await loop.api("GET", "/api/state")).includes('"state":"enforced"');
}

test("without a full sandbox a command is asked as Loop's own, with its line, its folder and why [PER-09] [UI-04]", async ({
  skip,
}) => {
  if (!(await withoutSandbox())) skip("commands are held here, and the sandbox cannot be hidden");
  await page.goto(`${loop.origin}/`);
  await tell("run_command", { command, timeout_seconds: 30 });
  await card(page).getByRole("heading", { name: "May Loop run this command?" }).waitFor();
  await card(page).getByText("This command has not been run").waitFor();
  expect(await card(page).getByRole("region", { name: "Exact text" }).innerText()).toContain("  echo line $n");
  await card(page).getByText(workspace).waitFor();
  await card(page).getByText("30 seconds").waitFor();
  await card(page)
    .getByText(/No sandbox holds commands|holds commands only in part/)
    .waitFor();
  expect(await card(page).locator(".quote").count()).toBe(0);
  expect(
    await card(page)
      .getByRole("button", { name: /for this session/ })
      .count(),
  ).toBe(0);
  await expectAccessibleInBothThemes(page, "command card");
  await expectNarrow(page, "command card");
  await answer(page, "Allow once");
  await step(page, /Loop run_command for n in.*Allowed once/).waitFor();
});
