import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { CallRecord } from "../../agent/turns/call-log.ts";
import { openProgressFile } from "../../harness/dag/progress/progress-file.ts";
import { openLiveSteps } from "../../harness/dag/progress/steps.ts";
import { lockRun } from "../../harness/record/run-directory/lock.ts";
import { runPath } from "../../harness/record/run-directory/paths.ts";
import { type ReportServer, serveLive } from "../../harness/show/live/serve-report.ts";
import { launchBrowser } from "../../scripts/browser.ts";
import { type FixtureContext, fixtureContext } from "../harness/run/stages/context.ts";
import { HOSTILE_EXECUTION, poison } from "./hostile-site.ts";

let context: FixtureContext;
let server: ReportServer;
let browser: Browser;
beforeAll(async () => {
  [context, browser] = await Promise.all([fixtureContext([]), launchBrowser()]);
  server = await serveLive(context.runDirectory);
});
afterAll(async () => {
  await browser?.close();
  await server?.close();
  await context?.[Symbol.asyncDispose]();
});

it("shows stages, configurations, failures and cost as they change, without a reload or another host; then the report", async () => {
  const page = await browser.newPage();
  const complaints: string[] = [];
  let loads = 0;
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("request", (request) => {
    if (request.isNavigationRequest()) loads++;
    if (!request.url().startsWith(server.url) && !request.url().startsWith("data:")) complaints.push(request.url());
  });
  const progress = openProgressFile({
    runDirectory: context.runDirectory,
    stages: ["execute", "report"],
    now: () => new Date(),
    log: (message) => complaints.push(message),
  });
  progress.event({ type: "stage-start", stage: "execute" });
  const step = (done: number, failure?: string) =>
    progress.event({
      type: "stage-progress",
      stage: "execute",
      step: { done, total: 4, group: "explorer__react__<b>skill", failure, tokens: 1000, cost: 0.25 },
    });
  step(1);
  await page.goto(server.url);
  await page.getByRole("heading", { name: "execute: 1 of 4" }).waitFor();
  step(2, "timeout");
  await page.getByRole("heading", { name: "execute: 2 of 4" }).waitFor();
  const text = await page.locator("main").innerText();
  for (const words of ["timeout 1", "$0.50", "2,000", "explorer__react__<b>skill", "1 error"])
    expect(text).toContain(words);
  // A configuration's share is of the whole matrix, not of those that were met so far.
  progress.event({
    type: "stage-progress",
    stage: "execute",
    step: { done: 8, total: 144, group: "explorer__react__skill", tokens: 0, cost: 0 },
  });
  await page.getByText("1 of 8").first().waitFor();
  await mkdir(runPath(context.runDirectory, "report"), { recursive: true });
  await writeFile(
    join(runPath(context.runDirectory, "report"), "index.html"),
    "<link rel=icon href=data:,><h1>the report</h1>",
  );
  await progress.close("complete");
  expect(loads).toBe(1);
  await page.getByRole("link", { name: "Open the report" }).click();
  await page.getByRole("heading", { name: "the report" }).waitFor();
  expect(complaints).toEqual([]);
});

it("shows what has come so far as partial, with n, and opens an execution that has ended, whose texts stay text", async () => {
  await poison(context.runDirectory);
  await using live = await serveAgain();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  await page.goto(live.url);
  await page.getByText("Partial.").waitFor();
  const rows = page.getByRole("region", { name: "Results so far" }).locator("tbody tr");
  await expect.poll(() => rows.count()).toBe(18);
  expect(await rows.first().innerText()).toMatch(/explorer · Plan-and-Execute · Prompt\s+8\s+1\s+43 % of n = 7/);
  await page.goto(`${live.url}executions/${HOSTILE_EXECUTION}`);
  await page.getByRole("heading", { name: "S001 · explorer · ReAct · Prompt" }).waitFor();
  expect(await page.locator("main").innerText()).toContain("<script>window.hacked=2</script>");
  expect(await page.evaluate("window.hacked")).toBeUndefined();
  expect(complaints).toEqual([]);
  expect((await fetch(`${live.url}executions/no__such__one__S001__0`)).status).toBe(404);
});

it("shows calls and answers of an execution at work before its trace is extracted, as text, and goes on after a restart", async () => {
  const name = "explorer__react__skill__S999__0";
  const configuration = { model: "explorer", workflow: "react", knowledge: "skill" } as const;
  const fail = (message: string) => expect.fail(message);
  const steps = await openLiveSteps(context.runDirectory, configuration, fail);
  const own = steps.begin(name, new Date());
  own.onCall(callOf("search_tests", { query: "<img src=x onerror=window.hacked=1>" }));
  const first = await serveAgain();
  const unlock = await lockRun(context.runDirectory);
  const progress = openProgressFile({
    runDirectory: context.runDirectory,
    stages: ["execute"],
    now: () => new Date(),
    log: fail,
  });
  progress.event({ type: "stage-start", stage: "execute" });
  const page = await browser.newPage();
  await page.goto(first.url);
  await page.getByRole("region", { name: "At work (1)" }).getByRole("link", { name: "S999" }).click();
  await page.getByText("1 tool call so far").waitFor();
  await page.getByText("<img src=x onerror=window.hacked=1>").waitFor();
  await page.getByText("3 rows, 11 characters for the agent").waitFor();
  own.onCall(callOf("trace_links", {}));
  await page.getByText("2 tool calls so far").waitFor();
  const { port } = new URL(first.url);
  await first.close();
  await page.getByText("no answer from the server; trying again").waitFor();
  own.onAnswer(0, "<b>three tests</b>");
  await using _again = await serveAgain(Number(port));
  await page.getByText("<b>three tests</b>").waitFor();
  expect(await page.evaluate("window.hacked")).toBeUndefined();
  await steps.close();
  await progress.close("complete");
  await unlock();
});

function callOf(tool: string, given: object): CallRecord {
  return {
    ...{ index: 0, turn: 0, tool, family: "keyword", arguments: given, status: "success", preview: '[{"id":"x"}' },
    ...{ rows: 3, truncated: false, subAgent: null, startMs: 0, durationMs: 5 },
  };
}

async function serveAgain(port = 0): Promise<ReportServer & AsyncDisposable> {
  for (const part of ["report", "progress"] as const)
    await rm(runPath(context.runDirectory, part), { recursive: true, force: true });
  const again = await serveLive(context.runDirectory, { port });
  return { ...again, [Symbol.asyncDispose]: () => again.close() };
}

it("serves nothing of the run but its report", async () => {
  for (const path of ["manifest.json", "run_config.json", "report/../manifest.json", "report/%2e%2e/manifest.json"])
    expect((await fetch(server.url + path)).status, path).toBe(404);
});
