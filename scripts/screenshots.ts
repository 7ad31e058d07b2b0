/**
 * Pictures of every page of a run's report, in light, dark and 400 pixels wide.
 *
 *     node --import tsx scripts/screenshots.ts <run folder> <folder for the pictures>
 */
import { mkdir, readdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Page } from "playwright-core";
import { serveReport } from "../harness/live/serve-report.ts";
import { argumentsOf } from "./arguments.ts";
import { launchBrowser } from "./browser.ts";

const LOOKS = [
  { name: "light", colorScheme: "light", width: 1240 },
  { name: "dark", colorScheme: "dark", width: 1240 },
  { name: "narrow", colorScheme: "light", width: 400 },
] as const;

const [run, folder] = argumentsOf(import.meta.filename, {}).positionals;
if (!run || !folder) throw new Error("expected a run and a folder for the pictures: --help");
for (const path of await takeScreenshots(resolve(run), resolve(folder))) console.log(path);

/** Writes `<page>-<look>.png`, and one execution as `execution-<look>.png`. Gives the paths. */
async function takeScreenshots(runDirectory: string, folder: string): Promise<string[]> {
  const report = join(runDirectory, "report");
  await mkdir(folder, { recursive: true });
  const [server, browser] = await Promise.all([serveReport(report), launchBrowser()]);
  const written: string[] = [];
  try {
    for (const { name, address } of await listPages(report))
      for (const look of LOOKS) {
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

async function listPages(report: string): Promise<{ name: string; address: string }[]> {
  const pages = (await readdir(report)).filter((name) => name.endsWith(".html")).sort();
  const executions = (await readdir(join(report, "data", "executions"))).sort();
  const one = executions[Math.floor(executions.length / 4)]?.replace(/\.json$/, "");
  return [
    ...pages.map((address) => ({ name: address.replace(/\.html$/, ""), address })),
    ...(one ? [{ name: "execution", address: `executions.html?id=${encodeURIComponent(one)}` }] : []),
  ];
}

/** Figures are drawn when they come into view, so each is visited once. */
async function drawEverything(page: Page): Promise<void> {
  await page.locator("main :is(table, figure, .nothing):visible").first().waitFor();
  for (const chart of await page.locator(".chart:visible").all()) {
    await chart.scrollIntoViewIfNeeded();
    await chart.locator("svg path").first().waitFor({ state: "attached" });
  }
  await page.evaluate("document.fonts.ready.then(() => scrollTo(0, 0))");
}
