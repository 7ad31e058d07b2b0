import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readPromptfooSource } from "../../../../../harness/results/compare/sources/read-promptfoo.ts";
import { runCli } from "../../../cli/run-cli.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "scopebench-promptfoo-"));
});
afterAll(() => rm(folder, { recursive: true }));

interface Eval {
  providers?: string[];
  right?: (test: number) => boolean;
  question?: (test: number) => string;
  broken?: number;
}

/** As `promptfoo eval --repeat 2 -o` writes it, in part: 12 tests, `testIdx` counting the repeats too. */
function evaluation({ providers = ["openai:a"], right = () => true, question = (n) => `q${n}`, broken }: Eval): string {
  const results = Array.from({ length: 24 }, (_, testIdx) =>
    providers.map((id, promptIdx) => {
      const test = Math.floor(testIdx / 2);
      const success = right(test) && test !== broken;
      return {
        provider: { id, label: "" },
        promptIdx,
        testIdx,
        vars: { question: question(test) },
        testCase: { description: test === 0 ? "first" : undefined, assert: [{ type: "equals", value: "yes" }] },
        success,
        score: success ? 1 : 0.25,
        failureReason: test === broken ? 2 : success ? 0 : 1,
        error: test === broken ? "API error" : undefined,
        namedScores: test < 6 ? { tone: 0.5 } : {},
        latencyMs: 1500,
        cost: 0.5,
        response: { output: "yes" },
      };
    }),
  ).flat();
  const summary = { version: 3, timestamp: "2026-01-01T00:00:00.000Z", prompts: [], results, stats: {} };
  return JSON.stringify({ evalId: "eval-1", results: summary, config: {}, shareableUrl: null }, null, 2);
}

const write = async (name: string, given: Eval) => {
  await writeFile(join(folder, name), evaluation(given));
  return join(folder, name);
};

describe("results of promptfoo", () => {
  it("are compared test by test, repeats paired: pass, score and named scores; what broke is unscored, not 0", async () => {
    await write("old.json", {});
    await write("new.json", { providers: ["anthropic:b"], right: (test) => test % 2 === 0, broken: 11 });
    const { code, out, errors } = await runCli(["compare", "old.json", "new.json", "--json"], { cwd: folder });
    expect([code, errors]).toEqual([0, ""]);
    const { comparison } = JSON.parse(out);
    expect(comparison.pairs).toBe(24);
    expect(comparison.metrics).toMatchObject([
      { metric: "pass", baseline: 1, candidate: 6 / 11, losses: 5, scenarios: 11 },
      { metric: "score", baseline: 1, scenarios: 11 },
      { metric: "tone", baseline: 0.5, candidate: 0.5, scenarios: 6 },
    ]);
    expect(comparison.candidate.provenance).toMatchObject({ cost_usd: 12, latency_median_s: 1.5 });
  });

  it("know a test by what it asks and asserts: another question is refused (exit 4), another order is not", async () => {
    await write("other.json", { question: (n) => (n === 3 ? "another" : `q${n}`) });
    expect((await runCli(["compare", "old.json", "other.json"], { cwd: folder })).code).toBe(4);
    const file = JSON.parse(evaluation({}));
    file.results.results.reverse();
    await writeFile(join(folder, "turned.json"), JSON.stringify(file));
    expect((await runCli(["compare", "old.json", "turned.json"], { cwd: folder })).code).toBe(0);
  });

  it("of several providers are as many configurations, paired by name", async () => {
    const { executions } = await readPromptfooSource(await write("two.json", { providers: ["a", "b"] }));
    expect(executions).toHaveLength(48);
    expect(new Set(executions.map(({ configuration }) => configuration))).toEqual(
      new Set(["a prompt 1", "b prompt 2"]),
    );
    expect(new Set(executions.map(({ name }) => name)).size).toBe(48);
  });

  it("are refused with every problem where they are another version", async () => {
    await writeFile(join(folder, "v2.json"), evaluation({}).replace('"version": 3', '"version": 2'));
    const { code, errors } = await runCli(["compare", "old.json", "v2.json"], { cwd: folder });
    expect([code, errors.includes("results.version"), errors.includes("promptfoo eval -o")]).toEqual([1, true, true]);
  });
});

it("tells of members of unknown meaning, which may be those of a test, misspelt", async () => {
  const text = evaluation({}).replaceAll('"testCase"', '"testcase"').replaceAll('"description"', '"descripton"');
  await writeFile(join(folder, "misspelt.json"), text);
  const { notes } = await readPromptfooSource(join(folder, "misspelt.json"));
  expect(notes.slice(1)).toEqual(["of unknown meaning, and not read: testcase (24)"]);
  await write("right.json", {});
  expect((await readPromptfooSource(join(folder, "right.json"))).notes).toHaveLength(1);
});

it("says how many descriptions are cut in names", async () => {
  const text = evaluation({}).replaceAll('"description": "first"', `"description": "${"long ".repeat(20)}"`);
  await writeFile(join(folder, "long.json"), text);
  const { notes } = await readPromptfooSource(join(folder, "long.json"));
  expect(notes.slice(1)).toEqual(["2 results have descriptions of more than 40 characters, cut in names"]);
});
