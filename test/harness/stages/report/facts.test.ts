import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeFailures } from "../../../../harness/stages/report/failures.ts";
import { makeFindings } from "../../../../harness/stages/report/findings.ts";
import { readSite, type Site } from "../../../../harness/stages/report/read-site.ts";
import { makeTrustItems } from "../../../../harness/stages/report/trust.ts";
import { scoreStage } from "../../../../harness/stages/score/index.ts";
import { type FixtureContext, fixtureContext } from "../context.ts";

let context: FixtureContext;
let site: Site;
beforeAll(async () => {
  context = await fixtureContext([]);
  await scoreStage.run(context);
  site = await readSite(context.runDirectory, context.config);
});
afterAll(() => context?.[Symbol.asyncDispose]());

const itemValue = (given: Site, label: string) => makeTrustItems(given).find((item) => item.label === label)?.value;
const warnings = (given: Site) =>
  makeTrustItems(given).flatMap((item) => (item.warning && item.label === "" ? [item.value] : []));

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
    expect(warnings(dirty)).toEqual(["synthetic corpus", "stand-in models", "stand-in judge", "uncommitted code"]);
    const summary = { ...site.results.summary, standInModels: [], standInJudges: [] };
    const manifest = { ...site.manifest, synthetic_corpus: false, git: null };
    expect(warnings({ ...site, manifest, results: { ...site.results, summary } })).toEqual([]);
  });

  it("says why scores are missing", () => {
    expect(makeTrustItems(site).find((item) => item.label === "unscored")?.detail).toMatch(/pass: judge blocked \d+/);
  });
});

describe("findings", () => {
  it("are three, each with its n and with what was not tested", () => {
    const findings = makeFindings(site.results);
    expect(findings).toHaveLength(3);
    for (const { small } of findings.slice(0, 2)) expect(small).toMatch(/n = .*not tested/);
  });

  it("name the factor whose levels differ most", () => {
    const { summary } = site.results;
    const configurations = summary.configurations.map((configuration) => ({
      ...configuration,
      metrics: {
        ...configuration.metrics,
        "ndcg@10": { mean: configuration.workflow === "react" ? 0.9 : 0.1, low: 0, high: 1, n: 6, unscored: 0 },
      },
    }));
    const [first] = makeFindings({ ...site.results, summary: { ...summary, configurations } });
    expect(first?.text).toBe("The workflow moves NDCG@10 most: 0.80 between ReAct (0.90) and Plan-and-Execute (0.10).");
  });

  it("leave out comparisons that one configuration alone does not allow", () => {
    const { summary } = site.results;
    const one = { ...site.results, summary: { ...summary, configurations: summary.configurations.slice(0, 1) } };
    expect(makeFindings(one).every(({ text }) => !text.includes("moves") && !text.includes("policies"))).toBe(true);
  });
});

describe("what failed", () => {
  it("lists every kind that occurred with its count, and leads to the executions", () => {
    const rows = makeFailures(site.results);
    const timeouts = site.results.scores.filter((record) => record.outcome === "timeout").length;
    expect(rows.find((row) => row.what === "timeout")).toMatchObject({
      count: timeouts,
      of: 144,
      filters: { outcome: "timeout" },
    });
    expect(rows.find((row) => row.what === "missing")?.effect).toMatch(/unscored/);
  });

  it("is empty when every execution ended well and no verdict is blocked", () => {
    const scores = site.results.scores.map((record) => ({ ...record, outcome: "success" as const }));
    const verdicts = site.results.judge.verdicts.map((stage) => ({ ...stage, blocked: 0 }));
    expect(makeFailures({ ...site.results, scores, judge: { ...site.results.judge, verdicts } })).toEqual([]);
  });
});
