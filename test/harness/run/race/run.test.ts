import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nonEmpty } from "../../../non-empty.ts";
import { runCli } from "../../cli/run-cli.ts";
import { makeScoredRun } from "../../results/compare/scored-run.ts";

let cwd: string;
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "race-"));
  const models = ["bad", "good", "well", "poor"];
  let seen = 0;
  await makeScoredRun(join(cwd, "runs", "matrix"), {
    ...{ scenarios: 80, models },
    score: ({ metric, random }) => {
      if (metric !== "ndcg@10") return undefined;
      const model = models[Math.floor(seen++ / 80)]!;
      return (model === "good" || model === "well" ? 0.8 : 0.2) + 0.2 * (random() - 0.5);
    },
  });
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const race = (...args: string[]) => runCli(["runs", "race", "matrix", ...args], { cwd, columns: 80 });

describe("scopebench runs race", () => {
  it("names the winner, who cannot be told apart from it, its mean on fresh scenarios, and the price", async () => {
    const { code, out, errors } = await race();
    expect([code, errors]).toEqual([0, ""]);
    expect(out.replace(/\s+/g, " ")).toMatch(
      /^\w+__react__prompt came first in ndcg@10; 2 of 4 configurations cannot be told apart/,
    );
    expect(out).toMatch(/On 20 scenarios that the race did not see/);
    expect(out).toMatch(/Executions: \d+ of 320 of the whole matrix/);
    for (const line of nonEmpty(out.split("\n"))) expect(line.length, line).toBeLessThanOrEqual(80);
  });

  it("is the same for the same seed; asks for less than the matrix; refuses what has no range", async () => {
    const [one, two] = [await race("--json"), await race("--json")];
    expect(one.out).toBe(two.out);
    const { executions, of, field } = JSON.parse(one.out);
    expect(executions).toBeLessThan(0.75 * of);
    expect(field.filter(({ alike }: { alike: boolean }) => alike)).toHaveLength(2);
    expect((await race("--metric", "tokens_in")).errors).toContain("has no end");
  });
});
