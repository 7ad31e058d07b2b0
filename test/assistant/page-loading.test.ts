import type { Browser, Page, Route } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleStyle } from "../../harness/show/live/page.ts";
import { launchBrowser } from "../../scripts/browser.ts";
import { QUESTION, type Served, serveSmall } from "./served.ts";

let served: Served;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  served = await serveSmall("memory://", { style: await bundleStyle(), reviewed: ["identifier_lookup"] });
  browser = await launchBrowser();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

async function json<Reply>(path: string, body?: unknown, method = "POST"): Promise<Reply> {
  const init = { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  return (await fetch(served.url + path, body === undefined ? {} : init)).json() as Promise<Reply>;
}

/** A thread of the third configuration with an answer. */
async function answered(): Promise<string> {
  const { assistant_id } = (await json<{ assistant_id: string }[]>("/assistants/search", {}))[2]!;
  const { thread_id } = await json<{ thread_id: string }>("/threads", {});
  const input = { messages: [{ type: "human", content: QUESTION }] };
  const config = { configurable: { safe_mode: false } };
  await json(`/threads/${thread_id}/runs/wait`, { assistant_id, input, config });
  return thread_id;
}

/** What is read at a path is held until the gate is opened. */
async function gate(path: RegExp) {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route(path, async (route) => {
    if (route.request().method() === "GET") await opened;
    // Of a page that was left nobody waits any more.
    await route.continue().catch(() => undefined);
  });
  return open;
}

const show = async (thread: string) => {
  await page.goto(`${served.url}/#thread=${thread}`);
  await page.reload();
};
const status = (words: string | RegExp) => page.getByRole("status").filter({ hasText: words });
const keep = () => page.getByRole("checkbox", { name: /^keep / });
const scopeOf = async (thread: string) => {
  const kept = await json<{ key: string; value: { dropped: unknown[] } }[]>(`/threads/${thread}/documents/scope`);
  expect(kept).toHaveLength(1);
  return kept[0]!;
};

describe("the page while what is kept has not come yet", () => {
  it("changes no decision, saves none and rates nothing before the kept one is there; then upon it", async () => {
    const thread = await answered();
    await show(thread);
    await keep().first().uncheck();
    await status("saved with this thread").waitFor();
    const openScope = await gate(/\/documents\/scope$/);
    const open = await gate(/\/documents\/rating$/);
    await show(thread);
    await status("What was decided is being read.").waitFor();
    expect(await keep().first().isDisabled()).toBe(true);
    expect(await page.getByLabel("add a test").isDisabled()).toBe(true);
    expect(await page.getByRole("button", { name: "save as CSV" }).isDisabled()).toBe(true);
    expect(await page.getByText("rate this answer").count()).toBe(0);
    openScope();
    await page.getByText("rate this answer").click();
    await status("Your rating is being read.").waitFor();
    expect(await page.getByRole("form", { name: "rating" }).count()).toBe(0);
    open();
    await keep().nth(1).uncheck();
    await status("saved with this thread").waitFor();
    await page.getByRole("form", { name: "rating" }).waitFor();
    expect((await scopeOf(thread)).value.dropped).toHaveLength(2);
  });

  it("writes over nothing that was changed elsewhere meanwhile: tells of it, and shows what is kept", async () => {
    const thread = await answered();
    await show(thread);
    await keep().first().uncheck();
    await status("saved with this thread").waitFor();
    const { key, value } = await scopeOf(thread);
    await json(`/threads/${thread}/documents/scope/${key}`, { ...value, dropped: [] }, "PUT");
    await keep().nth(1).uncheck();
    await page.getByRole("alert").filter({ hasText: "changed elsewhere" }).waitFor();
    expect((await scopeOf(thread)).value.dropped).toEqual([]);
    await expect.poll(() => keep().first().isChecked()).toBe(true);
    await keep().nth(1).uncheck();
    await status("saved with this thread").waitFor();
    expect((await scopeOf(thread)).value.dropped).toHaveLength(1);
  });

  it("of a thread that is not there leads to a new question, on which it can be asked", async () => {
    await show(crypto.randomUUID());
    await page.getByRole("alert").getByRole("link", { name: "New question" }).click();
    await page.getByLabel("question").fill("Which tests cover MSG-8?");
    await expect.poll(() => page.getByRole("button", { name: "Ask" }).isEnabled()).toBe(true);
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("asks nothing on a thread before it is there, then its own configuration", async () => {
    const thread = await answered();
    const open = await gate(new RegExp(`/threads/${thread}$`));
    await show(thread);
    await page.getByLabel("question").fill("Which tests cover MSG-8?");
    await page.getByLabel("question").press("Enter");
    expect(await page.getByRole("button", { name: "Ask" }).isDisabled()).toBe(true);
    open();
    await page.getByRole("heading", { name: QUESTION }).waitFor();
    await page.getByLabel("ask me before each step").uncheck();
    await page.getByLabel("question").press("Enter");
    await page.getByRole("heading", { name: "Which tests cover MSG-8?" }).waitFor();
    await status("The answer is there.").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);
  });

  it("gives a question back that the service does not take", async () => {
    await page.goto(`${served.url}/#new`);
    await page.reload();
    const refuse = (route: Route) => route.fulfill({ status: 429, json: { detail: "too many at once" } });
    await page.route(/\/runs\/stream$/, refuse);
    await page.getByLabel("question").fill(QUESTION);
    await page.getByLabel("question").press("Enter");
    await page.getByRole("alert").filter({ hasText: "too many at once" }).waitFor();
    await expect.poll(() => page.getByLabel("question").inputValue()).toBe(QUESTION);
    expect(await page.getByRole("heading", { name: QUESTION }).count()).toBe(0);
    await page.unroute(/\/runs\/stream$/, refuse);
    await page.getByLabel("question").press("Enter");
    await page.getByRole("heading", { name: QUESTION }).waitFor();
  });

  it("keeps to the service's Safe Mode unless the person says otherwise, and to the thread's after a reload", async () => {
    await page.goto(`${served.url}/#new`);
    await page.reload();
    await expect.poll(() => page.getByLabel("ask me before each step").isChecked()).toBe(true);
    await page.getByLabel("question").fill(QUESTION);
    await page.getByLabel("question").press("Enter");
    await page.getByRole("heading", { name: /^The agent wants to look up/ }).waitFor();
    await page.reload();
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByRole("table").waitFor();
    expect(await page.getByLabel("ask me before each step").isChecked()).toBe(true);
  });
});
