import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleStyle } from "../../harness/show/live/page.ts";
import { launchBrowser } from "../../scripts/browser.ts";
import { QUESTION, type Served, serveSmall } from "./served.ts";

let served: Served;
let browser: Browser;
beforeAll(async () => {
  served = await serveSmall("memory://", { style: await bundleStyle() });
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser?.close();
  await served?.close();
});

/** What is read of these kinds is held until the one before it is there. */
const KINDS = [/\/documents\//, /\/tools\//, /\/files\//, /\/items/, /\/threads\/search/, /\/examples/];

/** Looks at every frame where everything in sight stands that can be pressed, once the fonts are there, and notes what moves by more than a hand would. The list of threads gets a line by the question itself. */
const WATCH = `(() => {
  window.moved = [];
  const stood = new Map();
  const look = () => {
    for (const one of document.querySelectorAll("main :is(button, input, select, textarea, summary, a[href])")) {
      if (one.disabled || !one.checkVisibility()) { stood.delete(one); continue; }
      const top = Math.round(one.getBoundingClientRect().top);
      const before = stood.get(one);
      if (before >= 0 && before < innerHeight && Math.abs(top - before) > 4)
        window.moved.push((one.textContent || one.ariaLabel || one.id || one.tagName).slice(0, 40) + ": " + before + " to " + top);
      stood.set(one, top);
    }
    requestAnimationFrame(look);
  };
  addEventListener("DOMContentLoaded", () => document.fonts.ready.then(look));
})()`;

async function watched(viewport: { width: number; height: number }): Promise<Page> {
  const page = await browser.newPage({ viewport });
  await page.addInitScript(WATCH);
  return page;
}

/** What is read comes kind by kind, in this order. */
async function comesInOrder(page: Page, order: readonly RegExp[]): Promise<void> {
  let before: Promise<void> = page.waitForSelector("#question").then(() => undefined);
  for (const kind of order) {
    const turn = before;
    await page.route(kind, async (route) => {
      await turn;
      const response = await route.fetch().catch(() => null);
      if (response) await route.fulfill({ response }).catch(() => undefined);
    });
    before = turn
      .then(() => page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"))
      .then(
        () => undefined,
        () => undefined, // The page is closed: all that was waited for has come.
      );
  }
}

const movedOn = (page: Page) => page.evaluate("window.moved") as Promise<string[]>;

describe.each([
  ["phone", { width: 390, height: 844 }],
  ["desktop", { width: 1280, height: 900 }],
])("on a %s nothing that can be pressed moves", (_, viewport) => {
  it("while the examples and the threads of an empty page come", async () => {
    const page = await watched(viewport);
    await comesInOrder(page, KINDS);
    await page.goto(`${served.url}/#new`);
    await page.getByRole("region", { name: "examples" }).getByRole("button").first().waitFor();
    expect(await movedOn(page)).toEqual([]);
    await page.close();
  });

  it.each([
    ["decisions first", KINDS],
    ["decisions last", KINDS.toReversed()],
  ])("while a scope, its records and its evidence come, %s", async (_order, order) => {
    const thread = await answered();
    const page = await watched(viewport);
    await comesInOrder(page, order);
    await page.goto(`${served.url}/#thread=${thread}`);
    await page.getByText("rate this answer").waitFor();
    expect(await movedOn(page)).toEqual([]);
    await page.close();
  });

  it("while a question is answered", async () => {
    const page = await watched(viewport);
    await page.goto(`${served.url}/#new`);
    await page.getByLabel("question").fill(QUESTION);
    await page.getByLabel("question").press("Enter");
    await page.getByRole("heading", { name: QUESTION }).waitFor();
    // The question has left its box, and the page of before is gone: from here on it is the answer that comes.
    await page.evaluate("window.moved.length = 0");
    await page.getByText("rate this answer").waitFor();
    expect(await movedOn(page)).toEqual([]);
    await page.close();
  });
});

async function answered(): Promise<string> {
  const send = async (path: string, body: unknown) => {
    const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    return (await fetch(served.url + path, init)).json() as Promise<never>;
  };
  const [{ assistant_id }] = (await send("/assistants/search", {})) as [{ assistant_id: string }];
  const { thread_id } = (await send("/threads", {})) as { thread_id: string };
  await send(`/threads/${thread_id}/runs/wait`, {
    assistant_id,
    input: { messages: [{ type: "human", content: QUESTION }] },
  });
  return thread_id;
}
