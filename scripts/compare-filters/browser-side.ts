import type { Browser } from "playwright-core";
import type { Filters } from "../../harness/results/selection/filters.ts";
import type { Computed } from "../../harness/show/selection/compute.ts";
import type { PagePart } from "../../harness/show/selection/parts.ts";

type Ask = (filters: Filters, parts: readonly PagePart[]) => Promise<Computed[]>;

/** The report's own worker, loaded by one of its pages as the pages load it. */
export async function openWorker(browser: Browser, report: string): Promise<Ask> {
  const page = await browser.newPage();
  await page.goto(`${report}method.html`);
  const worker = await page.evaluateHandle(() => new Worker("./components/selection-worker.js", { type: "module" }));
  return (filters, parts) => page.evaluate(askWorker, { worker, filters, parts });
}

/** What the page has, and this process has not. */
interface PageWorker {
  postMessage(message: object): void;
  onmessage: (event: { data: { id: number; computed: Computed } }) => void;
  onerror: (event: { message: string }) => void;
}
declare const Worker: new (address: string, options: { type: "module" }) => PageWorker;

/** Runs in the page. */
function askWorker(asked: { worker: PageWorker; filters: Filters; parts: readonly PagePart[] }): Promise<Computed[]> {
  const { worker, filters, parts } = asked;
  return new Promise((resolve, reject) => {
    const computed: Computed[] = [];
    let left = parts.length;
    worker.onerror = ({ message }) => reject(new Error(message));
    worker.onmessage = ({ data }) => {
      computed[data.id] = data.computed;
      left--;
      if (left === 0) resolve(computed);
    };
    for (const [id, part] of parts.entries()) worker.postMessage({ id, filters, part });
  });
}
