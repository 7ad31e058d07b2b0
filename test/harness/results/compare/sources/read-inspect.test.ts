import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runCli } from "../../../cli/run-cli.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-inspect-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** As Inspect writes it: 20 samples, one scorer that gives letters and one that gives numbers. */
function log(model: string, right: (sample: number) => boolean): string {
  const samples = Array.from({ length: 20 }, (_, index) => ({
    id: index + 1,
    epoch: 1,
    input: `question ${index}`,
    target: "yes",
    scores: { match: { value: right(index) ? "C" : "I" }, f1: { value: index === 0 ? null : 0.5 } },
    total_time: 2,
    ...(index === 19 && { error: { message: "it broke", traceback: "", traceback_ansi: "" } }),
  }));
  const spec = { eval_id: model, created: "2026-01-01T00:00:00+00:00", task: "qa", model };
  return JSON.stringify({ version: 2, status: "success", eval: spec, plan: {}, results: {}, samples });
}

describe("two logs of Inspect AI", () => {
  it("are compared scorer by scorer, letters as 1 and 0; what is no number or broke off is unscored", async () => {
    await writeFile(
      join(folder, "old.json"),
      log("a/one", () => true),
    );
    await writeFile(
      join(folder, "new.json"),
      log("b/two", (index) => index % 2 === 0),
    );
    const { code, out } = await runCli(["compare", "old.json", "new.json", "--json"], { cwd: folder });
    expect(code).toBe(0);
    const { metrics } = JSON.parse(out).comparison;
    expect(metrics).toMatchObject([
      { metric: "match", baseline: 1, candidate: 10 / 19, losses: 9, scenarios: 19 },
      { metric: "f1", baseline: 0.5, candidate: 0.5, scenarios: 18 },
    ]);
    expect(metrics[0].adjusted_p).toBeLessThan(0.05);
  });

  it("may hold Python's NaN and Infinity: such a score is none, and the others count", async () => {
    const whole = log("a/one", () => true);
    const odd = whole
      .replace('"f1":{"value":0.5}', '"f1":{"value":NaN}')
      .replace('"total_time":2', '"total_time":-Infinity');
    expect(odd).toContain("NaN");
    await writeFile(join(folder, "nan.json"), odd.replace("question 3", "is NaN a number?"));
    const { code, out } = await runCli(["compare", "nan.json", "nan.json", "--json"], { cwd: folder });
    const { metrics } = JSON.parse(out).comparison;
    expect([code, metrics.map(({ scenarios }: { scenarios: number }) => scenarios)]).toEqual([0, [19, 17]]);
  });

  it("are refused when they asked something else (exit 4), and with every problem when they are no such log", async () => {
    await writeFile(join(folder, "other.json"), log("b/two", () => true).replaceAll("question 3", "question three"));
    expect((await runCli(["compare", "old.json", "other.json"], { cwd: folder })).code).toBe(4);
    await writeFile(join(folder, "bad.json"), log("b/two", () => true).replaceAll('"epoch":1', '"epoch":"1"'));
    const { code, errors } = await runCli(["compare", "old.json", "bad.json"], { cwd: folder });
    expect(code).toBe(1);
    expect(errors).toContain("samples.0.epoch");
  });
});
