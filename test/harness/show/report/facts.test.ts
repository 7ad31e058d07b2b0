import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { wholeRecord } from "../../../../harness/record/scores/score-records.ts";
import type { FactorEffects } from "../../../../harness/results/analyses/factors.ts";
import { makeFailures } from "../../../../harness/show/report/failures.ts";
import { makeFindings } from "../../../../harness/show/report/findings.ts";
import { readSite, type Site } from "../../../../harness/show/report/read-site.ts";
import { makeTrustItems } from "../../../../harness/show/report/trust.ts";
import { type FixtureContext, scoredContext } from "../../run/stages/context.ts";

let context: FixtureContext;
let site: Site;
beforeAll(async () => {
  context = await scoredContext();
  site = await readSite(context.runDirectory, context.config);
});
afterAll(() => context?.[Symbol.asyncDispose]());

const NO_CACHE = { tokensIn: 1000, tokensCached: 0 };
const itemValue = (given: Site, label: string) =>
  makeTrustItems(given, NO_CACHE).find((item) => item.label === label)?.value;
const warnings = (given: Site) =>
  makeTrustItems(given, NO_CACHE).flatMap((item) => (item.warning && item.label === "" ? [item.value] : []));

describe("trust bar", () => {
  it("counts add up to the cells: executed and missing, timed out and failed", () => {
    const outcomes = site.results.scores.map((record) => record.outcome);
    const count = (...wanted: string[]) => String(outcomes.filter((outcome) => wanted.includes(outcome)).length);
    expect(itemValue(site, "executed")).toBe(`143 of 144`);
    expect(itemValue(site, "timed out")).toBe(count("timeout"));
    expect(itemValue(site, "failed")).toBe(count("agent_error", "cascaded_failure"));
  });

  it("warns of a synthetic corpus, stand-ins and uncommitted code, and of nothing where there is nothing to warn of", () => {
    const dirty = { ...site, manifest: { ...site.manifest, git: { commit: "c", dirty: true } } };
    expect(warnings(dirty)).toEqual([
      "synthetic corpus",
      "stand-in models",
      "stand-in judge",
      "says nothing about any language model",
      "uncommitted code",
    ]);
    const summary = { ...site.results.summary, stand_in_models: [], stand_in_judges: [] };
    const manifest = { ...site.manifest, synthetic_corpus: false, git: null };
    expect(warnings({ ...site, manifest, results: { ...site.results, summary } })).toEqual([]);
  });

  it("says that a run was replayed, from which recording, and of a recorded one nothing", () => {
    const recording = { mode: "replay" as const, cassette: "../../main.recording", hash: "abc", calls: 9 };
    const replayed = { ...site, manifest: { ...site.manifest, recording } };
    expect(warnings(replayed)).toContain("replayed");
    expect(makeTrustItems(replayed, NO_CACHE).find((item) => item.value === "replayed")?.detail).toContain(
      "main.recording, checksum abc",
    );
    const answered = site.results.scores.filter(({ outcome }) => outcome === "success").length;
    expect(itemValue(replayed, "answers")).toBe(`0 live · ${answered} replayed · 0 from cache`);
    expect(itemValue(site, "answers")).toBe(`${answered} live · 0 replayed · 0 from cache`);
    const recorded = { ...site, manifest: { ...site.manifest, recording: { ...recording, mode: "record" as const } } };
    expect(warnings(recorded)).not.toContain("replayed");
  });

  it("tells the share of input tokens from providers' prompt caches, and nothing of them where no provider does", () => {
    const cached = makeTrustItems(site, { tokensIn: 1000, tokensCached: 250 });
    expect(cached.find(({ label }) => label === "prompt cache")?.value).toBe("25 %");
    expect(itemValue(site, "prompt cache")).toBeUndefined();
  });

  it("says why scores are missing", () => {
    expect(makeTrustItems(site, NO_CACHE).find((item) => item.label === "unscored")?.detail).toMatch(
      /pass: judge blocked \d+/,
    );
  });
});

describe("findings", () => {
  it("are three; what compares says its corrected p and over how many scenarios", () => {
    const findings = makeFindings(site);
    expect(findings).toHaveLength(3);
    expect(findings[0]?.small).toMatch(/over \d+ to \d+ scenarios, Holm over 153 pairs/);
    expect(findings[1]?.small).toMatch(/corrected p [=<] [01]\.\d+ \(Holm over \d+ pairs of levels\), \d+ scenarios/);
  });

  it("count those that can't be told from the best, by pairs, whatever the bands", () => {
    const order = ["a", "b", "c"].map((configuration, at) => ({
      configuration,
      mean: 0.9 - at / 10,
      bands: [at + 1],
    }));
    const pairs = [{ first: "a", second: "c", difference: 0.2, n: 52, p: 0.001, holm_p: 0.003, max_tp: null }];
    const ranking = {
      metric: "functional_pass",
      alpha: 0.05,
      scenarios: 52,
      smallest_holm_p: 1e-15,
      fewest_scenarios: 7,
      detectable: null,
      mean_ranks: null,
      order,
      pairs,
    };
    const [first] = makeFindings({ ...site, results: { ...site.results, rankings: [ranking] } });
    expect(first?.text).toBe(
      "a has the highest observed functional pass rate (90.0 %); 1 of the other 2 cannot be told apart from it.",
    );
    expect(first?.small).toMatch(
      /^1 significantly different from a, and 1 of 1 pair; .*; against c, the nearest of these: 20.0 points, corrected p = 0.003, 52 scenarios$/,
    );
  });

  it("name the factor whose levels differ most, with the tests of the others", () => {
    const pair = { n: 38, p: 0.01, holm_p: 0.04 };
    const level = (name: string, mean: number) => ({ level: name, mean, models: [] });
    const factors: FactorEffects["factors"] = [
      {
        factor: "model",
        levels: [level("m", 0.5), level("n", 0.4)],
        pairs: [{ ...pair, first: "m", second: "n", difference: 0.1 }],
      },
      {
        factor: "workflow",
        levels: [level("plan_execute", 0.1), level("react", 0.9)],
        pairs: [{ ...pair, first: "plan_execute", second: "react", difference: -0.8 }],
      },
    ];
    const [, second] = makeFindings({
      ...site,
      results: { ...site.results, factors: [{ metric: "ndcg@10", factors }] },
    });
    expect(second?.text).toBe(
      "The widest observed difference in NDCG@10 is in the workflow: 0.80 between ReAct (0.90) and Plan-and-Execute (0.10).",
    );
    expect(second?.small).toBe(
      "corrected p = 0.040 (Holm over 2 pairs of levels), 38 scenarios; widest of the others: model 0.10, corrected p = 0.040; that one factor moves it more than another is not tested",
    );
  });

  it("leave out comparisons that one configuration alone does not allow", () => {
    const one = { ...site, results: { ...site.results, rankings: [], factors: [] } };
    expect(makeFindings(one)).toHaveLength(1);
  });
});

describe("what failed", () => {
  it("lists every kind that occurred with its count, and leads to the executions", () => {
    const rows = makeFailures(site.results);
    const timeouts = site.results.scores.filter((record) => record.outcome === "timeout").length;
    expect(rows.find((row) => row.what === "timeout")).toMatchObject({
      count: timeouts,
      of: 144,
      behind: { outcome: "timeout" },
    });
    expect(rows.find((row) => row.what === "missing")?.effect).toMatch(/unscored/);
  });

  it("has a row for each reason of agents' errors, which adds up to them and leads to them", () => {
    const scores = site.results.scores.map((record, at) => {
      const reason = at % 2 === 0 ? ("length" as const) : ("context_overflow" as const);
      return at < 5 ? { ...wholeRecord(record), outcome: "agent_error" as const, reason } : wholeRecord(record);
    });
    const rows = makeFailures({ ...site.results, scores }).filter(({ behind }) => behind.outcome === "agent_error");
    expect(rows.find(({ what }) => what === "agent error: length")).toMatchObject({ behind: { failure: "length" } });
    const failed = scores.filter(({ outcome }) => outcome === "agent_error").length;
    expect(rows.reduce((sum, row) => sum + row.count, 0)).toBe(failed);
  });

  it("is empty when every execution ended well and no verdict is blocked", () => {
    const scores = site.results.scores.map((record) => ({ ...wholeRecord(record), outcome: "success" as const }));
    const verdicts = site.results.judge.verdicts.map((stage) => ({ ...stage, blocked: 0 }));
    expect(makeFailures({ ...site.results, scores, judge: { ...site.results.judge, verdicts } })).toEqual([]);
  });
});
