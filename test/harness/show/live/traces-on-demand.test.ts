import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { serveReport } from "../../../../harness/show/live/serve-report.ts";
import { traceSample } from "../../../../harness/show/report/executions.ts";
import type { ExecutionData } from "../../../../harness/show/report/site-data.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { scoredContext } from "../../run/stages/context.ts";

it("a trace that a report lacks comes from the run's records, its full results too", async () => {
  await using context = await scoredContext();
  const folder = await mkdtemp(join(tmpdir(), "scopebench-no-report-"));
  const server = await serveReport(folder, { runDirectory: context.runDirectory });
  try {
    const get = (path: string) => fetch(new URL(path, server.url));
    const response = await get("data/executions/explorer__react__skill__S002__0.json");
    expect(response.status).toBe(200);
    const { row, trace, scores } = (await response.json()) as ExecutionData;
    expect([row.name, row.scenario, row.repeat]).toEqual(["explorer__react__skill__S002__0", "S002", 0]);
    expect(scores.length).toBeGreaterThan(40);
    const results = trace!.tool_calls.flatMap(({ result }) => result ?? []);
    for (const result of nonEmpty(results)) expect((await get(`data/results/${result}.txt`)).status).toBe(200);
    // One without any record has a score, and says that it is missing.
    const absent = await get("data/executions/planner__plan_execute__skill__S006__0.json");
    const missing = (await absent.json()) as ExecutionData;
    expect([missing.row.outcome, missing.trace]).toEqual(["missing", null]);
    const others = [
      "executions/explorer__react__skill__S999__0",
      "executions/..%2f..%2fx__react__skill__S001__0",
      "executions/x",
    ];
    const found = await Promise.all(others.map(async (name) => (await get(`data/${name}.json`)).status));
    expect(found.every((status) => status === 404 || status === 400)).toBe(true);
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
});

it("up to 20,000 executions have their traces in the report, of 200,000 a tenth", () => {
  const taken = (executions: number) => {
    const isTaken = traceSample(executions);
    return Array.from({ length: executions }, (_, at) => isTaken(`execution-${at}`)).filter(Boolean).length;
  };
  expect(taken(20_000)).toBe(20_000);
  expect(Math.abs(taken(200_000) - 20_000)).toBeLessThan(600);
});
