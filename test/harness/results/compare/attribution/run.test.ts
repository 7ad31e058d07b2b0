import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Manifest } from "../../../../../harness/record/run-directory/manifest.ts";
import { nonEmpty } from "../../../../non-empty.ts";
import { runCli } from "../../../cli/run-cli.ts";
import { fixtureManifest } from "../../../run-fixture/manifest.ts";
import { makeScoredRun } from "../scored-run.ts";

/** What each cause does to every score, and to the manifest. */
const CAUSES = { corpus: -0.1, code: -0.2, model: 0.05, judge: -0.05 } as const;
type Cause = keyof typeof CAUSES;
const NAMES = Object.keys(CAUSES) as Cause[];
const PAIRS = NAMES.flatMap((one, at) => NAMES.slice(at + 1).map((other): [Cause, Cause] => [one, other]));

let cwd: string;

function manifestOf(causes: readonly Cause[]): Partial<Manifest> {
  const { substrate, git } = fixtureManifest();
  const has = (cause: Cause) => causes.includes(cause);
  return {
    run_id: causes.join("+") || "base",
    stand_in_models: [],
    git: { ...git!, commit: has("code") ? "b".repeat(40) : "a".repeat(40), dirty: false },
    substrate: { ...substrate!, corpus_hash: has("corpus") ? "c2" : "c1" },
    served_models: { explorer: [has("model") ? "m-2" : "m-1"] },
    judge_fingerprints: { primary: has("judge") ? "judge-b" : "judge-a" },
  };
}

async function makeRun(causes: readonly Cause[]): Promise<void> {
  const shift = causes.reduce((sum, cause) => sum + CAUSES[cause], 0);
  await makeScoredRun(join(cwd, "runs", causes.join("+") || "base"), {
    manifest: manifestOf(causes),
    score: ({ metric, index }) => (metric === "ndcg@10" ? 0.6 + shift + 0.02 * ((index % 5) - 2) : undefined),
  });
}

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "attribution-"));
  await makeRun([]);
  for (const cause of NAMES) await makeRun([cause]);
  for (const pair of PAIRS) await makeRun(pair);
});
afterAll(() => rm(cwd, { recursive: true, force: true }));

const attribute = async (candidate: string, ...between: string[]) => {
  const { out, errors, code } = await runCli(
    ["compare", "base", candidate, "--metrics", "ndcg@10", "--json", "--attribute", ...between],
    { cwd },
  );
  expect([code, errors]).toEqual([0, ""]);
  return JSON.parse(out);
};

describe("compare --attribute", () => {
  it("gives the whole difference to the one part that differs: four planted causes", async () => {
    for (const cause of nonEmpty(NAMES)) {
      const { parts, whole } = await attribute(cause);
      expect(parts.map(({ part }: { part: string }) => part)).toEqual([cause]);
      expect(whole.difference).toBeCloseTo(CAUSES[cause], 6);
      expect(parts[0].alone[0].change).toEqual(whole);
    }
  });

  it("parts two at once by runs in which one of them alone was swapped: six planted pairs", async () => {
    for (const [one, other] of nonEmpty(PAIRS)) {
      const { parts, together } = await attribute(`${one}+${other}`, ...NAMES);
      const found = Object.fromEntries(
        parts.map(({ part, alone }: { part: string; alone: { from: string; change: { difference: number } }[] }) => [
          part,
          alone.map(({ from, change }) => [from, Number(change.difference.toFixed(6))]),
        ]),
      );
      expect(found).toEqual({
        [one]: [
          ["baseline", CAUSES[one]],
          ["candidate", CAUSES[one]],
        ],
        [other]: [
          ["baseline", CAUSES[other]],
          ["candidate", CAUSES[other]],
        ],
      });
      expect(together).toBeCloseTo(0, 6);
    }
  });

  it("says what cannot be separated, and the run that would; and that nothing differs where nothing does", async () => {
    const { out } = await runCli(["compare", "base", "code+model", "--metrics", "ndcg@10", "--attribute", "judge"], {
      cwd,
      columns: 80,
    });
    expect(out).toContain("cannot be separated");
    expect(out.replace(/\s+/g, " ")).toContain("To separate model: run the baseline with the candidate's `models`");
    for (const line of nonEmpty(out.split("\n"))) expect(line.length, line).toBeLessThanOrEqual(80);
    const same = await runCli(["compare", "base", "base", "--metrics", "ndcg@10", "--attribute"], { cwd });
    expect(same.out.replace(/\s+/g, " ")).toContain("Nothing that a run writes down differs");
  });
});
