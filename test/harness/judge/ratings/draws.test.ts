import { readFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { RatingDraws } from "../../../../harness/judge/ratings/store.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { runCli } from "../../cli/run-cli.ts";
import { type FixtureContext, fixtureContext } from "../../run/stages/context.ts";

let context: FixtureContext;
const rate = (args: string[], input: string[] = []) =>
  runCli(["judge", "rate", context.runDirectory, "--rater", "ada", ...args], {
    ...{ cwd: context.runDirectory, columns: 100, input },
  });
const draws = async () =>
  JSON.parse(await readFile(runPath(context.runDirectory, "ratings", "draws.json"), "utf8")) as RatingDraws;
/** Ten answers are at most one batch. */
const opinions = (count: number) => Array.from({ length: count }, () => ["pass", "1", "5", "5", "5", "5"]).flat();

beforeAll(async () => {
  context = await fixtureContext([]);
});
afterAll(() => context?.[Symbol.asyncDispose]());

describe("judge rate --until", () => {
  it("draws with known chances before the first rating, and the draws stay whatever is rated", async () => {
    const first = await rate(["--until", "+-.3"], ["q"]);
    expect([first.code, first.errors]).toEqual([0, ""]);
    expect(first.out).toMatch(/The judge passes \.\d+; nothing is rated yet/);
    const { answers, draws: order } = await draws();
    expect(answers.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 9);
    expect(new Set(answers.map(({ chance }) => chance)).size).toBeGreaterThan(1);
    expect(order.length).toBeGreaterThan(answers.length);
  });

  it("goes on where the rater stopped, and stops where the pass rate is known closely enough", async () => {
    const before = await draws();
    const part = await rate(["--until", ".3"], [...opinions(10), "q"]);
    expect(part.out).toMatch(/^10 rated, \d+ left/m);
    const rest = await rate(["--until", ".3"], opinions(60));
    expect(rest.code, rest.errors).toBe(0);
    expect(rest.out).toMatch(/rated in [45]\d draws\.\n?$/);
    expect(await draws()).toEqual(before);
    // Everything rated passed.
    expect(rest.out).toMatch(/Pass rate by people (1\.000|\.9\d+|\.8\d+) /);
  });

  it("is not mixed with an even sample, nor takes a width that is none", async () => {
    expect((await rate([])).errors).toContain("was drawn by --until");
    expect((await rate(["--until", "2"])).errors).toContain("half the width of an interval");
    expect((await rate(["--until", ".1", "--sample", "9"])).errors).toContain("cannot be used with");
  });
});
