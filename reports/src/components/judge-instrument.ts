import { countOf } from "../../../base/counts.ts";
import { count, decimal, percent } from "../../../harness/print/format.ts";
import type { JudgeData } from "../../../harness/show/report/pages/judge.ts";
import { h } from "./dom.ts";
import { fold } from "./layout.ts";
import { withExecutions } from "./links.ts";
import { table } from "./table.ts";

/** One paragraph for a reader who has never met a judge. */
export function aboutJudge({ about }: JudgeData): HTMLElement {
  return h(
    "p",
    { class: "prose" },
    ...about.split("`").map((part, index) => (index % 2 === 1 ? h("code", {}, part) : part)),
  );
}

/** What the probes found, a sentence a finding. */
export function probeFindings({ judge_probes }: JudgeData): HTMLElement {
  if (judge_probes.length === 0) return h("p", {}, "This judge was not probed; scopebench judge probe does so.");
  const found = judge_probes.flatMap(({ judge, probes: results }) =>
    results.flatMap(({ finding, question, effect, low, high, unit, because }) =>
      finding
        ? [
            `${judge}: ${finding.replaceAll("_", " ")}. ${question} ${decimal(effect)} (${decimal(low)} … ${decimal(high)}), ${unit}; ${because}.`,
          ]
        : [],
    ),
  );
  if (judge_probes.every(({ probes }) => probes.every(({ low }) => low === null)))
    return h("p", {}, "No probe could show a bias: an interval needs readings of 5 scenarios.");
  if (found.length === 0)
    return h("p", {}, "No interval of a bias lies beyond its threshold, which does not prove its absence: see below.");
  return h("ul", {}, ...found.map((text) => h("li", {}, text)));
}

/** The figure of the probes is read where one of them found something. */
export function foldedUnlessFound({ judge_probes }: JudgeData, figure: Node): Node {
  const found = judge_probes.some(({ probes }) => probes.some(({ finding }) => finding));
  return found ? figure : fold("figure: each probe with its interval", figure);
}

/** Faults on the way to verdicts, by reason. */
export function judgeFaults({ judge_faults }: JudgeData): HTMLElement {
  const { unscored, stages } = judge_faults;
  const rows = stages.flatMap(({ stage, faults: reasons }) => reasons.map((row) => ({ stage, ...row })));
  const share = unscored.share === null ? "" : ` (${percent(unscored.share)})`;
  const sentence = withExecutions(
    `${count(unscored.count)} of ${countOf(unscored.of, "answered execution")} ${unscored.of === 1 ? "is" : "are"} without a verdict${share}; above ${percent(unscored.limit)} the run ends with an error.`,
    { outcome: "success" },
  );
  if (unscored.of === 0) return h("p", {}, "No execution was answered, so there was nothing to judge.");
  if (rows.length === 0) return h("p", {}, "No fault of a judge. ", sentence);
  return h(
    "div",
    {},
    table(
      "Faults of the judges",
      [
        { label: "judge", cell: (row: (typeof rows)[number]) => row.stage },
        { label: "reason", cell: (row) => row.reason.replaceAll("_", " ") },
        { label: "attempts", numeric: true, cell: (row) => count(row.attempts) },
        { label: "recovered by a later attempt", numeric: true, cell: (row) => count(row.mended) },
        { label: "of blocked verdicts", numeric: true, cell: (row) => count(row.blocked) },
      ],
      rows,
    ),
    h("p", { class: "caption" }, "A fault is never scored as a number. ", sentence),
  );
}

/** The held-out check of a constant correction. */
export function judgeCorrection({ judge_correction }: JudgeData): HTMLElement {
  const { reference, pairs, scenarios, shift, error_before, error_after, gain, gain_interval, because } =
    judge_correction;
  if (pairs === 0) return h("p", {}, "No pairs to fit a correction on.");
  const of = reference === "people" ? "people's ratings" : "the calibration judge";
  return h(
    "p",
    { class: "prose" },
    withExecutions(
      `Compared with ${of} on ${countOf(pairs, "execution")} of ${countOf(scenarios, "scenario")}, the primary judge's overall score is off by ${decimal(shift === null ? null : -shift, 3)} on average. Subtracting this changes the error on held-out pairs from ${decimal(error_before, 4)} to ${decimal(error_after, 4)} (squared error saved: ${decimal(gain, 5)}${gain_interval.low === null ? "" : `, ${decimal(gain_interval.low, 5)} … ${decimal(gain_interval.high, 5)}`}): ${because}.`,
      reference === "people" ? null : { metric: "overall_score,calibration_overall_score" },
    ),
  );
}

/** What the rulings changed. */
export function rulingEffect({ meta_judge }: JudgeData): HTMLElement {
  const { pairs, disagreed, changed, ranking } = meta_judge;
  const swaps = ranking.swapped.map(({ first, second }) => `${first} and ${second}`).join("; ");
  return h(
    "p",
    { class: "prose" },
    withExecutions(
      `Of ${countOf(pairs, "pair")} ${count(disagreed)} disagreed; ${count(changed.length)} verdicts would change by the ruling. ${ranking.swapped.length === 0 ? "No two configurations would swap places by pass rate." : `These would swap places by pass rate: ${swaps}.`}`,
      { metric: "judged_meta" },
    ),
  );
}

/** Judge against people, where people have rated. */
export function peopleTable({ human }: JudgeData): HTMLElement {
  if (human === null)
    return h(
      "p",
      {},
      "Nobody has rated answers of this run. ",
      h("code", {}, "scopebench judge rate"),
      " shows them blind, on a terminal or a page.",
    );
  const { pass_rate } = human;
  const rate = ({ value, low, high }: typeof pass_rate.judge) =>
    `${percent(value)} (${percent(low)} … ${percent(high)})`;
  return h(
    "div",
    {},
    table(
      "Agreement with people",
      [
        { label: "between", cell: (row: (typeof human.agreement)[number]) => row.between },
        { label: "on", cell: (row) => row.on.replaceAll("_", " ") },
        { label: "measure", cell: (row) => row.measure },
        { label: "value", numeric: true, cell: (row) => decimal(row.value) },
        {
          label: "95 % interval",
          numeric: true,
          cell: (row) => (row.low === null ? "–" : `${decimal(row.low)} … ${decimal(row.high)}`),
        },
        { label: "n", numeric: true, cell: (row) => count(row.n) },
      ],
      human.agreement,
    ),
    h(
      "p",
      { class: "caption" },
      `Pass rate by the judge: ${rate(pass_rate.judge)}. Corrected for its errors (Rogan-Gladen): ${rate(pass_rate.rogan_gladen)}; prediction-powered: ${rate(pass_rate.prediction_powered)}. ${count(pass_rate.rated)} of ${count(pass_rate.judged)} judged executions are rated.`,
    ),
  );
}
