import type { Browser } from "playwright-core";
import { serveReport } from "../../harness/show/live/serve-report.ts";
import { launchBrowser } from "../../scripts/browser.ts";

/** How a built report feels: bytes and time of the first page with a cold cache, time of a filter on the page Executions. */
export async function measureBrowser(report: string) {
  const [server, browser] = await Promise.all([serveReport(report), launchBrowser()]);
  try {
    return { ...(await firstPage(browser, server.url)), ...(await filterTime(browser, server.url)) };
  } finally {
    await browser.close();
    await server.close();
  }
}
/** Fresh contexts have a cold cache. The leaderboard is there = the page can be used. */
async function firstPage(browser: Browser, url: string) {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < 5; round++) {
    const context = await browser.newContext();
    const page = await context.newPage();
    const start = performance.now();
    await page.goto(`${url}index.html`, { waitUntil: "commit" });
    await page.locator(".board tbody tr").first().waitFor();
    times.push(performance.now() - start);
    const sizes = "performance.getEntriesByType('resource').reduce((sum, entry) => sum + entry.transferSize, 0)";
    bytes = (await page.evaluate(sizes)) as number;
    await context.close();
  }
  return { firstPageMs: Math.round(times.sort((a, b) => a - b)[2]!), firstPageBytes: bytes };
}

/** From the choice to the next painted frame, inside the page. */
async function filterTime(browser: Browser, url: string) {
  const page = await browser.newPage();
  await page.goto(`${url}executions.html?metric=ndcg@10`);
  await page.locator("tbody tr").first().waitFor();
  const choose = `(async () => {
    const times = [];
    for (const value of ["explorer", "planner", "sprinter", ""]) {
      const select = document.querySelector('select[aria-label="model"]');
      const start = performance.now();
      select.value = value;
      select.dispatchEvent(new Event("change", { bubbles: true }));
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      times.push(performance.now() - start);
    }
    return times;
  })()`;
  const times = (await page.evaluate(choose)) as number[];
  return { filterMs: times.map(Math.round) };
}
