import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configSchema } from "../../../../../harness/record/config/schema.ts";
import { configurationName, executionName } from "../../../../../harness/record/domain/names.ts";
import { wholeRecord } from "../../../../../harness/record/scores/score-records.ts";
import { loadSource } from "../../../../../harness/results/compare/load-source.ts";
import { readBaselineSource, renderBaseline } from "../../../../../harness/results/compare/sources/baseline-file.ts";
import { keepMetrics, readScoredRun } from "../../../../../harness/results/compare/sources/read-run.ts";
import { runCli } from "../../../cli/run-cli.ts";
import { makeScoredRun, type ScoredRunOptions } from "../scored-run.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-baseline-"));
  await makeScoredRun(join(folder, "run"), { repeats: 2, score: blockedOnce });
});
afterAll(() => rm(folder, { recursive: true }));

const blockedOnce: ScoredRunOptions["score"] = ({ metric, index }) =>
  metric === "pass" && index === 1 ? { value: null, reason: "judge_blocked" } : undefined;
const run = (...args: string[]) => runCli(["runs", "baseline", ...args], { cwd: folder });
const text = (name: string) => readFile(join(folder, name), "utf8");

describe("baseline", () => {
  it("read back is the run: same pairs, same scores, same reasons, same provenance", async () => {
    const kept = keepMetrics(await readScoredRun(join(folder, "run"), configSchema.parse({})), ["pass", "ndcg@10"]);
    const source = { ...kept, provenance: { ...kept.provenance, clusters: { S002: "S001" } } };
    await writeFile(join(folder, "b.csv"), renderBaseline(source));
    const back = await readBaselineSource(join(folder, "b.csv"));
    expect(back.provenance).toEqual(source.provenance);
    expect(back.executions).toEqual(source.executions.map(({ levels: __, record: _, ...execution }) => execution));
  });

  it("is the same with the line ends of Windows and a byte order mark", async () => {
    const source = keepMetrics(await readScoredRun(join(folder, "run"), configSchema.parse({})), ["ndcg@10"]);
    const written = renderBaseline(source);
    const path = join(folder, "windows.csv");
    await writeFile(path, `\uFEFF${written.replaceAll("\n", "\r\n")}`);
    const back = await loadSource(path, { io: { cwd: folder, environment: {} }, trec: null });
    expect(back.provenance).toEqual(source.provenance);
    expect(back.executions.map(({ scores }) => scores)).toEqual(source.executions.map(({ scores }) => scores));
  });

  it("of a run with further factors has their levels in a column, and pairs by them", async () => {
    const kept = keepMetrics(await readScoredRun(join(folder, "run"), configSchema.parse({})), ["ndcg@10"]);
    const levels = "depth=50__rerank=llm_listwise";
    const executions = kept.executions.map((execution, at) => {
      if (at % 2 === 0) return execution;
      const record = { ...wholeRecord(execution.record), levels };
      return { ...execution, name: executionName(record), configuration: configurationName(record), record };
    });
    await writeFile(join(folder, "levels.csv"), renderBaseline({ ...kept, executions }));
    const back = await readBaselineSource(join(folder, "levels.csv"));
    const named = (side: readonly { name: string; configuration: string }[]) =>
      side.map(({ name, configuration }) => `${configuration} ${name}`).sort();
    expect(named(back.executions)).toEqual(named(executions));
  });

  it("is a line an execution in the order of names, six decimals, a reason where there is no score", async () => {
    expect((await run("save", "run", "lines.csv", "--metrics", "pass,ndcg@10")).code).toBe(0);
    const lines = (await text("lines.csv")).trimEnd().split("\n");
    const table = lines.slice(lines.findIndex((line) => !line.startsWith("#")));
    expect(table).toHaveLength(81);
    expect(table[0]).toBe("model,workflow,knowledge,scenario_id,repeat,family,outcome,pass,ndcg@10");
    expect(table[1]).toMatch(/^explorer,react,prompt,S001,0,lookup,success,[01],0\.\d{6}$/);
    expect(table[3]).toMatch(/^explorer,react,prompt,S002,0,lookup,success,judge_blocked,0\.\d{6}$/);
    expect(lines.every((line) => line.length < 100)).toBe(true);
  });

  it("has facts before the table alone: a row may begin with #, and a fact stands there once", async () => {
    await run("save", "run", "hash.csv");
    const saved = await text("hash.csv");
    await writeFile(join(folder, "hash.csv"), saved.replaceAll(/^explorer,/gm, "#explorer,"));
    const { executions } = await readBaselineSource(join(folder, "hash.csv"));
    expect([executions.length, executions[0]?.model]).toEqual([80, "#explorer"]);
    const lines = saved.split("\n");
    await writeFile(join(folder, "twice.csv"), [lines[0], lines[1], ...lines.slice(1)].join("\n"));
    await expect(readBaselineSource(join(folder, "twice.csv"))).rejects.toMatchObject({ code: "input" });
  });

  it("refuses a cell that was meant as a number and is none, instead of taking it for a reason", async () => {
    await run("save", "run", "number.csv", "--metrics", "pass,ndcg@10");
    const damaged = (await text("number.csv")).replace(/,0\.\d{6}$/m, ",0x10");
    await writeFile(join(folder, "number.csv"), damaged);
    await expect(readBaselineSource(join(folder, "number.csv"))).rejects.toMatchObject({
      problems: [expect.stringContaining("0x10")],
    });
  });

  it("save does not overwrite; update does, says what changed, and changes nothing else", async () => {
    await run("save", "run", "u.csv");
    expect(await run("save", "run", "u.csv")).toMatchObject({ code: 1 });
    const before = (await text("u.csv")).split("\n");
    const score: ScoredRunOptions["score"] = (at) =>
      at.metric === "ndcg@10" && at.index === 3 ? 0.5 : blockedOnce(at);
    await makeScoredRun(join(folder, "next"), { repeats: 2, score });
    const { code, out } = await run("update", "next", "u.csv");
    expect([code, out.split("\n")[0]]).toEqual([0, "executions: 2 changed, 78 unchanged, 0 added, 0 removed"]);
    const after = (await text("u.csv")).split("\n");
    expect(after.filter((line, index) => line !== before[index])).toHaveLength(2);
  });

  it("save and update say what it lacks for the gate, and nothing where it lacks nothing", async () => {
    await makeScoredRun(join(folder, "few"), { scenarios: 4 });
    const said = [
      await run("save", "few", "f.csv"),
      await run("update", "few", "f.csv"),
      await run("save", "run", "g.csv"),
    ];
    const few = expect.stringMatching(
      /^too little for 3 rules of the gate: functional_pass: 4 scenarios are too few, \d/,
    );
    expect(said.map(({ code, errors }) => [code, errors])).toEqual([
      [0, few],
      [0, few],
      [0, ""],
    ]);
  });

  it("save says how many executions ended without an answer: a candidate that fails as well would pass", async () => {
    const failed = (index: number) => (index < 3 ? ("agent_error" as const) : undefined);
    await makeScoredRun(join(folder, "failed"), { scenarios: 20, outcome: failed });
    expect((await run("save", "failed", "failed.csv")).errors).toContain("3 of 20 executions ended without an answer");
    expect((await run("save", "run", "whole.csv")).errors).not.toContain("without an answer");
  });

  it("update refuses a run that could not be compared: exit 4 and nothing written, unless allowed", async () => {
    await run("save", "run", "r.csv");
    const before = await text("r.csv");
    await makeScoredRun(join(folder, "short"), { repeats: 2, scenarios: 20 });
    const refused = await run("update", "short", "r.csv");
    expect([refused.code, refused.errors.includes("--allow scenarios,coverage")]).toEqual([4, true]);
    expect(await text("r.csv")).toBe(before);
    expect((await run("update", "short", "r.csv", "--allow", "scenarios,coverage")).code).toBe(0);
    expect((await run("show", "r.csv")).out).toContain("executions: 40 over 20 scenarios (40 success)");
  });

  it("show says first what the figures are not", async () => {
    await run("save", "run", "s.csv");
    const { out } = await run("show", "s.csv");
    expect(out.split("\n")[1]).toBe(
      "Synthetic corpus, stand-in models (explorer, planner, sprinter), stand-in judge: says nothing about any language model.",
    );
  });

  it("of another format, with a damaged header or a line twice is an input error that names the place", async () => {
    await run("save", "run", "d.csv");
    const good = await text("d.csv");
    const damages: [string, string][] = [
      [good.replace("format 1", "format 2"), "another format"],
      [good.replace(/^# judge: .*$/m, "# judge: {"), "expected `# name: JSON`"],
      [good.replace(/^# corpus: .*\n/m, ""), "corpus: is missing"],
      [`${good}${good.trimEnd().split("\n").at(-1)}\n`, "1 execution stands there twice"],
      [good.replace(",outcome,", ",result,"), "no column outcome"],
    ];
    for (const [damaged, message] of damages) {
      await writeFile(join(folder, "d.csv"), damaged);
      const { code, errors } = await runCli(["compare", "d.csv", "run"], { cwd: folder });
      expect([code, errors.includes(message)], message).toEqual([1, true]);
    }
  });

  it("without a metric that is asked for says how to get it", async () => {
    await run("save", "run", "m.csv", "--metrics", "pass");
    const { code, errors } = await runCli(["compare", "m.csv", "run", "--metrics", "pass,map"], { cwd: folder });
    expect([code, errors.includes("save it again with --metrics pass,map")]).toEqual([1, true]);
  });

  it("of a version that had another pass rate is compared by what it holds, and gated only by what is named", async () => {
    await run("save", "run", "old.csv", "--metrics", "pass,ndcg@10");
    const compared = await runCli(["compare", "old.csv", "run"], { cwd: folder });
    expect([compared.code, compared.out.replace(/\s+/g, " ")]).toEqual([
      0,
      expect.stringContaining("old.csv: holds no functional_pass, recall@10"),
    ]);
    const gated = await runCli(["compare", "old.csv", "run", "--gate"], { cwd: folder });
    expect([gated.code, gated.errors]).toEqual([1, expect.stringContaining("old.csv has no metric functional_pass")]);
    await writeFile(join(folder, "bench.yaml"), "gate: { metrics: { pass: {} } }\n");
    expect((await runCli(["compare", "old.csv", "run", "--gate"], { cwd: folder })).code).toBe(0);
    await rm(join(folder, "bench.yaml"));
  });
});
