/** Matchers for vitest: retrieval held to a score, or to a baseline. Importing it adds them to `expect`. A baseline is made as `examples/vitest/save-baseline.js` does it. */
import { expect } from "vitest";
import { countOf } from "../../base/counts.ts";
import { grouped } from "../../base/grouped.ts";
import { ndcg } from "../../measure/metrics/ranking/ndcg.ts";
import { judgeRanking, makeJudgements } from "../../measure/metrics/ranking.ts";
import { mean } from "../../measure/statistics/basics/describe.ts";
import { readRankings } from "../../measure/trec/rankings.ts";
import { printable, table } from "../print/text.ts";
import { showValue } from "../results/compare/render/format.ts";
import { rankingsSource } from "../results/compare/sources/from-rankings.ts";
import type { RunSource } from "../results/compare/sources/run-source.ts";
import { type GatedComparison, verdictLine } from "../results/compare/verdict.ts";
import { compareSources, type GateRules, readSource, type Worsened, worsened } from "./compare.ts";
import { type Asked, judgedOf, rankingsOf, runSearch, type Search, type SearchTask } from "./search.ts";

export type { Search, SearchTask } from "./search.ts";

/** Questions, judgements and how many ranks count. */
export interface ReachOptions extends SearchTask {
  /** Ranks that count; default 10. */
  at?: number;
}

/** What a search is held against a baseline by; a run of scopebench needs no task. */
export interface RegressOptions extends Partial<SearchTask> {
  /** As `gate:` in bench.yaml. Default for a search: ndcg@10 and recall@10. */
  gate?: GateRules;
}

/** Matchers that `import "scopebench/vitest"` adds to `expect`. */
export interface RetrievalMatchers<R = unknown> {
  /** A search (`(query) => ids`) has at least this mean ndcg over the questions of `qrels`. Await it. */
  toReachNdcg(least: number, options: ReachOptions): Promise<R>;
  /**
   * Used with `not`: the gate finds no regression against a baseline. A search is held against a TREC run file (`writeRankings`),
   * a run of scopebench (path, name, `latest`) against whatever `scopebench compare` takes. Fails too where too little is there to judge by. Await it.
   */
  toRegressFrom(baseline: string, options?: RegressOptions): Promise<R>;
}

declare module "vitest" {
  interface Matchers<T> extends RetrievalMatchers<T> {}
}

expect.extend({ toReachNdcg, toRegressFrom });

interface Outcome {
  pass: boolean;
  message: () => string;
}

const SHOWN = 20;
const SCORE = "share";

async function toReachNdcg(search: unknown, least: number, { at = 10, ...task }: ReachOptions): Promise<Outcome> {
  if (!isSearch(search)) throw new TypeError("toReachNdcg: expected a function that gives ids for a question");
  const scored = (await runSearch(search, task)).map((question) => ({ ...question, score: ndcgOf(question, at) }));
  const reached = mean(scored.map(({ score }) => score))!;
  const worst = scored.filter(({ score }) => score < 1).sort((a, b) => a.score - b.score);
  const rows = worst.map(({ score, found, grades, text }) => [
    showValue(score, SCORE),
    text,
    wanted(grades),
    found.slice(0, 3).join(" "),
  ]);
  const head = `ndcg@${at} is ${reached.toFixed(4)} over ${countOf(scored.length, "question")}`;
  return {
    pass: reached >= least,
    message: () =>
      `${head}, expected ${reached >= least ? "less than" : "at least"} ${least}\n${listed(["ndcg", "question", "expected", "found"], rows)}`,
  };
}

async function toRegressFrom(candidate: unknown, baseline: string, options: RegressOptions = {}): Promise<Outcome> {
  const sources = await sourcesOf(candidate, baseline, options);
  const report = compareSources(sources.baseline, sources.candidate, { gate: options.gate });
  const { refusals } = report.comparison;
  if (refusals.length > 0)
    throw new Error(
      [verdictLine(report), ...refusals.map(({ problem, remedy }) => `${problem}\n-> ${remedy}`)].join("\n"),
    );
  const { decision, exit_code: exitCode } = report.gate!;
  if (decision === "not-comparable") throw new Error(findings(report));
  if (decision === "inconclusive" && exitCode === 0) console.warn(findings(report));
  const losses = () => lossTable(worsened(sources.baseline, sources.candidate, report), sources.texts);
  return { pass: exitCode !== 0, message: () => `${findings(report)}\n\n${losses()}` };
}

interface Compared {
  baseline: RunSource;
  candidate: RunSource;
  /** What a question says, by id. */
  texts: ReadonlyMap<string, string>;
}

async function sourcesOf(candidate: unknown, baseline: string, options: RegressOptions): Promise<Compared> {
  const { qrels, topics, gate } = options;
  const metrics = Object.keys(gate?.metrics ?? { "ndcg@10": {}, "recall@10": {} });
  if (typeof candidate === "string") {
    const trec = typeof qrels === "string" ? { qrels, metrics } : undefined;
    const [before, after] = [await readSource(baseline, { trec }), await readSource(candidate, { trec })];
    return { baseline: before, candidate: after, texts: new Map() };
  }
  if (!isSearch(candidate) || qrels === undefined)
    throw new TypeError("toRegressFrom: expected the name of a run, or a search and its qrels");
  const before = await readRankings(baseline);
  const asked = await runSearch(candidate, { qrels, topics });
  const shared = { qrels: judgedOf(asked), metrics };
  return {
    baseline: rankingsSource({ ...shared, label: baseline, rankings: before }),
    candidate: rankingsSource({ ...shared, label: "the search", rankings: rankingsOf(asked) }),
    texts: new Map(asked.map(({ id, text }) => [id, text])),
  };
}

function isSearch(value: unknown): value is Search {
  return typeof value === "function";
}

function ndcgOf({ found, grades }: Asked, at: number): number {
  return ndcg(judgeRanking(found, makeJudgements(grades)), at);
}

function wanted(grades: Asked["grades"]): string {
  const relevant = [...grades].filter(([, grade]) => grade > 0).sort((a, b) => b[1] - a[1]);
  return relevant
    .slice(0, 3)
    .map(([id]) => id)
    .join(" ");
}

/** The verdict and what each rule says, in the gate's words. */
function findings(report: GatedComparison): string {
  const lines = report.gate!.findings.map(({ rule, decision, message }) => `  ${decision} of ${rule}: ${message}`);
  return [verdictLine(report), ...lines.map((line) => printable(line, { singleLine: true }))].join("\n");
}

/** A question a line, with its scores before and after by each metric that fell. */
function lossTable(losses: readonly Worsened[], texts: Compared["texts"]): string {
  if (losses.length === 0) return "no question got worse";
  const metrics = [...new Set(losses.map(({ metric }) => metric))];
  const rows = [...grouped(losses, ({ scenario }) => scenario)].map(([scenario, own]) => [
    scenario,
    ...metrics.map((name) =>
      own
        .filter(({ metric }) => metric === name)
        .map(showLoss)
        .join(""),
    ),
    texts.get(scenario) ?? "",
  ]);
  return `${countOf(rows.length, "question")} got worse\n${listed(["question", ...metrics, ""], rows)}`;
}

function showLoss({ before, after }: Worsened): string {
  return `${showValue(before, SCORE)} -> ${showValue(after, SCORE)}`;
}

/** Ids and questions are the user's, and may be a corpus': nothing in them moves a cursor. */
function listed(titles: readonly string[], rows: readonly string[][]): string {
  const safe = rows.slice(0, SHOWN).map((row) => row.map((cell) => printable(cell, { singleLine: true })));
  const more = rows.length > SHOWN ? `\n... and ${rows.length - SHOWN} more` : "";
  const columns = titles.map((title) => ({ title }));
  return `${table(columns, safe, Number.POSITIVE_INFINITY)}${more}`;
}
