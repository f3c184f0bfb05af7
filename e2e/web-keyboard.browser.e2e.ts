import { fileURLToPath } from "node:url";
import { freePort, makeTempDir, startWireModel, type WireModel } from "@loop/testkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectAccessibleInBothThemes, expectNarrow, launchBrowser, Person } from "./browser/browser.js";
import { LoopProcess } from "./browser/loop-process.js";
import { shoot } from "./browser/shots.js";
import { addStdioServer, answer, card, say } from "./browser/steps.js";
import { talkingModel } from "./browser/talking-model.js";

const everything = fileURLToPath(
  new URL("../node_modules/@modelcontextprotocol/server-everything/dist/index.js", import.meta.url),
);

let browser: Browser;
let model: WireModel;
let loop: LoopProcess;
let person: Person;
let page: Page;

beforeAll(async () => {
  model = await startWireModel(talkingModel);
  loop = new LoopProcess({ dataDir: makeTempDir("web"), port: await freePort(), env: model.env });
  await loop.start();
  browser = await launchBrowser();
  person = await Person.at(browser, loop);
  page = await person.signIn();
  await addStdioServer(page, { name: "Everything", command: process.execPath, args: [everything, "stdio"] });
  await page.waitForURL("**/settings/mcps", { timeout: 60_000 });
  await page.getByRole("link", { name: "Back to conversation" }).click();
  for (const title of ["Release 2.4 notes", "Why the Lorient tides drift"]) {
    await loop.api("POST", "/api/conversations", { title });
  }
  await page.getByRole("link", { name: "Why the Lorient tides drift" }).waitFor();
});

afterAll(async () => {
  await browser?.close();
  await loop?.stop();
  await model?.close();
});

afterEach(() => {
  expect(person.complaints.splice(0)).toEqual([]);
});

const palette = () => page.getByRole("dialog", { name: "Find or do" });

test("Ctrl K finds a conversation from within the composer, and goes there by the keyboard alone", async () => {
  await page.getByLabel("Message").fill("Half a thou");
  await page.keyboard.press("Control+k");
  await palette().getByRole("option", { name: "Release 2.4 notes" }).waitFor();
  await expectAccessibleInBothThemes(page, "palette");
  await expectNarrow(page, "palette");
  await page.keyboard.type("lorient");
  await palette().getByRole("option", { name: "Release 2.4 notes" }).waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Why the Lorient tides drift" }).waitFor();
  expect(await palette().count()).toBe(0);
  await page.goBack();
  expect(await page.getByLabel("Message").inputValue()).toBe("Half a thou");
});

test("Escape and a second Ctrl K close it, and the focus is where it was", async () => {
  await page.getByLabel("Message").focus();
  for (const key of ["Escape", "Control+k"]) {
    await page.keyboard.press("Control+k");
    await palette().getByRole("combobox").waitFor();
    await page.keyboard.press(key);
    await palette().waitFor({ state: "detached" });
    expect(await page.evaluate(() => document.activeElement?.getAttribute("aria-label"))).toBe("Message");
  }
});

test("arrows move the choice, a tool leads to its form, and nothing found is said", async () => {
  await page.getByRole("button", { name: "Find or do" }).click();
  await page.keyboard.type("e");
  const chosen = palette().getByRole("option", { selected: true });
  const first = await chosen.innerText();
  await page.keyboard.press("ArrowDown");
  expect(await chosen.innerText()).not.toBe(first);
  const active = await palette().getByRole("combobox").getAttribute("aria-activedescendant");
  expect(await chosen.getAttribute("id")).toBe(active);
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("no such thing at all");
  await palette().getByText("Nothing here has these words.").waitFor();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type("echo everything");
  await palette().getByRole("option", { name: "echo" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "echo" }).waitFor();
  await page.goBack();
});

test("a question mark shows the keyboard, but not while writing", async () => {
  await page.getByLabel("Message").fill("");
  await page.getByLabel("Message").press("?");
  expect(await page.getByLabel("Message").inputValue()).toBe("?");
  await page.getByLabel("Message").fill("");
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("?");
  const map = page.getByRole("dialog", { name: "Keyboard" });
  await map.getByText("Stop the turn").waitFor();
  await expectAccessibleInBothThemes(page, "keyboard");
  await expectNarrow(page, "keyboard");
  await shoot(page, "keyboard");
  await page.keyboard.press("Escape");
  await map.waitFor({ state: "detached" });
});

test("a question is found first and reached by its entry, which never answers it", async () => {
  await say(page, 'Please call everything.echo with {"message":"over the harbour"}');
  await card(page).waitFor();
  await page.getByRole("link", { name: "Release 2.4 notes" }).click();
  await page.keyboard.press("Control+k");
  await palette().getByText("Waits for you").waitFor();
  await page.keyboard.type("ec");
  await shoot(page, "palette");
  await page.keyboard.press("Enter");
  await card(page).getByText("This call has not been sent").waitFor();
  await expect.poll(() => page.evaluate(() => document.activeElement?.hasAttribute("data-question"))).toBe(true);
  await page.keyboard.press("Control+k");
  await palette().getByRole("combobox").waitFor();
  await page.keyboard.press("a");
  await page.keyboard.press("Escape");
  await card(page).getByText("This call has not been sent").waitFor();
  await answer(page, "Deny");
  await card(page).waitFor({ state: "detached" });
});

test("a slash at the beginning offers commands, Escape makes it words, and a path is a message", async () => {
  await page.goto(`${loop.origin}/`);
  const field = page.getByLabel("Message");
  await field.fill("/");
  const list = page.getByRole("listbox", { name: "Commands" });
  await list.getByRole("option", { name: "/new" }).waitFor();
  await expectAccessibleInBothThemes(page, "commands");
  await shoot(page, "commands");
  await field.press("k");
  expect(await list.getByRole("option").count()).toBe(1);
  await field.press("Escape");
  await list.waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe("/k");
  await field.fill("/etc/hosts");
  expect(await list.count()).toBe(0);
  await field.fill("/");
  await field.press("ArrowUp");
  await field.press("Enter");
  await page.getByRole("dialog", { name: "Keyboard" }).waitFor();
  await page.keyboard.press("Escape");
  expect(await field.inputValue()).toBe("");
});

test("a notice is asked for only by a press, and comes only while no tab is in view", async () => {
  const other = await Person.at(browser, loop);
  await other.context.addInitScript(() => {
    const made: string[] = [];
    Object.assign(globalThis, { made, asked: 0 });
    class Recorded extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        made.push(`${title}: ${options?.body}`);
      }
      static override async requestPermission(): Promise<NotificationPermission> {
        Object.assign(globalThis, { asked: 1 });
        return Notification.permission;
      }
    }
    globalThis.Notification = Recorded;
  });
  await other.context.grantPermissions(["notifications"], { origin: loop.origin });
  const tab = await other.signIn();
  const made = () => tab.evaluate((): unknown => Reflect.get(globalThis, "made"));
  await tab.goto(`${loop.origin}/settings/general`);
  await tab.getByText("It does not say what would be sent.").waitFor();
  expect(await tab.evaluate((): unknown => Reflect.get(globalThis, "asked"))).toBe(0);
  await expectAccessibleInBothThemes(tab, "notices");
  await shoot(tab, "notices");
  await tab.getByRole("button", { name: "Tell me when a question waits" }).click();
  await tab.getByText("On in this browser.").waitFor();
  await tab.goto(`${loop.origin}/`);
  await say(tab, 'Please call everything.echo with {"message":"seen"}');
  await answer(tab, "Deny");
  await tab.getByText("and that is all.").waitFor();
  expect(await made()).toEqual([]);
  await tab.evaluate(() => {
    Object.defineProperty(document, "hidden", { value: true });
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await say(tab, 'Please call everything.echo with {"message":"not seen"}');
  await card(tab).waitFor();
  const words = "A question waits in Loop: Nothing is sent until you answer. Open Loop to see what it is.";
  await expect.poll(made).toEqual([words]);
  await answer(tab, "Deny");
  expect(other.complaints).toEqual([]);
  await other.context.close();
});
