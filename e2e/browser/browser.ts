import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { expect } from "vitest";
import type { LoopProcess } from "./loop-process.js";

const FLAGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium", args: FLAGS });
}

/** One person's browser: signed in by the launch link, and everything a page complains about is kept. */
export class Person {
  readonly complaints: string[] = [];
  readonly context: BrowserContext;
  readonly #loop: LoopProcess;

  private constructor(context: BrowserContext, loop: LoopProcess) {
    this.context = context;
    this.#loop = loop;
  }

  static async at(browser: Browser, loop: LoopProcess): Promise<Person> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 860 }, colorScheme: "light" });
    context.setDefaultTimeout(15_000);
    const person = new Person(context, loop);
    await context.addInitScript(() => {
      document.addEventListener("securitypolicyviolation", (event) => {
        console.error(`CSP ${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
      });
    });
    context.on("page", (page) => person.#listen(page));
    return person;
  }

  /** Opens the launch link as a person does; ends at the app itself. */
  async signIn(): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(this.#loop.launchLink);
    await page.waitForURL(`${this.#loop.origin}/`);
    return page;
  }

  async open(path: string): Promise<Page> {
    const page = await this.context.newPage();
    await page.goto(`${this.#loop.origin}${path}`);
    return page;
  }

  #listen(page: Page): void {
    page.on("pageerror", (error) => this.complaints.push(`error: ${error.message}`));
    page.on("console", (message) => {
      if (message.type() !== "error") return;
      // A refused or unanswered request is part of some tests; what the app makes of it is what they look at.
      if (/Failed to load resource|net::ERR_/.test(message.text())) return;
      this.complaints.push(`console: ${message.text()}`);
    });
  }
}

/** Fails with the rules that are broken and where. */
export async function expectAccessible(page: Page, where: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(
    (violation) => `${violation.id}: ${violation.nodes.map((node) => node.html).join(" | ")}`,
  );
  expect(found, where).toEqual([]);
}

/** The same screen by day and by night. */
export async function expectAccessibleInBothThemes(page: Page, where: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await expectAccessible(page, `${where}, ${colorScheme}`);
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: "no-preference" });
}

/** At the width of a telephone nothing may need sideways scrolling. */
export async function expectNarrow(page: Page, where: string): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 });
  await expectAccessibleInBothThemes(page, `${where} at 390 px`);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(overflow, `${where} at ${width} px`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 860 });
}
