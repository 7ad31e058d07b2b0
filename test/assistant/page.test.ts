import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { launchBrowser } from "../../scripts/browser.ts";
import { QUESTION, type Served, serveSmall } from "./served.ts";

let served: Served;
let browser: Browser;
let page: Page;
const errors: string[] = [];
beforeAll(async () => {
  served = await serveSmall("memory://");
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("request", (request) => {
    if (!request.url().startsWith(served.url) && !/^(data|blob):/.test(request.url())) errors.push(request.url());
  });
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

const ask = async (question: string) => {
  await page.getByLabel("question").fill(question);
  await page.getByLabel("question").press("Enter");
};
const violations = async () => {
  await page.evaluate(readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8"));
  const found = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run(): Promise<{ violations: { id: string }[] }> } }).axe.run(),
  );
  return found.violations.map(({ id }) => id);
};

describe("the page of the assistant, with nothing from elsewhere", { timeout: 60_000 }, () => {
  it("takes a question to a scope with evidence, is the same after a reload, and exports what is kept", async () => {
    await page.goto(served.url);
    await ask(QUESTION);
    await page.getByRole("table").waitFor();
    const tests = await page.locator(".tests tbody code").allTextContents();
    expect(tests.length).toBeGreaterThan(1);
    await page.getByRole("button", { name: "S1" }).first().click();
    await page.getByRole("dialog").getByRole("table").waitFor();
    expect(await page.getByRole("dialog").textContent()).toContain(tests[0]);
    await page.getByRole("button", { name: "Close" }).click();
    await page.getByLabel(`keep ${tests[0]}`).uncheck();
    await page.getByText(`${tests.length - 1} of ${tests.length} kept`).waitFor();
    await page.waitForLoadState("networkidle");
    await page.reload();
    await page.getByText(`${tests.length - 1} of ${tests.length} kept`).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: "Export CSV" }).click(),
    ]);
    const lines = readFileSync(await download.path(), "utf8").split("\r\n");
    expect(lines[0]).toBe('"rank","test","kept","why","evidence"');
    expect(lines[1]).toMatch(new RegExp(`^"1","${tests[0]}","no",`));
    expect(await violations()).toEqual([]);
  });

  it("puts each step before the person in Safe Mode: rejected, changed and approved by the keyboard alone", async () => {
    await page.goto(`${served.url}/#`);
    await page.reload();
    await page.getByLabel("ask me before each step").check();
    await ask(QUESTION);
    const card = page.getByRole("region", { name: "a step that waits for you" });
    await card.waitFor();
    expect(await violations()).toEqual([]);
    await page.reload();
    await card.getByLabel("why not").fill("not there");
    await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByText("you did not want this").waitFor();
    for (let calls = 0; calls < 30 && (await page.getByRole("table").count()) === 0; calls++) {
      await card
        .getByLabel(/approve further calls/)
        .or(page.getByRole("table"))
        .first()
        .waitFor();
      if ((await page.getByRole("table").count()) > 0) break;
      await card
        .getByLabel(/approve further calls/)
        .check({ timeout: 2000 })
        .catch(() => undefined);
      await card
        .getByRole("button", { name: "Approve" })
        .press("Enter", { timeout: 2000 })
        .catch(() => undefined);
      await page.waitForTimeout(100);
    }
    expect(await page.locator("article").textContent()).toContain("you did not want this");
    expect(errors).toEqual([]);
  });

  it("shows what a corpus, a model or a client wrote as text, wherever it stands", async () => {
    const hostile = `<img src=x onerror="document.title='taken'"><script>document.title='taken'</script>`;
    const answer = `${hostile}\n\n## Recommended\n1. \`TC-${hostile}\` - ${hostile} [S1]\n## Sources\n- S1: [${hostile}](javascript:document.title='taken')`;
    const artifact = {
      index: 0,
      tool: hostile,
      arguments: { ids: [hostile] },
      status: "error",
      error: { code: "x", message: hostile },
    };
    const messages = [
      { id: "1", type: "human", content: hostile },
      { id: "2", type: "ai", content: "", tool_calls: [{ id: "c", name: hostile, args: {} }] },
      { id: "3", type: "tool", content: hostile, artifact },
      { id: "4", type: "ai", content: answer },
    ];
    const thread_id = "00000000-0000-4000-8000-000000000001";
    const thread = { thread_id, status: "idle", metadata: {}, values: { messages }, interrupts: {} };
    await page.route(/\/threads\/(search|0{8}-)/, (route) => {
      const path = new URL(route.request().url()).pathname;
      const runs = [{ run_id: thread_id, status: "error", error: hostile }];
      return route.fulfill({ json: path.endsWith("/runs") ? runs : path.endsWith("search") ? [thread] : thread });
    });
    await page.goto(`${served.url}/#thread=${thread_id}`);
    await page.reload();
    await page.getByRole("table").waitFor();
    await page.locator("summary").click();
    expect((await page.locator("body").textContent())!.split(hostile).length).toBeGreaterThan(6);
    expect(await page.locator("#app img, #app script, #app [href^=javascript]").count()).toBe(0);
    expect(await page.title()).not.toBe("taken");
    expect(errors).toEqual([]);
  });
});
