import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleStyle } from "../../harness/show/live/page.ts";
import { launchBrowser } from "../../scripts/browser.ts";
import { type Served, serveSmall } from "./served.ts";

let served: Served;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  served = await serveSmall("memory://", { style: await bundleStyle() });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 390, height: 844 } });
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

const answers = () => page.locator("article");
const ask = async (question: string, turn: number) => {
  await page.getByLabel("question").fill(question);
  await page.getByLabel("question").press("Enter");
  await answers().nth(turn).locator(".coverage").waitFor();
};
const listed = async (turn: number) =>
  (await answers().nth(turn).locator(".tests tbody .test code").allTextContents()).sort();

describe("a question that follows", () => {
  it("narrows the list before it, whose tests stay linked as they were; what it says that no record has is said", async () => {
    await page.goto(served.url);
    await ask("Which tests are affected by a change of REQ-201 or MSG-7?", 0);
    const all = await listed(0);
    await ask("only those with execution context lab", 1);
    const lab = await listed(1);
    expect(lab.length).toBeGreaterThan(0);
    expect(lab.length).toBeLessThan(all.length);
    expect(all).toEqual(expect.arrayContaining(lab));
    const tiers = await answers().nth(1).locator("tr.tier").allTextContents();
    expect(tiers).toEqual([expect.stringMatching(/^▾ Recorded for .*ticked/)]);
    await ask("only the purple ones", 2);
    await answers()
      .nth(2)
      .getByText(/not understood: "purple/)
      .waitFor();
  });

  it("is asked in one line, which nothing but a press unfolds; a change and items are taken there as before", async () => {
    const unfold = page.getByRole("button", { name: "Add an item or a change" });
    const before = (await page.getByLabel("question").boundingBox())!.height;
    await page.getByLabel("question").focus();
    await page.getByLabel("question").blur();
    expect((await page.getByLabel("question").boundingBox())!.height).toBe(before);
    await unfold.click();
    await page.getByLabel("add an item").fill("msg 8");
    await page.getByRole("listbox", { name: "found" }).getByRole("option").first().click();
    await page.getByLabel("take out MSG-8").waitFor();
  });

  it("from an empty page is one of the examples, pressed", async () => {
    await page.goto("about:blank");
    await page.goto(`${served.url}/#new`);
    const example = page.getByRole("region", { name: "examples" }).getByRole("button").first();
    const question = (await example.textContent())!;
    await example.click();
    await page.getByRole("heading", { name: question }).waitFor();
    await page.locator(".tests tbody code").first().waitFor();
  });
});
