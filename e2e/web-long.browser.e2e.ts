import { join } from "node:path";
import { openStores } from "@loop/stores";
import { freePort, makeTempDir, startWireModel, type WireModel } from "@loop/testkit";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectAccessible, launchBrowser, Person } from "./browser/browser.js";
import { type Frames, framesWhile, isCalm } from "./browser/frames.js";
import { LoopProcess } from "./browser/loop-process.js";
import { shoot } from "./browser/shots.js";
import { say } from "./browser/steps.js";

const TURNS = 5_000;
const LONG = "ten-thousand";
const at = "2026-11-30T09:00:00.000Z";

const paragraphs = Array.from({ length: 30 }, (_, index) =>
  index % 5 === 4
    ? `\`\`\`ts\nconst port${index} = await open("Brest", { height: ${index} });\nreturn port${index};\n\`\`\``
    : `Paragraph ${index} of **many**, with \`code\` and a [link](https://example.com/), about the tide at Brest, which rises by six metres and then falls again while nobody looks.`,
);
const stream = `# A long answer\n\n${paragraphs.join("\n\n")}\n\nThe stream is over.`;

let browser: Browser;
let model: WireModel;
let loop: LoopProcess;
let person: Person;
let page: Page;

beforeAll(async () => {
  const dataDir = makeTempDir("web");
  await writeConversation(join(dataDir, "loop.db"));
  // Eight characters every five milliseconds: two hundred pieces of text a second.
  model = await startWireModel(() => ({ wire: "slow", everyMs: 5, turn: { text: stream } }));
  loop = new LoopProcess({ dataDir, port: await freePort(), env: model.env });
  await loop.start();
  browser = await launchBrowser();
  person = await Person.at(browser, loop);
  page = await person.signIn();
}, 180_000);

afterAll(async () => {
  await browser?.close();
  await loop?.stop();
  await model?.close();
});

afterEach(() => {
  expect(person.complaints.splice(0)).toEqual([]);
});

/** Ten thousand messages, as turns that were run. */
async function writeConversation(file: string): Promise<void> {
  const { turns, conversations, close } = await openStores({ file });
  const place = { accountId: "personal", conversationId: LONG };
  const row = { id: LONG, accountId: "personal", title: "Ten thousand", workspace: null, createdAt: at };
  await conversations.create({ ...row, permission: "workspace-write" });
  for (let index = 0; index < TURNS; index += 1) {
    const turnId = `turn-${index}`;
    const origin = { kind: "prompt", text: `Question ${index}` } as const;
    const text = `Answer ${index}. ${"Some words about it. ".repeat(index % 30)}`;
    const begun = await turns.begin({
      ...place,
      turnId,
      parentTurnId: null,
      owner: "earlier",
      leaseMs: 60_000,
      // Begun and ended in one go: five thousand of them are waited for.
      events: [
        { type: "turn-start", turnId, at, origin },
        { type: "text-delta", turnId, at, text },
        { type: "turn-end", turnId, at, reason: "done" },
      ],
      messages: [],
    });
    if (begun === null) throw new Error("one turn after the other");
  }
  await close();
}

const SMOOTH_MS = 50;

/** The page's own work is always held to the limit; frames and long tasks where the machine is calm enough to tell. */
async function expectSmooth(what: string, frames: Frames): Promise<void> {
  const blank = await person.context.newPage();
  const isToBeTold = await isCalm(blank);
  await blank.close();
  console.info(`${what}: ${JSON.stringify({ ...frames, isToBeTold })}`);
  expect(frames.longestWorkMs, what).toBeGreaterThan(0);
  expect(frames.longestWorkMs, what).toBeLessThanOrEqual(SMOOTH_MS);
  if (!isToBeTold) return;
  expect(frames.longTasksMs, what).toEqual([]);
  expect(frames.longestFrameMs, what).toBeLessThanOrEqual(SMOOTH_MS);
}

test("ten thousand messages open at their end, and only what is near the view is in the page", async () => {
  const began = performance.now();
  await page.goto(`${loop.origin}/c/${LONG}`);
  await page.getByText(`Answer ${TURNS - 1}.`).waitFor();
  console.info(`open: ${Math.round(performance.now() - began)} ms`);
  expect(await page.locator(".entry").count()).toBeLessThan(120);
  await expect.poll(fromEnd).toBeLessThan(80);
  await expectAccessible(page, "a long conversation");
  await shoot(page, "long");
});

function fromEnd(): Promise<number> {
  return page.locator("main .scroll").evaluate((one) => one.scrollHeight - one.scrollTop - one.clientHeight);
}

test("they scroll without a frame or a task over fifty milliseconds", async () => {
  await page.locator("main .scroll").hover();
  const frames = await framesWhile(page, async () => {
    for (let turn = 0; turn < 60; turn += 1) {
      await page.mouse.wheel(0, turn < 40 ? -300 : 200);
      await page.waitForTimeout(30);
    }
  });
  expect(await fromEnd()).toBeGreaterThan(1_000);
  expect(await page.locator(".entry").count()).toBeLessThan(120);
  await expectSmooth("scrolling", frames);
});

test("a jump to the first message and back shows what is there", async () => {
  const scroll = page.locator("main .scroll");
  await scroll.evaluate((one) => {
    one.scrollTop = 0;
  });
  await page.getByText("Question 0", { exact: true }).waitFor();
  await page.getByText("Answer 0.").waitFor();
  await scroll.press("End");
  await scroll.evaluate((one) => {
    one.scrollTop = one.scrollHeight;
  });
  await page.getByText(`Answer ${TURNS - 1}.`).waitFor();
});

test("an answer at two hundred pieces a second streams smoothly below them, and the view follows its end", async () => {
  await page.getByLabel("Message").click();
  const frames = await framesWhile(page, async () => {
    await say(page, "Stream a long answer");
    await page.getByText("The stream is over.").waitFor({ timeout: 90_000 });
  });
  await expect.poll(fromEnd).toBeLessThan(80);
  await expectSmooth("streaming into a long conversation", frames);
});

test("the same in a new conversation", async () => {
  await page.getByRole("link", { name: "New conversation" }).click();
  await say(page, "Warm the code up");
  await page.getByText("The stream is over.").waitFor({ timeout: 90_000 });
  const frames = await framesWhile(page, async () => {
    await say(page, "Stream a long answer");
    await expect.poll(() => page.getByText("The stream is over.").count(), { timeout: 90_000 }).toBe(2);
  });
  await expectSmooth("streaming", frames);
});
