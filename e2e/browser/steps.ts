import type { Page } from "playwright-core";

/** What a person does on the page, in their words. */
export async function addStdioServer(page: Page, server: { name: string; command: string; args: readonly string[] }) {
  await openAddForm(page);
  await page.getByLabel("Name", { exact: true }).fill(server.name);
  await page.getByLabel("Command").fill(server.command);
  for (const [index, argument] of server.args.entries()) {
    await page.getByRole("button", { name: "Add argument" }).click();
    await page.getByLabel(`Argument ${index + 1}`, { exact: true }).fill(argument);
  }
  await page.getByRole("button", { name: "Save and connect" }).click();
}

export async function addHttpServer(page: Page, server: { name: string; url: string }) {
  await openAddForm(page);
  await page.getByRole("radio", { name: "Address (HTTP)" }).click();
  await page.getByLabel("Name", { exact: true }).fill(server.name);
  await page.getByLabel("URL").fill(server.url);
  await page.getByRole("button", { name: "Save and connect" }).click();
}

/** Settings → Integrations → MCPs → Add → Add MCP server (UI-01). */
export async function openAddForm(page: Page) {
  if (!page.url().endsWith("/settings/mcps")) {
    await page.getByRole("link", { name: "Settings" }).click();
  }
  await page.getByRole("link", { name: "Add", exact: true }).click();
  await page.getByRole("heading", { name: "Add MCP server" }).waitFor();
}

export function serverRow(page: Page, id: string) {
  return page.locator(`[data-server="${id}"]`);
}

export async function say(page: Page, text: string) {
  await page.getByLabel("Message").fill(text);
  await page.keyboard.press("Enter");
}

/** The line of a call; its name is what it says: what, how it went. */
export function step(page: Page, name: RegExp) {
  return page.getByRole("button", { name }).and(page.locator(".stepline"));
}

export function card(page: Page) {
  return page.locator("[data-question]");
}

/** Waits out the moment in which a card answers nothing, then presses. */
export async function answer(page: Page, word: "Deny" | "Allow once" | "Allow this tool for this session") {
  const button = card(page).getByRole("button", { name: new RegExp(`^${word}(?! and)`) });
  await card(page).locator('.answers button[aria-disabled="false"]').first().waitFor();
  await button.click();
}
