import {
  type FakeHttpProcess,
  freePort,
  makeTempDir,
  startFakeHttpProcess,
  startWireModel,
  type WireModel,
} from "@loop/testkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectAccessibleInBothThemes, expectNarrow, launchBrowser, Person } from "./browser/browser.js";
import { LoopProcess } from "./browser/loop-process.js";
import { obedientModel } from "./browser/scripted-model.js";
import { shoot } from "./browser/shots.js";
import { answer, card, say, step } from "./browser/steps.js";

const password = "a sentence that is long enough";
const token = "a-token-nobody-sees-again";

let browser: Browser;
let model: WireModel;
let hub: FakeHttpProcess;
/** A server with more tools than a request should carry. */
let crowd: FakeHttpProcess;
let loop: LoopProcess;
let admin: Person;
let member: Person;
/** The administrator's page and the member's: two browsers that share nothing. */
let maren: Page;
let jonas: Page;

const tool = (name: string, description = `What ${name} does, in its server’s words.`) => ({
  name,
  description,
  inputSchema: { type: "object", properties: { text: { type: "string" } } },
});
const houseTools = ["light_turn_on", "light_turn_off", "climate_set"].map((name) => tool(`home-assistant-${name}`));
const mailTools = ["send_message", "search_messages"].map((name) => tool(`Infomaniak_Mail-${name}`));

/** Longer than every screen in both themes and widths takes. */
const process = { lifeMs: 900_000 };

beforeAll(async () => {
  model = await startWireModel(obedientModel);
  hub = await startFakeHttpProcess({ tools: ["echo", ...houseTools, ...mailTools], process });
  crowd = await startFakeHttpProcess({ tools: [{ many: 120, prefix: "garden-plant_" }], process });
  loop = new LoopProcess({
    dataDir: makeTempDir("shared"),
    port: await freePort(),
    env: { ...model.env, LOOP_MODE: "shared", MCP_ALLOWED_ORIGINS: `${hub.origin},${crowd.origin}` },
  });
  await loop.start();
  browser = await launchBrowser();
  admin = await Person.at(browser, loop);
  member = await Person.at(browser, loop);
});

afterAll(async () => {
  await browser?.close();
  await loop?.stop();
  await Promise.all([hub?.close(), crowd?.close()]);
  await model?.close();
});

afterEach(() => {
  expect([...admin.complaints.splice(0), ...member.complaints.splice(0)]).toEqual([]);
});

async function expectGood(page: Page, name: string): Promise<void> {
  await expectAccessibleInBothThemes(page, name);
  await expectNarrow(page, name);
  await shoot(page, `shared-${name}`);
}

async function openSettings(page: Page, name: string): Promise<void> {
  const link = page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name, exact: true });
  if ((await link.count()) === 0) await page.getByRole("link", { name: "Settings", exact: true }).click();
  await link.click();
}

test("the first person sets the instance up with the link that was printed, and the code leaves the address", async () => {
  maren = await admin.open(new URL(loop.launchLink).pathname + new URL(loop.launchLink).search);
  await maren.getByRole("heading", { name: "Set up this Loop" }).waitFor();
  await expect.poll(() => maren.url()).toBe(`${loop.origin}/setup`);
  expect(await maren.getByLabel("Set-up code").inputValue()).not.toBe("");
  await expectGood(maren, "set-up");
  await maren.getByLabel("Name").fill("Maren Holt");
  await maren.getByLabel("Password", { exact: true }).fill(password);
  await maren.getByLabel("The same password again").fill("something else");
  await maren.getByRole("button", { name: "Make the administrator" }).click();
  await maren.getByText("The two passwords differ.").waitFor();
  await maren.getByLabel("The same password again").fill(password);
  await maren.getByRole("button", { name: "Make the administrator" }).click();
  await maren.getByRole("button", { name: "Account Maren Holt" }).waitFor();
  expect(maren.url()).toBe(`${loop.origin}/`);
  await maren.getByText("No tools are in reach yet.").waitFor();
  await expectGood(maren, "home");
});

test("an administrator says who may join and makes an invite, whose link is shown once", async () => {
  await openSettings(maren, "Registration");
  await maren.getByText("While registration is closed, invites open nothing.").waitFor();
  await maren.getByRole("radio", { name: /^Whoever has an invite/ }).click();
  await maren.getByText("While registration is closed").waitFor({ state: "detached" });
  await maren.getByRole("button", { name: "Make an invite" }).click();
  const link = await maren.getByRole("group", { name: "Invite link" }).textContent();
  await expectGood(maren, "registration");
  jonas = await member.open(new URL(link ?? "").pathname + new URL(link ?? "").search);
  await jonas.getByRole("heading", { name: "Make an account" }).waitFor();
  await expect.poll(() => jonas.url()).toBe(`${loop.origin}/register`);
  await expectGood(jonas, "register");
  await jonas.getByLabel("Name").fill("Jonas Brandt");
  await jonas.getByLabel("Password", { exact: true }).fill(password);
  await jonas.getByLabel("The same password again").fill(password);
  await jonas.getByRole("button", { name: "Make the account" }).click();
  await jonas.getByRole("button", { name: "Account Jonas Brandt" }).waitFor();
});

test("signing out leads to the sign-in page, which says plainly what is wrong", async () => {
  await jonas.getByRole("button", { name: "Account Jonas Brandt" }).click();
  await jonas.getByRole("menuitem", { name: "Sign out" }).click();
  await jonas.getByRole("heading", { name: "Sign in" }).waitFor();
  await expectGood(jonas, "sign-in");
  await jonas.getByLabel("Name").fill("Jonas Brandt");
  await jonas.getByLabel("Password").fill("not this one");
  await jonas.getByRole("button", { name: "Sign in" }).click();
  await jonas.getByText("Name and password do not fit together.").waitFor();
  expect(await jonas.getByLabel("Name").inputValue()).toBe("Jonas Brandt");
  await jonas.getByLabel("Password").fill(password);
  await jonas.getByRole("button", { name: "Sign in" }).click();
  await jonas.getByRole("button", { name: "Account Jonas Brandt" }).waitFor();
});

test("whoever may not add a server is told so, until an administrator allows it [SRV-01] [ADM-01]", async () => {
  await openSettings(jonas, "Tools");
  await jonas.getByText("An administrator has not allowed accounts to add MCP servers.").waitFor();
  expect(await jonas.getByRole("navigation", { name: "Settings" }).getByText("Administration").count()).toBe(0);
  await expectGood(jonas, "tools-not-allowed");
  await openSettings(maren, "MCP servers");
  await maren.getByText("Nobody has added a server yet.").waitFor();
  await maren.getByRole("switch", { name: "Users can add their own MCP servers" }).click();
  await expect
    .poll(() => maren.getByRole("switch", { name: "Users can add their own MCP servers" }).getAttribute("aria-checked"))
    .toBe("true");
  await jonas.reload();
  await jonas.getByRole("link", { name: "Add an MCP server" }).click();
});

test("a test shows the names it found and stores nothing; a failed one keeps what was typed [SRV-02] [SRV-03]", async () => {
  await jonas.getByText("MCPHub or MCPJungle").waitFor();
  await jonas.getByText("There is no OAuth").waitFor();
  await jonas.getByLabel("Label").fill("Home hub");
  await jonas.getByLabel("Address", { exact: true }).fill("http://192.168.1.2/mcp");
  await jonas.getByLabel("Token, if it wants one").fill(token);
  await jonas.getByRole("button", { name: "Test" }).click();
  await jonas.getByText("Nothing was stored.").waitFor();
  expect(await jonas.getByLabel("Token, if it wants one").inputValue()).toBe(token);
  await expectGood(jonas, "add-refused");
  await jonas.getByLabel("Address", { exact: true }).fill(hub.url);
  await jonas.getByRole("button", { name: "Test" }).click();
  await jonas.getByText("6 tools found").first().waitFor();
  await jonas.getByText("home-assistant-light_turn_on").waitFor();
  await expectGood(jonas, "add-tested");
  const stored = await jonas.evaluate(async () => (await (await fetch("/api/mcp/servers")).json()).servers.length);
  expect(stored).toBe(0);
  await jonas.getByRole("button", { name: "Add", exact: true }).click();
  await jonas.getByText("Home hub is added and switched on.").waitFor();
  await jonas.getByText("Infomaniak_Mail-send_message").waitFor();
  await expectGood(jonas, "added");
  await jonas.getByRole("link", { name: "Back to the list" }).last().click();
  await jonas.getByRole("article", { name: "Home hub" }).waitFor();
});

test("the page of tools opens without asking the server, and its token never comes back [SRV-04] [SRV-05]", async () => {
  const seen = hub.journal.entries().length;
  await jonas.reload();
  await jonas.getByRole("article", { name: "Home hub" }).getByText("On, 6 tools").waitFor();
  expect(await jonas.content()).not.toContain(token);
  expect(hub.journal.entries().length).toBe(seen);
  await jonas.getByRole("article", { name: "Home hub" }).getByText("Advanced").click();
  await expectGood(jonas, "tools");
});

test("a group is switched off by its own switch, the unnamed one too [GRP-01]", async () => {
  const hubCard = jonas.getByRole("article", { name: "Home hub" });
  await hubCard.getByRole("switch", { name: "Group home-assistant of Home hub" }).click();
  await hubCard.getByText("On, 3 of 6 tools").waitFor();
  await hubCard.getByRole("switch", { name: "Group Without a prefix of Home hub" }).click();
  await hubCard.getByText("On, 2 of 6 tools").waitFor();
  await jonas.getByText("2 tools are on now, 198 below the cap").waitFor();
  for (const name of ["home-assistant", "Without a prefix"]) {
    await hubCard.getByRole("switch", { name: `Group ${name} of Home hub` }).click();
  }
  await hubCard.getByText("On, 6 tools").waitFor();
});

test("Update tools says what was added, removed and changed, and which groups are new [GRP-01] [SRV-04]", async () => {
  const hubCard = jonas.getByRole("article", { name: "Home hub" });
  await hubCard.getByRole("button", { name: "Update the tools of Home hub" }).click();
  await hubCard.getByText("Nothing changed. 6 tools.").waitFor();
  const chat = ["post_message", "list_rooms", "read_room", "leave_room"].map((name) => tool(`Chatto-${name}`));
  const changed = tool("home-assistant-climate_set", "Other words than before.");
  hub.setBehaviour({ tools: ["echo", ...houseTools.slice(0, 2), changed, mailTools[0] ?? "echo", ...chat] });
  await expect
    .poll(async () => {
      await hubCard.getByRole("button", { name: "Update the tools of Home hub" }).click();
      await hubCard.getByText(/^(Updated|Nothing changed)/).waitFor();
      return hubCard.getByText("Updated").count();
    })
    .toBe(1);
  await hubCard.getByText("Chatto-post_message").waitFor();
  await hubCard.getByText("New groups, switched on").waitFor();
  await hubCard.getByRole("heading", { name: /^Changed/ }).waitFor();
  await expectGood(jonas, "updated");
});

test("the full list is one press away, in the server’s own words, and can be searched", async () => {
  await jonas.getByRole("link", { name: /All tools of Home hub$/ }).click();
  await jonas.getByRole("heading", { name: "Tools of Home hub" }).waitFor();
  await jonas.getByText("Home hub’s own words. Loop has not checked them.").first().waitFor();
  await jonas.getByLabel("Find a tool").fill("other words");
  await jonas.getByText("1 of 9").waitFor();
  await expectGood(jonas, "tool-list");
  await openSettings(jonas, "Tools");
});

test("a changed address wants its token again or without one, and what was typed is tested first [SRV-07]", async () => {
  await jonas.getByRole("link", { name: "Edit Home hub" }).click();
  await jonas.getByText("Saved, never shown").waitFor();
  await jonas.getByLabel("Address", { exact: true }).fill(`${hub.url}?moved`);
  await jonas.getByText("The address changed, so the token is needed again").waitFor();
  await expectGood(jonas, "edit");
  await jonas.getByRole("button", { name: "Replace" }).click();
  await jonas.getByLabel("Token, if it wants one").fill("another-token");
  await jonas.getByRole("button", { name: "Save", exact: true }).click();
  await jonas.getByRole("article", { name: "Home hub" }).getByText("?moved").waitFor();
});

test("past a hundred tools the page warns, and points to the group that would take most away [CAP-01] [ANN-02]", async () => {
  await jonas.getByRole("link", { name: "Add an MCP server" }).click();
  await jonas.getByLabel("Label").fill("Garden");
  await jonas.getByLabel("Address", { exact: true }).fill(crowd.url);
  await jonas.getByRole("button", { name: "Add", exact: true }).click();
  await jonas.getByText("Garden is added and switched on.").waitFor();
  await jonas.getByRole("link", { name: "Back to the list" }).last().click();
  await jonas.getByText("129 definitions ride along in every request of every turn.").waitFor();
  await jonas.getByText("would take away 120 of them").waitFor();
  await expectGood(jonas, "many");
  await jonas.getByLabel("Most tools").fill("100");
  await jonas.getByLabel("Most tools").press("Enter");
  await jonas.getByText("29 tools are left out").waitFor();
  await jonas.getByRole("radio", { name: /^Announced/ }).click();
  await jonas.getByText("Announced: the cap counts").waitFor();
  await jonas.getByRole("radio", { name: /^All at once/ }).click();
  await jonas.getByText("29 tools are left out").waitFor();
});

test("removing asks once, in place, and the way back comes first [SRV-06]", async () => {
  const garden = jonas.getByRole("article", { name: "Garden" });
  await garden.getByRole("button", { name: "Remove Garden" }).click();
  await garden.getByRole("button", { name: "Keep" }).click();
  await garden.getByRole("button", { name: "Remove Garden" }).press("Enter");
  await expectGood(jonas, "remove");
  await garden.getByRole("button", { name: "Remove", exact: true }).click();
  await garden.waitFor({ state: "detached" });
  await jonas.getByText("9 tools are on now, 91 below the cap").waitFor();
});

test("off is the default: no catalog is sent until the lightning menu says so, and the switch allows no call [SWT-01]", async () => {
  await jonas.getByRole("link", { name: "Back to conversation" }).click();
  await say(jonas, 'Please call hub.echo with {"text":"too early"}');
  await jonas.getByText("will call it").first().waitFor();
  expect(await card(jonas).count()).toBe(0);
  await jonas.getByRole("button", { name: "MCP tools off" }).click();
  await jonas.getByText("This allows no call.").waitFor();
  await expectGood(jonas, "lightning");
  await jonas.getByRole("menuitemcheckbox", { name: /^MCP tools in this conversation/ }).click();
  await jonas.getByRole("button", { name: "MCP tools on" }).waitFor();
});

test("every call is put to its owner with two minutes to answer, and to nobody else [ASK-01] [ASK-02] [ASK-04] [SEC-01]", async () => {
  await say(jonas, 'Please call hub.echo with {"text":"from the hub"}');
  await card(jonas).waitFor();
  await card(jonas)
    .getByText(/1:\d\d left/)
    .waitFor();
  await card(jonas).getByText("first answer counts").waitFor();
  expect(
    await card(jonas)
      .getByRole("button", { name: /for this session/ })
      .count(),
  ).toBe(0);
  await expectGood(jonas, "card");
  await maren.goto(jonas.url());
  await maren.getByText("There is nothing at this address").waitFor();
  expect(await maren.evaluate(async () => (await (await fetch("/api/approvals")).json()).approvals)).toEqual([]);
  await answer(jonas, "Allow once");
  await step(jonas, /Home hub echo/).waitFor();
  await jonas.getByText("The answer is").last().waitFor();
  await expectGood(jonas, "step");
});

test("a question is answered from another device of the account [ASK-03]", async () => {
  await say(jonas, 'Please call hub.echo with {"text":"elsewhere"}');
  await card(jonas).waitFor();
  const phone = await Person.at(browser, loop);
  const there = await phone.open(new URL(jonas.url()).pathname);
  await there.getByRole("heading", { name: "Sign in" }).waitFor();
  await there.getByLabel("Name").fill("jonas brandt");
  await there.getByLabel("Password").fill(password);
  await there.getByRole("button", { name: "Sign in" }).click();
  await answer(there, "Deny");
  await card(jonas).waitFor({ state: "detached" });
  await openSettings(jonas, "Account");
  await jonas.locator('[data-device="other"]').getByRole("button").first().click();
  await there.getByRole("heading", { name: "Sign in" }).waitFor();
  const kept = there.url();
  await there.getByText("After signing in you are back where you were.").waitFor();
  await there.getByLabel("Name").fill("Jonas Brandt");
  await there.getByLabel("Password").fill(password);
  await there.getByRole("button", { name: "Sign in" }).click();
  await step(there, /Home hub echo/)
    .first()
    .waitFor();
  expect(there.url()).toBe(kept);
  await expectGood(jonas, "account");
  expect(phone.complaints).toEqual([]);
  await phone.context.close();
});

test("an administrator’s suspension reaches an open question; the owner reads why the own switch changes nothing [ADM-02] [ADM-03]", async () => {
  await jonas.getByRole("link", { name: "Back to conversation" }).click();
  await jonas.getByRole("button", { name: "MCP tools off" }).click();
  await jonas.getByRole("menuitemcheckbox").click();
  await say(jonas, 'Please call hub.echo with {"text":"suspended"}');
  await card(jonas).waitFor();
  await maren.goto(`${loop.origin}/settings/admin/servers`);
  await maren.getByRole("button", { name: "Suspend Home hub of Jonas Brandt" }).click();
  await maren.getByText("1 server of 1 account, 1 suspended").waitFor();
  await card(jonas).waitFor({ state: "detached" });
  await expectGood(maren, "admin-servers");
  expect(await maren.content()).not.toContain(token);
  await openSettings(jonas, "Tools");
  await jonas.getByText("An administrator suspended this server. Your switch is kept").waitFor();
  await expectGood(jonas, "tools-suspended");
  await jonas.getByRole("link", { name: "Back to conversation" }).click();
  await jonas.getByRole("button", { name: "MCP tools off" }).click();
  await jonas.getByRole("menuitemcheckbox").click();
  await say(jonas, "What is left?");
  await jonas.getByText("was left out of this turn").waitFor();
  await expectGood(jonas, "left-out");
});

test("accounts are made, given another password and suspended; the last administrator cannot be lost", async () => {
  await openSettings(maren, "Accounts");
  await maren.getByText("The last administrator who can sign in keeps that role").waitFor();
  await maren.getByLabel("Name").fill("Aïcha Benali");
  await maren.getByLabel("First password").fill(password);
  await maren.getByRole("button", { name: "Add the account" }).click();
  await maren.getByText("Aïcha Benali can sign in now.").waitFor();
  await maren.getByRole("button", { name: "New password for Aïcha Benali" }).click();
  await expectGood(maren, "accounts");
  await maren.getByRole("button", { name: "Cancel" }).click();
  await maren.getByRole("button", { name: "Suspend Jonas Brandt" }).click();
  await jonas.getByRole("heading", { name: "Sign in" }).waitFor();
});
