import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { serveReport } from "../harness/live/serve-report.ts";
import { launchBrowser } from "./browser.ts";

export interface Look {
  name: string;
  colorScheme: "light" | "dark";
  width: number;
}

interface Pictures {
  pages: readonly { name: string; address: string }[];
  looks: readonly Look[];
  folder: string;
}

/** Writes `<page>-<look>.png` of pages of a built report, with all their figures. Gives the paths. */
export async function takePictures(report: string, { pages, looks, folder }: Pictures): Promise<string[]> {
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
        written.push(path);
        await context.close();
      }
  } finally {
    await browser.close();
    await server.close();
  }
  return written;
}

/** Figures are drawn when they come into view, so each is visited once. */
async function drawEverything(page: Page): Promise<void> {
  await page.locator("main :is(table, figure, .nothing, .gate):visible").first().waitFor();
  for (const chart of await page.locator(".chart:visible").all()) {
    await chart.scrollIntoViewIfNeeded();
    await chart.locator("svg path").first().waitFor({ state: "attached" });
  }
  await page.evaluate("document.fonts.ready.then(() => scrollTo(0, 0))");
}
