import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Locator, Page } from "playwright-core";

/** What axe finds on the page as it is. */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }).axe.run(),
  );
  return found.violations.map(({ id }) => id);
}

/** Goes to a part of the page by Tab alone. */
export async function reachByTab(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < 200; tabs++) {
    if ((await target.and(page.locator(":focus")).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`not reached by Tab: ${target}`);
}
