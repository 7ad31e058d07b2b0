import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { serveReport } from "../../harness/show/live/serve-report.ts";
import { drawEverything } from "./of-report.ts";
import type { Scheme } from "./terminal.ts";

/** What is photographed: a window of this size, at one and a half pixels a point. */
const WINDOW = { width: 1200, height: 760 };
const PIXELS_A_POINT = 1.5;
const WEBP_QUALITY = 0.68;

/** A window on a page, in one scheme. */
export async function openWindow(browser: Browser, colorScheme: Scheme): Promise<Page> {
  const context = await browser.newContext({ viewport: WINDOW, colorScheme, deviceScaleFactor: PIXELS_A_POINT });
  return context.newPage();
}

/** The page's window as WebP, which a browser writes and no library of ours has to. */
export async function photograph(page: Page): Promise<Buffer> {
  const png = await page.screenshot();
  const blank = await page.context().newPage();
  const encoded = await blank.evaluate(
    `(async () => {
      const image = new Image();
      image.src = "data:image/png;base64,${png.toString("base64")}";
      await image.decode();
      const canvas = new OffscreenCanvas(image.width, image.height);
      canvas.getContext("2d").drawImage(image, 0, 0);
      const blob = await canvas.convertToBlob({ type: "image/webp", quality: ${WEBP_QUALITY} });
      const bytes = new Uint8Array(await blob.arrayBuffer());
      return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
    })()`,
  );
  await blank.close();
  return Buffer.from(encoded as string, "base64");
}

/** The first page of a run's report, and one execution that failed. */
export async function photographReport(
  run: string,
  browser: Browser,
  scheme: Scheme,
): Promise<Record<"report" | "trace", Buffer>> {
  const server = await serveReport(join(run, "report"));
  const page = await openWindow(browser, scheme);
  try {
    await page.goto(`${server.url}index.html`);
    await drawEverything(page);
    const report = await photograph(page);
    await page.goto(`${server.url}executions.html?id=${encodeURIComponent(failedExecution(run))}`);
    await drawEverything(page);
    return { report, trace: await photograph(page) };
  } finally {
    await page.context().close();
    await server.close();
  }
}

/** The first one in which something was found and something missed. */
function failedExecution(run: string): string {
  const [head = "", ...rows] = readFileSync(join(run, "metrics/per_execution.csv"), "utf8").trim().split("\n");
  const columns = head.split(",");
  const at = (name: string) => columns.indexOf(name);
  const failed = rows
    .map((row) => row.split(","))
    .find((cells) => cells[at("functional_pass")] === "0" && Number(cells[at("ndcg@10")]) > 0.3);
  if (failed === undefined) throw new Error(`no execution of ${run} failed with something found`);
  const name = ["model", "workflow", "knowledge", "scenario_id", "repeat"].map((part) => failed[at(part)]);
  return name.join("__");
}
