import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { serveReport } from "../../harness/show/live/serve-report.ts";

export interface Look {
  name: string;
  colorScheme: "light" | "dark";
  width: number;
}

interface Pictures {
  pages: readonly { name: string; address: string }[];
  looks: readonly Look[];
  folder: string;
  launchBrowser: () => Promise<Browser>;
}

/** Two schemes at each of the widths. */
export function looksAt(widths: readonly number[]): Look[] {
  const schemes = ["light", "dark"] as const;
  return schemes.flatMap((colorScheme) =>
    widths.map((width) => ({ name: `${colorScheme}-${width}`, colorScheme, width })),
  );
}

/**
 * Writes `<page>-<look>.png` of pages of a built report, with all their figures, and `<page>.pdf` as it is printed on A4.
 * Gives the paths, and says of which the reader would have to scroll sideways.
 */
export async function takePictures(
  report: string,
  { pages, looks, folder, launchBrowser }: Pictures,
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const [server, browser] = await Promise.all([serveReport(report), launchBrowser()]);
  const written: string[] = [];
  try {
    for (const { name, address } of pages)
      for (const look of looks) {
        const viewport = { width: look.width, height: 900 };
        const context = await browser.newContext({ viewport, colorScheme: look.colorScheme });
        const page = await context.newPage();
        await page.goto(server.url + address);
        await drawEverything(page);
        const path = join(folder, `${name}-${look.name}.png`);
        await page.screenshot({ path, fullPage: true });
        const tooWide = await page.evaluate("document.documentElement.scrollWidth > innerWidth");
        written.push(tooWide ? `${path} (wider than the window)` : path);
        if (look === looks[0]) written.push(await print(page, join(folder, `${name}.pdf`)));
        await context.close();
      }
  } finally {
    await browser.close();
    await server.close();
  }
  return written;
}

async function print(page: Page, path: string): Promise<string> {
  await page.pdf({ path, format: "A4" });
  return path;
}

/** Figures are drawn when they come into view, so each is visited once. */
export async function drawEverything(page: Page): Promise<void> {
  await page.waitForLoadState("networkidle");
  await page.locator("main :is(table, figure, .nothing, .gate):visible").first().waitFor();
  await drawNext(page);
  // Cells come one after the other, each with its data.
  await page.waitForLoadState("networkidle");
  await drawNext(page);
  await page.evaluate("document.fonts.ready.then(() => scrollTo(0, 0))");
}

/** One step in the page a time: what a figure moves or draws anew meanwhile is no element that was looked for before. */
async function drawNext(page: Page): Promise<void> {
  const next = `(() => {
    const charts = [...document.querySelectorAll(".figure-to-come, .chart")];
    const next = charts.find((chart) => chart.checkVisibility() && chart.clientWidth > 0 && !chart.querySelector("svg path"));
    next?.scrollIntoView({ block: "center" });
    return next === undefined;
  })()`;
  await page.waitForFunction(next, undefined, { polling: 50 });
}
