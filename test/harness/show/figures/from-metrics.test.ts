import { readFileSync } from "node:fs";
import { parse } from "csv-parse/sync";
import { mean, median } from "simple-statistics";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configurationLabel } from "../../../../harness/print/format.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { resultFile } from "../../../../harness/results/analyses/analysis.ts";
import { ANALYSES } from "../../../../harness/results/analyses/registry.ts";
import type { Results } from "../../../../harness/results/analyses/results.ts";
import type { FigureRow } from "../../../../harness/show/drawing/figure.ts";
import { FIGURES } from "../../../../harness/show/figures/registry.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { type ScoredFixture, scoredFixture } from "./fixture-results.ts";

/** A line of `per_execution.csv` or `timing.csv`, as it stands in the file; an empty field is no number. */
type Line = Record<string, string>;

let fixture: ScoredFixture;
let lines: Line[];
let times: Line[];
beforeAll(async () => {
  fixture = await scoredFixture();
  lines = parse(textOf("per_execution.csv"), { columns: true });
  times = parse(textOf("timing.csv"), { columns: true });
});
afterAll(() => fixture?.[Symbol.asyncDispose]());

const textOf = (name: string) => readFileSync(runPath(fixture.context.runDirectory, "metrics", name), "utf8");
const numbers = (some: readonly Line[], metric: string) =>
  some.flatMap((line) => (line[metric] === "" || line[metric] === undefined ? [] : [Number(line[metric])]));
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const nameOf = (line: Line) =>
  [line.model, line.workflow, line.knowledge, line.scenario_id, line.repeat].map((part) => part ?? "").join("__");
const linesOf = (row: FigureRow) =>
  lines.filter((line) =>
    ["model", "workflow", "knowledge", "family"].every((key) => row[key] === undefined || line[key] === row[key]),
  );

/** Looks at every row. */
type Check = (row: FigureRow, rows: readonly FigureRow[]) => void;

/** The row's values are means over the lines of its configuration. */
const means =
  (columns: Readonly<Record<string, string | ((row: FigureRow) => string)>>): Check =>
  (row) => {
    for (const [column, metric] of nonEmpty(Object.entries(columns))) {
      const values = numbers(linesOf(row), typeof metric === "string" ? metric : metric(row));
      if (values.length === 0) expect(row[column]).toBeNull();
      else expect(row[column]).toBeCloseTo(mean(values), 9);
    }
  };

/** The row's numbers stand in these files of `metrics/`, digit by digit; `except`: places, or shares of what stands there. */
const stands = (files: readonly string[], except: readonly string[] = []): Check => {
  let held: ReadonlySet<number> | undefined;
  return (row) => {
    held ??= new Set(files.flatMap((file) => textOf(file).match(/-?\d+(\.\d+)?(e-?\d+)?/gi) ?? []).map(Number));
    for (const [column, value] of nonEmpty(Object.entries(row)))
      if (typeof value === "number" && !except.includes(column))
        expect([column, held.has(value)]).toEqual([column, true]);
  };
};

const passes =
  (metric: string): Check =>
  (row) => {
    const values = numbers(linesOf(row), metric);
    expect([row.passes, row.n]).toEqual([sum(values), values.length]);
  };

const byVerdict =
  (metric: string): Check =>
  (row) => {
    const own = lines.filter(
      (line) => line.completeness !== "" && line[metric] === (row.verdict === "pass" ? "1" : "0"),
    );
    const at = own.filter((line) => mean(DIMENSIONS.map((name) => Number(line[name]))) === row.score);
    expect([row.count, row.of]).toEqual([at.length, own.length]);
  };

/** As many answers lie at the row's place as it says. */
const places =
  ({ coverage, hallucinated, workflow }: { coverage: string; hallucinated: string; workflow?: string }): Check =>
  (row) => {
    const near = (line: Line, metric: string, value: unknown) =>
      line[metric] !== "" && Math.abs(Number(line[metric]) - Number(value)) < 1e-9;
    const at = linesOf({ model: row.model! }).filter(
      (line) =>
        near(line, coverage, row.coverage) &&
        near(line, hallucinated, row.hallucinated) &&
        (workflow === undefined || line.workflow === workflow),
    );
    expect(row.count).toBe(at.length);
  };

const ID_OUTCOMES: Record<string, string> = {
  "retrieved and reported": "retrieved_reported",
  "reported, never retrieved": "unretrieved_reported",
  "retrieved, lost in communication": "retrieved_unreported",
  "lost in retrieval": "unretrieved_unreported",
};
const ABSTENTION: Record<string, string> = {
  "abstained, rightly": "abstention_correct",
  "answered anyway": "abstention_missed",
  "abstained, wrongly": "abstention_false",
};
const DIMENSIONS = ["completeness", "relevance", "coherence", "evidence_grounding"];

/** Seconds of a model under a workflow. */
const secondsOf = ({ model, workflow }: FigureRow) =>
  times
    .filter(({ key }) => model === undefined || key?.startsWith(`${model}__${workflow}__`))
    .map((line) => Number(line.duration_ms) / 1000);

const violin: Check = (row) => {
  const seconds = secondsOf(row);
  expect(row.seconds).toBeGreaterThan(Math.min(...seconds) / 10);
  expect(row.seconds).toBeLessThan(Math.max(...seconds) * 10);
};

const cumulative: Check = (row) => {
  const seconds = secondsOf(row);
  expect(row.n).toBe(seconds.length);
  expect(seconds.filter((value) => value <= Number(row.seconds)).length / seconds.length).toBeGreaterThanOrEqual(
    Number(row.share),
  );
};

const CHECKS: Record<string, Check> = {
  "quality-cost": means({ quality: "functional_pass" }),
  "ndcg10-by-configuration": means({ mean: "ndcg@10" }),
  "mrr10-by-configuration": means({ mean: "mrr@10" }),
  "recall-curve": means({ mean: ({ k }) => `recall@${k}` }),
  "best-differences-ndcg10": stands(["differences.json"], ["family"]),
  "slope-ndcg10": (row, rows) => {
    const { facts } = FIGURES.find(({ name }) => name === "slope-ndcg10")!.read(fixture.results) as unknown as {
      facts: Record<string, string>;
    };
    for (const side of ["first", "second"]) {
      const own = lines.filter((line) => configurationLabel(line as never) === facts[side]);
      const values = numbers(
        own.filter((line) => line.scenario_id === row.scenario),
        "ndcg@10",
      );
      expect(row[side]).toBeCloseTo(mean(values), 9);
    }
    expect(mean(rows.map(({ first, second }) => Number(first) - Number(second)))).toBeCloseTo(
      Number(facts.difference),
      9,
    );
  },
  "pass-rate-facets": means({ mean: "functional_pass" }),
  "judge-pass-rate-facets": means({ mean: "pass" }),
  "pass-rate-heatmap": passes("functional_pass"),
  "judge-pass-rate-heatmap": passes("pass"),
  "pass-rate-by-family": passes("functional_pass"),
  "judge-pass-rate-by-family": passes("pass"),
  "factor-differences": stands(["differences.json"], ["family"]),
  "variance-decomposition": stands(["variance.json"], ["low", "high"]),
  "judge-vs-ir": (row) => {
    const line = lines.find((one) => nameOf(one) === row.execution)!;
    expect(row.composite).toBeCloseTo(Number(line.overall_score), 9);
    for (const metric of ["ndcg@5", "ndcg@10", "mrr@10", "recall@10"])
      expect(row[metric]).toBeCloseTo(Number(line[metric]), 9);
  },
  "dimension-score-by-verdict": byVerdict("functional_pass"),
  "judge-dimension-score-by-verdict": byVerdict("pass"),
  "dimension-scores": means({ mean: ({ dimension }) => String(dimension) }),
  abstention: (row) => {
    const asked = linesOf(row).filter((line) => (line.answerable === "true") === (row.question === "answerable"));
    const of = row.question === "answerable" ? "abstention_false" : "abstention_correct";
    // What ran and is scored: a failure is no answer, and one without a number is not known.
    const own = asked.filter(({ outcome, ...line }) =>
      outcome === "success" ? line[of] !== "" : outcome !== "missing",
    );
    expect(row.of).toBe(own.length);
    const metric = ABSTENTION[String(row.state)];
    if (metric) expect(row.count).toBe(sum(numbers(own, metric)));
    if (row.state === "no answer") expect(row.count).toBe(own.filter(({ outcome }) => outcome !== "success").length);
  },
  "risk-coverage": stands(["risk_coverage.json"], ["answers", "coverage"]),
  "retrieved-reported": (row) => {
    expect(row.count).toBe(sum(numbers(linesOf(row), ID_OUTCOMES[String(row.outcome)]!)));
    expect(row.share).toBeCloseTo(Number(row.count) / Number(row.of), 12);
  },
  "grounding-vs-hallucinated": means({ coverage: "grounding_coverage", hallucinated: "hallucinated_ids" }),
  "grounding-by-execution": places({ coverage: "grounding_coverage", hallucinated: "hallucinated_ids" }),
  "grounding-by-execution-study": places({
    coverage: "grounding_coverage(view=study)",
    hallucinated: "hallucinated_ids(view=study)",
    workflow: "plan_execute",
  }),
  "tool-calls": (row) => {
    expect([row.calls, row.errors]).toEqual([
      sum(numbers(linesOf(row), "tool_calls")),
      sum(numbers(linesOf(row), "tool_errors")),
    ]);
  },
  tokens: (row) => {
    const values = numbers(linesOf(row), row.direction === "input" ? "tokens_in" : "tokens_out");
    expect(row.n).toBe(values.length);
    expect(row.median).toBeCloseTo(median(values), 9);
  },
  "time-violin": violin,
  "time-violin-600": violin,
  "time-cdf": cumulative,
  "time-cdf-whole": cumulative,
  "strategy-frontier": (row, rows) => {
    // Times are held in milliseconds.
    const paid = row.paid_in === "seconds" ? Math.round(Number(row.paid) * 1e6) / 1e3 : Number(row.paid);
    stands(["strategies.json", "timing.json"])({ ...row, paid }, rows);
  },
};

/** Of a figure that has no check above: its numbers stand in the files of the analyses that it reads, and it reads nothing else. */
function standsAsRead(name: string, rows: readonly FigureRow[], read: ReadonlySet<string>): Check {
  const files = ANALYSES.filter((analysis) => read.has(analysis.name)).map((analysis) => resultFile(analysis.name));
  const isComputed = read.has("scores") || read.has("durations");
  if (isComputed || files.length === 0 || !rows.some((row) => Object.values(row).some(Number.isFinite)))
    throw new Error(
      `${name} needs an entry in CHECKS of test/harness/show/figures/from-metrics.test.ts: how its numbers follow from per_execution.csv or timing.csv`,
    );
  return stands(files);
}

/** The same results, noting which of them are asked for. */
function noting(results: Results, read: Set<string>): Results {
  const get = (target: Results, name: string) => {
    read.add(name);
    return target[name as keyof Results];
  };
  return new Proxy(results, { get } as ProxyHandler<Results>);
}

describe("every number of a figure's rows comes from metrics/", () => {
  it.each(FIGURES.map((figure) => [figure.name, figure] as const))("%s", (name, figure) => {
    const read = new Set<string>();
    const { rows } = figure.read(noting(fixture.results, read));
    expect(rows.length).toBeGreaterThan(0);
    const check = CHECKS[name] ?? standsAsRead(name, rows, read);
    for (const row of rows) check(row, rows);
  });

  it("of a figure that computes, one says how", () => {
    const rows = [{ model: "explorer", mean: 0.5 }];
    expect(() => standsAsRead("new", rows, new Set(["scores"]))).toThrow(/new needs an entry in CHECKS/);
    expect(() => standsAsRead("new", [{ model: "explorer" }], new Set(["judge"]))).toThrow(/new needs an entry/);
    expect(() => standsAsRead("new", rows, new Set(["judge"]))({ mean: 0.123456789 }, rows)).toThrow();
    expect(Object.keys(CHECKS).filter((name) => !FIGURES.some((figure) => figure.name === name))).toEqual([]);
  });
});
