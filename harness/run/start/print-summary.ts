import { relative } from "node:path";
import { OWN } from "../../../agent/contract/contract.ts";
import { count, countOf } from "../../../base/counts.ts";
import { judgeSpending } from "../../dag/ceilings/judge-spending.ts";
import { coloursOf } from "../../print/colours.ts";
import { decimal, sampleSize, percent as shareText, spanOf } from "../../print/format.ts";
import { completed, type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { runWord } from "../../print/shell-word.ts";
import { clock, hang, ratio, right, table, wrap } from "../../print/text.ts";
import { sayReasons } from "../../record/domain/ending.ts";
import type { Estimate } from "../../record/domain/estimate.ts";
import { boundsNotices, shortWorkflow } from "../../record/domain/names.ts";
import type { Manifest } from "../../record/run-directory/manifest.ts";
import { readRun } from "../../record/run-directory/open-run.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { distinctness } from "../../results/analyses/distinctness.ts";
import { headlineMetric } from "../../results/analyses/headline.ts";
import { readResult } from "../../results/analyses/read-result.ts";
import { type Summary, summary as summaryAnalysis } from "../../results/analyses/summary.ts";
import { NO_PASS_RATE } from "../../results/metrics/execution/judged-relevance.ts";
import { areAllStandIns } from "../../results/notice.ts";
import { type Taken, takenBy } from "./taken.ts";

export interface Finished {
  runDirectory: string;
  manifest: Manifest;
  io: Io;
  json: boolean;
  /** False where the report, if any, is of what the run was before. */
  hasReport: boolean;
}

/** What a run came to, on stdout: a table a configuration a line, then where things are. */
export async function printSummary({ runDirectory, manifest, io, json, hasReport }: Finished): Promise<void> {
  const [summary, { config }] = await Promise.all([readResult(runDirectory, summaryAnalysis), readRun(runDirectory)]);
  if (json) return io.out(jsonText({ run: runDirectory, stages: manifest.stages, summary }, {}));
  io.out("");
  io.out(summaryTable(summary, roomOf(io)));
  for (const line of legend(summary)) io.out(coloursOf(io).dim(wrap(line, io.columns, "")));
  io.out("");
  const milliseconds = Object.values(manifest.stages).reduce((sum, state) => sum + state.duration_ms, 0);
  const taken = takenBy(summary, await judgeSpending(runDirectory, config));
  io.out(wrap(totals(summary, taken, milliseconds / 1000), io.columns, ""));
  const failures = sayReasons(summary.configurations.map((row) => row.failures));
  if (failures !== "") io.out(hang(" failed", failures, io.columns));
  const cutOff = sayCutOff(summary);
  if (cutOff !== "") io.out(hang(" cut off", cutOff, io.columns));
  const place = relative(io.cwd, runDirectory) || ".";
  io.out(` run     ${place}`);
  if (!hasReport) return;
  io.out(completed(io, ` report  scopebench report serve ${runWord(runDirectory)}`));
  io.out(`         or put ${relative(io.cwd, runPath(runDirectory, "report"))} on any static host`);
}

function summaryTable(summary: Summary, columns: number): string {
  const isPassRated = headlineMetric(summary) === "functional_pass";
  const rows = summary.configurations.map((row) => {
    const { metrics, abstention, outcomes } = row;
    const levels = row.levels === undefined ? "" : ` ${row.levels.replaceAll("__", " ")}`;
    const name =
      row.workflow === OWN
        ? row.model
        : `${row.model} ${shortWorkflow(row.workflow)} ${row.knowledge.replace("skill_meta", "skill+meta")}${levels}`;
    const failures = outcomes.timeout + outcomes.agent_error + outcomes.cascaded_failure + outcomes.missing;
    const [ndcg, map, mrr] = [metrics["ndcg@10"], metrics.map, metrics["mrr@10"]];
    const shown = isPassRated
      ? [percent(metrics.functional_pass), percent(metrics.pass), withInterval(ndcg), ratio(mrr?.mean ?? null)]
      : [withInterval(ndcg), withInterval(map), ratio(mrr?.mean ?? null), percent(metrics.pass)];
    const counts = [
      `${abstention.correct}/${abstention.missed}/${abstention.false}`,
      String(failures),
      row.tool_calls.errors === null ? "-" : String(row.tool_calls.errors),
    ];
    return [name, ...shown, ...counts, `${metrics[headlineMetric(summary)]?.n ?? 0}`];
  });
  const titles = [
    // Its end tells configurations apart.
    { title: "configuration", cut: "start" as const },
    ...(isPassRated ? ["pass", "judge", "ndcg@10", "mrr@10"] : ["ndcg@10", "map", "mrr@10", "judge"]).map(right),
    right("abst."),
    right("fail"),
    right("err"),
    right("n"),
  ];
  return table(titles, rows, columns - 1);
}

/** What the columns of the table mean, and over how many scenarios. */
export function legend(summary: Summary): string[] {
  const counts = summary.configurations.map(({ abstention }) => abstention);
  const [unanswerable, answerable] = (["unanswerable", "answerable"] as const).map((key) =>
    spanOf(counts.map((one) => one[key])),
  );
  const ranked = sampleSize(summary.configurations.map(({ metrics }) => metrics["ndcg@10"]?.n ?? 0));
  return [
    headlineMetric(summary) === "functional_pass"
      ? "pass = functional verdict (ended well, expected ids and entities, abstention; n), judge = the judge's."
      : `${NO_PASS_RATE} judge = the judge's.`,
    `abst. = correct/missed of ${unanswerable}, false of ${answerable}. fail = executions without success; err = tool errors.`,
    // Of a run without an answer it is not known which scenarios have something to find.
    distinctness(summary, counts.some((one) => one.answerable > 0) || counts.every((one) => one.unanswerable === 0)),
    `± is half a 95 % interval; ndcg and mrr over what is answerable and scored, ${ranked}.`,
    ...boundsNotices(summary.configurations.map(({ workflow }) => workflow)),
  ].filter((line) => line !== "");
}

/** Answers that ended at a model's output limit, and how many executions succeeded all the same; `""` where none is known. */
export function sayCutOff({ configurations }: Pick<Summary, "configurations">): string {
  const cut = configurations.flatMap(({ cut_off }) => cut_off ?? []);
  if (cut.length === 0) return "";
  const sum = (of: (one: (typeof cut)[number]) => number) => cut.reduce((total, one) => total + of(one), 0);
  const [answers, executions, recovered] = [
    sum((one) => one.answers),
    sum((one) => one.executions),
    sum((one) => one.recovered),
  ];
  return `${countOf(answers, "answer")} at the output limit, in ${countOf(executions, "execution")}; ${count(recovered)} of these succeeded all the same`;
}

/** Executions, time, tokens of systems and judges, cost, and whose the numbers are. */
export function totals(summary: Summary, taken: Taken, seconds: number): string {
  const { cells, overall, configurations, stand_in_models, stand_in_judges, simulated_reviewer } = summary;
  const cost = taken.cost === null ? "cost unknown" : `$${decimal(taken.cost)}`;
  const missing = configurations.reduce((sum, { outcomes }) => sum + outcomes.missing, 0);
  const made = missing > 0 ? `${count(cells - missing)} of ` : "";
  const unscored = Math.max(0, (overall.pass?.unscored ?? 0) - missing);
  const simulated = simulated_reviewer ? "; a simulated reviewer decided on calls" : "";
  const standIns = [
    ...(stand_in_models.length > 0
      ? [`; stand-in models${areAllStandIns(summary) ? "" : `: ${stand_in_models.join(", ")}`}`]
      : []),
    ...(stand_in_judges.length > 0 ? ["; stand-in judges"] : []),
  ].join("");
  return `${made}${countOf(cells, "execution")} in ${clock(seconds)}, ${saidTokens(taken)}, ${cost}, ${unscored} without a verdict${standIns}${simulated}`;
}

function saidTokens({ tokens, ofJudges, estimated, unreported }: Taken): string {
  if (tokens === 0 && unreported) return "tokens unknown";
  const judges = ofJudges > 0 ? `, ${count(ofJudges)} of them the judges'` : "";
  return `${countOf(tokens, "token")}${estimated ? " (estimated)" : ""}${judges}${unreported ? " and more, not reported" : ""}`;
}

function percent(estimate: Estimate | undefined): string {
  return estimate?.mean == null ? "-" : shareText(estimate.mean);
}

function withInterval(estimate: Estimate | undefined): string {
  if (estimate?.mean == null) return "-";
  if (estimate.low === null || estimate.high === null) return ratio(estimate.mean);
  return `${ratio(estimate.mean)} ± ${ratio((estimate.high - estimate.low) / 2)}`;
}
