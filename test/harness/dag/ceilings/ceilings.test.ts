import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { capJudge } from "../../../../harness/dag/ceilings/capped-judge.ts";
import { openCeilings } from "../../../../harness/dag/ceilings/ceilings.ts";
import type { Judge, JudgeCase } from "../../../../harness/judge/judges/judge.ts";
import type { SpentRecord } from "../../../../harness/record/domain/records.ts";
import { readManifest, updateManifest } from "../../../../harness/record/run-directory/manifest.ts";
import { filesUnder, newestRun } from "../../../e2e/cli-process.ts";
import { runCli } from "../../cli/run-cli.ts";

const BENCH = `
corpus: { type: telecom, seed: 7, scale: 0.02 }
scenarios: { total: 5, seed: 3, limit: 2 }
models: [{ name: sprinter, provider: policy, model: sprinter }]
workflows: [react]
knowledge: [prompt]
repeats: 3
concurrency: 2
baselines: []
seed: 1
`;

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "scopebench-ceilings-"));
  await writeFile(join(cwd, "bench.yaml"), BENCH);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const now = () => new Date(0);

describe("a run that reaches a ceiling", () => {
  it("begins nothing more, says so, spends at most one execution beyond; raised, it has an uninterrupted run's metrics", async () => {
    const run = ["run", "--quick", "--runs-dir"];
    const whole = await runCli([...run, "whole"], { cwd });
    expect(whole.code, whole.errors).toBe(0);
    const spent = await spentOn(await newestRun(join(cwd, "whole")));
    const allowed = Math.round(sum(spent) / 3);

    const stopped = await runCli([...run, "stopped", "--max-tokens", String(allowed)], { cwd });
    const directory = await newestRun(join(cwd, "stopped"));
    const made = (await spentOn(directory)).filter(({ stage }) => stage === "execute");
    expect([stopped.code, stopped.errors]).toEqual([2, expect.stringMatching(/max_tokens [\d,]+ reached/)]);
    expect(sum(made)).toBeGreaterThanOrEqual(allowed);
    const reachedBy = made.findIndex((_, at) => sum(made.slice(0, at + 1)) >= allowed) + 1;
    expect(made.length - reachedBy).toBeLessThanOrEqual(1);
    expect((await readManifest(directory)).stopped_at?.left).toEqual({ execute: 6 - made.length });

    const before = await runCli(["resume", "latest", "--runs-dir", "stopped", "--until", "extract"], { cwd });
    expect([before.code, before.errors]).toEqual([2, expect.stringMatching(/left unmade: \d records? of execute/)]);

    const raised = ["resume", "latest", "--runs-dir", "stopped", "--until", "score", "--max-tokens", "100000000"];
    await updateManifest(directory, () => ({ queue: { id: "a-run" } }));
    const resumed = await runCli(raised, { cwd });
    expect(resumed.code, resumed.errors).toBe(0);
    expect(resumed.errors).toContain("scopebench queue cancel"); // Its workers may still be at work.
    expect((await readManifest(directory)).stopped_at).toBeUndefined();
    const metrics = async (folder: string) => filesUnder(join(await newestRun(join(cwd, folder)), "metrics"));
    expect(await metrics("stopped")).toEqual(await metrics("whole"));
  });

  it("is refused before it begins where what it spends would not be known", async () => {
    const models = "models: [{ name: m, provider: openai, model: unpriced-1, api_key_env: HOME }]";
    await writeFile(join(cwd, "unpriced.yaml"), BENCH.replace(/models: .*/, models));
    const refused = await runCli(["run", "-c", "unpriced.yaml", "--max-cost", "3"], { cwd });
    expect([refused.code, refused.errors]).toEqual([1, expect.stringContaining("unpriced-1: expected a price")]);
  });
});

it("hours are those in which sessions worked, tokens and dollars those of all of them", async () => {
  const runDirectory = await mkdtemp(join(cwd, "ledger-"));
  const line = (session: number, elapsed_s: number): SpentRecord => ({
    ...{ at: "2026-01-01T00:00:00.000Z", session, elapsed_s },
    ...{ stage: "execute", tokens: 10, cost_usd: 0.5 },
  });
  const lines = [line(1, 1000), line(1, 1800), { ...line(2, 1800), worker: "w" }].map((one) => JSON.stringify(one));
  await writeFile(join(runDirectory, "spent.jsonl"), `${lines.join("\n")}\n{"at": "half`);
  const reachedWith = async (values: object) => {
    const ceilings = await openCeilings(values, { runDirectory, now });
    return [ceilings.reached() !== null, ceilings.spentHere().tokens];
  };
  expect(await reachedWith({ max_hours: 0.99 })).toEqual([true, 20]);
  expect(await reachedWith({ max_hours: 1.1 })).toEqual([false, 20]);
  const both = async (below: object, above: object) => [await reachedWith(below), await reachedWith(above)];
  const halves = [
    [true, 20],
    [false, 20],
  ];
  expect(await both({ max_tokens: 30 }, { max_tokens: 31 })).toEqual(halves);
  expect(await both({ max_cost_usd: 1.5 }, { max_cost_usd: 1.6 })).toEqual(halves);
});

it.each([{ max_tokens: 600 }, { max_cost_usd: 6 }])(
  "thirty at once under %o: as many as fit, and at most one more, whoever asks first",
  async (values) => {
    const runDirectory = await mkdtemp(join(cwd, "thirty-"));
    const ceilings = await openCeilings(values, { runDirectory, now });
    let [atOnce, most] = [0, 0];
    const one = async (): Promise<boolean> => {
      const end = await ceilings.begin("execute m");
      if (typeof end === "string") return false;
      most = Math.max(most, ++atOnce);
      await new Promise((resolve) => setImmediate(resolve));
      atOnce--;
      end({ stage: "execute", tokens: 110, costUsd: 1.1 });
      return true;
    };
    const begun = await Promise.all(Array.from({ length: 30 }, one));
    expect(begun.filter(Boolean)).toHaveLength(6);
    expect(ceilings.spentHere().tokens).toBe(660);
    expect(most).toBeGreaterThan(1);
  },
);

it("what fails without a word of what it took leaves room for the next", async () => {
  const runDirectory = await mkdtemp(join(cwd, "failed-"));
  const ceilings = await openCeilings({ max_tokens: 10 }, { runDirectory, now });
  const [first, second] = [ceilings.begin("a"), ceilings.begin("b")];
  ((await first) as () => void)();
  ((await second) as () => void)();
  expect(ceilings.reached()).toBeNull();
});

it("a judge that costs gives no verdict beyond a ceiling, and leaves it to a resume; a rubric costs nothing", async () => {
  const runDirectory = await mkdtemp(join(cwd, "judge-"));
  const ceilings = await openCeilings({ max_cost_usd: 1 }, { runDirectory, now });
  const usage = { tokens_in: 1, tokens_out: 1, tokens_estimated: false, cost: 0.6 };
  const judge = (standIn: boolean) =>
    ({ evaluator: "j", standIn, judge: async () => ({ type: "judged", usage }) }) as unknown as Judge;
  const types = async (one: Judge) => {
    const outcomes = [];
    for (let times = 0; times < 3; times++)
      outcomes.push((await one.judge({} as JudgeCase, new AbortController().signal)).type);
    return outcomes;
  };
  const cap = { stage: "judge", ceilings } as const;
  expect(await types(capJudge(judge(false), cap))).toEqual(["judged", "judged", "blocked"]);
  expect(await types(capJudge(judge(true), cap))).toEqual(["judged", "judged", "judged"]);
  expect([...ceilings.left()]).toEqual([["judge", 1]]);
});

async function spentOn(runDirectory: string): Promise<SpentRecord[]> {
  const text = await readFile(join(runDirectory, "spent.jsonl"), "utf8");
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as SpentRecord);
}

function sum(lines: readonly SpentRecord[]): number {
  return lines.reduce((total, { tokens }) => total + tokens, 0);
}
