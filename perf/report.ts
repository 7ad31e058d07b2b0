/**
 * The report of many executions, and how it feels in a browser. Makes an invented run of 16 scenarios x 18 configurations with so many
 * repeats (results of tools are short in it), scores and draws it, then measures: seconds and peak memory of the build (Framework's
 * process included, Linux only), bytes and time of the first page with a cold cache, time of a filter on the page Executions.
 *
 *     node --expose-gc --import tsx perf/report.ts [executions = 20000]
 */
import { readdirSync, readFileSync } from "node:fs";
import { appendFile, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { configSchema } from "../harness/config/schema.ts";
import type { StageContext } from "../harness/dag/stage.ts";
import { runPath } from "../harness/run-directory/paths.ts";
import { plotsStage } from "../harness/stages/plots/index.ts";
import { reportStage } from "../harness/stages/report/index.ts";
import { scoreStage } from "../harness/stages/score/index.ts";
import { serveReport } from "../reports/serve.ts";
import { readScenarioSet, writeScenarioSet } from "../scenarios/set-file.ts";
import { launchBrowser } from "../scripts/browser.ts";
import { makeRunFixture } from "../test/harness/run-fixture.ts";

const FIXTURE_CELLS = 144;
const executions = Number(process.argv[2] ?? 20_000);
const folder = await mkdtemp(join(tmpdir(), "scopebench-perf-report-"));
try {
  const context = await prepare(Math.ceil(executions / FIXTURE_CELLS / 2));
  const built = await measureBuild(context);
  const seen = await measureBrowser(context.runDirectory);
  console.log(JSON.stringify({ ...built, ...seen, load: loadavg()[0] }, null, 2));
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function prepare(repeats: number): Promise<StageContext> {
  const runDirectory = await makeRunFixture({ directory: join(folder, "run"), repeats });
  await doubleScenarios(runDirectory);
  const context: StageContext = {
    runDirectory,
    config: configSchema.parse(JSON.parse(await readFile(runPath(runDirectory, "config"), "utf8"))),
    effects: { now: () => new Date(0), environment: {}, cacheDirectory: folder, log: () => undefined },
    signal: new AbortController().signal,
    progress: () => undefined,
  };
  for (const stage of [scoreStage, plotsStage]) console.error(stage.name, await stage.run(context));
  return context;
}

/** Each scenario once more under another id, because repeats alone do not reach 20,000. */
async function doubleScenarios(run: string): Promise<void> {
  const set = await readScenarioSet(runPath(run, "scenarios"));
  const copies = set.scenarios.map((scenario) => ({ ...scenario, id: `${scenario.id}b` }));
  await writeScenarioSet(runPath(run, "scenarios"), { ...set, scenarios: [...set.scenarios, ...copies] });
  for (const part of ["rawOutput", "extractions", "verdicts", "calibration", "meta"] as const)
    for (const name of await readdir(runPath(run, part))) {
      const text = await readFile(runPath(run, part, name), "utf8");
      await appendFile(runPath(run, part, name), text.replace(/"scenario_id":"(\w+)"/g, '"scenario_id":"$1b"'));
    }
}

async function measureBuild(context: StageContext) {
  globalThis.gc?.();
  const start = performance.now();
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, treeMegabytes());
  }, 200);
  const summary = await reportStage.run(context);
  clearInterval(timer);
  return { summary, buildSeconds: seconds(start), peakMegabytes: Math.round(peak) };
}

/** Resident memory of this process and its children. */
function treeMegabytes(): number {
  const own = process.memoryUsage.rss() / 2 ** 20;
  if (process.platform !== "linux") return own;
  const children = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && parentOf(name) === process.pid);
  return own + children.reduce((sum, name) => sum + residentOf(name), 0);
}

function parentOf(pid: string): number | null {
  return Number(statusOf(pid)?.match(/^PPid:\s+(\d+)/m)?.[1] ?? -1);
}

function residentOf(pid: string): number {
  return Number(statusOf(pid)?.match(/^VmRSS:\s+(\d+)/m)?.[1] ?? 0) / 1024;
}

/** Null for a process that ended in between. */
function statusOf(pid: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return null;
  }
}

async function measureBrowser(runDirectory: string) {
  const [server, browser] = await Promise.all([serveReport(runPath(runDirectory, "report")), launchBrowser()]);
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

function seconds(start: number): number {
  return Number(((performance.now() - start) / 1000).toFixed(1));
}
