import type { Locator, Page } from "playwright-core";
import { findOn } from "../reports/look.ts";

/** What axe finds on the page as it is. */
export async function violationsOn(page: Page): Promise<string[]> {
  // What is still appearing has the colours of neither before nor after.
  await page.evaluate("Promise.allSettled(document.getAnimations().map(({ finished }) => finished)).then(() => null)");
  return findOn(page, "all");
}

/** Goes to a part of the page by Tab alone. */
export async function reachByTab(page: Page, target: Locator): Promise<void> {
  for (let tabs = 0; tabs < 200; tabs++) {
    if ((await target.and(page.locator(":focus")).count()) > 0) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`not reached by Tab: ${target}`);
}
