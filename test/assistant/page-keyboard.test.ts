import type { Browser, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleStyle } from "../../harness/show/live/page.ts";
import { launchBrowser } from "../../scripts/browser.ts";
import { reachByTab, violationsOn } from "./on-page.ts";
import { QUESTION, type Served, serveSmall } from "./served.ts";

let served: Served;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  served = await serveSmall("memory://", { style: await bundleStyle() });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 400, height: 800 }, colorScheme: "dark" });
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

const LAST_PREFERENCE = { kind: "preference", limit: 1, offset: 0 } as const;
const reach = (target: Locator) => reachByTab(page, target);
const press = async (target: Locator, key = "Enter") => {
  await reach(target);
  await page.keyboard.press(key);
};
const button = (name: string | RegExp) => page.getByRole("button", { name });
const status = (words: string | RegExp) => page.getByRole("status").filter({ hasText: words });
const fine = async () => {
  expect(await violationsOn(page)).toEqual([]);
  expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(400);
};

describe("the page in the dark, 400 pixels wide, by the keyboard alone", () => {
  it("compares two configurations, prefers one, and says why", async () => {
    await page.goto(served.url);
    await page.getByLabel("question").waitFor();
    await press(page.locator("summary", { hasText: "advanced: answered by" }), "Space");
    await reach(page.getByLabel("compare with"));
    await page.keyboard.press("ArrowDown");
    await reach(page.getByLabel("question"));
    await page.keyboard.type(QUESTION);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Left is better", disabled: false }).waitFor();
    await fine();
    await press(button("Right is better"));
    await status("Your preference is kept.").waitFor();
    await reach(page.getByLabel("comment"));
    await page.keyboard.type("it says why");
    await press(page.getByRole("link", { name: "Go on with this one" }).first());
    await page.getByRole("heading", { name: QUESTION }).waitFor();
    const documents = async () => (await served.service.store.documents.search(LAST_PREFERENCE)) ?? [];
    const kept = [{ value: { choice: "right", comment: "it says why" } }];
    await expect.poll(documents).toMatchObject(kept);
  });

  it("rates an answer by the rubric", async () => {
    await press(page.locator("summary", { hasText: "rate this answer" }), "Space");
    const form = page.getByRole("form", { name: "rating" });
    for (const group of await form.getByRole("group").all()) {
      await reach(group.getByRole("radio").first());
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowRight");
    }
    await fine();
    await press(button("Keep the rating"));
    await page.getByText("rated by you: fail").waitFor();
  });

  it("saves a scope, shares a conversation by a link, which another reads, and revokes it", async () => {
    await reach(button("save as CSV"));
    const [download] = await Promise.all([page.waitForEvent("download"), page.keyboard.press("Enter")]);
    expect(download.suggestedFilename()).toBe("scope.csv");
    await press(button("Share to read"));
    await reach(page.getByLabel("days"));
    await page.keyboard.press("ArrowDown");
    await press(button("Make a link"));
    const link = page.getByLabel("the link", { exact: true });
    await link.waitFor();
    await button(/^revoke the link/).waitFor();
    await fine();
    await press(button("Copy"));
    await status(/The link is (copied|selected)/).waitFor();

    const guest = await (
      await browser.newContext({ viewport: { width: 400, height: 800 }, colorScheme: "dark" })
    ).newPage();
    const asked: string[] = [];
    guest.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await guest.goto(await link.inputValue());
    await guest.getByRole("heading", { name: QUESTION }).waitFor();
    await guest.locator(".shared-scope li").first().waitFor();
    await guest.locator(".shared-scope").getByText("Recorded for what the question names").waitFor();
    await guest.getByRole("region", { name: "coverage" }).filter({ hasText: "MSG-7" }).waitFor();
    expect(await violationsOn(guest)).toEqual([]);
    await reachByTab(guest, guest.locator(".source").first());
    await guest.keyboard.press("Enter");
    await guest.getByRole("dialog").getByRole("table").waitFor();
    expect(asked.filter((line) => !line.startsWith("GET "))).toEqual([]);
    expect([...new Set(asked.filter((line) => line.startsWith("GET /shared")))]).toEqual([
      "GET /shared",
      "GET /shared/files/content",
    ]);
    // Nothing to write into, and no link: who holds a share goes nowhere from it.
    expect(await guest.locator("textarea, input, select, a[href]").count()).toBe(0);

    await press(button(/^revoke the link/));
    await status("The link is revoked.").waitFor();
    await guest.reload();
    await guest.getByRole("alert").filter({ hasText: "this link does not hold" }).waitFor();
    expect(await violationsOn(guest)).toEqual([]);
    await page.keyboard.press("Escape");
    await button("Share to read").and(page.locator(":focus")).waitFor();
  });
});
