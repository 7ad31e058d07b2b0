import { count, decimal, metricLabel, sampleSize } from "../../../harness/print/format.ts";
import type { Target } from "../../../harness/results/selection/target.ts";
import type { JudgeData } from "../../../harness/show/report/pages/judge.ts";
import { type Child, h } from "./dom.ts";
import { numberLink, withExecutions } from "./links.ts";
import { formatValue, table } from "./table.ts";

const MEASURES: Record<string, string> = {
  percent_agreement: "share of equal verdicts",
  cohen_kappa: "Cohen's kappa",
  pearson: "Pearson's r",
  spearman: "Spearman's rho",
  krippendorff_alpha_ordinal: "Krippendorff's alpha, ordinal",
};

/** What a reader must know before any agreement below is taken for validity. */
export function judgeNotes({ notes, stand_ins: standIns }: JudgeData): HTMLElement {
  const [first, ...rest] = notes;
  const lead = standIns.length > 0 && first ? h("p", { class: "warning" }, first) : null;
  const others = lead ? rest : notes;
  const list = h("ul", {}, ...others.map((note) => h("li", {}, note)));
  return h("div", { class: "notes" }, lead, h("details", {}, h("summary", {}, "how to read these numbers"), list));
}

/** Failed executions have neither an answer nor a rating. */
const ANSWERED = { answerable: "true", outcome: "success" };

/** Spearman's rho of each rating (rows) with each metric (columns). */
export function correlationTable({ judge_ir }: JudgeData): HTMLElement {
  const metrics = [...new Set(judge_ir.map((entry) => entry.metric))];
  const judges = [...new Set(judge_ir.map((entry) => entry.judge))];
  const find = (judge: string, metric: string) =>
    judge_ir.find((entry) => entry.judge === judge && entry.metric === metric)?.correlation;
  return h(
    "div",
    {},
    table(
      "Rank correlations",
      [
        { label: "judge's rating", cell: (judge: string) => judge.replaceAll("_", " ") },
        ...metrics.map((metric) => ({
          label: metricLabel(metric),
          numeric: true,
          cell: (judge: string) => {
            const correlation = find(judge, metric);
            if (!correlation || correlation.rho === null) return "–";
            const { rho, low, high, n } = correlation;
            const interval = h("small", {}, `${decimal(low)} … ${decimal(high)}`);
            const behind = { ...ANSWERED, metric: `${judge},${metric}`, of: "spearman" };
            return h("span", { title: `n = ${n}` }, numberLink([decimal(rho), " ", interval], behind));
          },
        })),
      ],
      judges,
    ),
    h(
      "p",
      { class: "caption" },
      "Spearman's rho with its 95 % interval, resampled by scenario; ",
      withExecutions(
        `${sampleSize(judge_ir.map(({ correlation }) => correlation.n))} answered executions of answerable scenarios.`,
        {
          ...ANSWERED,
          metric: `overall_score,${metrics[0]}`,
        },
      ),
    ),
  );
}

export function agreementTable({ agreement }: JudgeData): HTMLElement {
  return h(
    "div",
    {},
    table(
      "Agreement of primary and calibration judge",
      [
        { label: "on", cell: (row: JudgeData["agreement"][number]) => row.on.replaceAll("_", " ") },
        { label: "measure", cell: (row) => MEASURES[row.measure] ?? row.measure },
        { label: "value", numeric: true, cell: (row) => agreementLink(decimal(row.value), row.measure, row) },
        {
          label: "95 % interval",
          numeric: true,
          cell: (row) =>
            row.low === null ? "–" : agreementLink(`${decimal(row.low)} … ${decimal(row.high)}`, "interval", row),
        },
        {
          label: "p, Holm-corrected",
          numeric: true,
          cell: (row) => (row.p === null ? "–" : agreementLink(formatValue(row.p, "p"), "corrected p", row)),
        },
        { label: "n", numeric: true, cell: (row) => agreementLink(count(row.n), "n", row) },
      ],
      agreement,
    ),
    h(
      "p",
      { class: "caption" },
      "Over the executions that both judged. A dash: not defined here, for example when one judge gave the same value throughout.",
    ),
  );
}

/** Primary and calibration rating of the executions that both judged. `completeness>=3` is of completeness, cut there. */
function agreementLink(text: string, of: string, { on, measure }: JudgeData["agreement"][number]): Child {
  if (text === "–") return text;
  const [rating = "", cut] = on.split(">=");
  const name = rating === "status" ? "pass" : rating;
  const at = of === "corrected p" || of === "interval" ? measure : cut;
  return numberLink(text, { metric: `${name},calibration_${name}`, of, at });
}

export function rulings({ meta }: JudgeData): HTMLElement {
  if (meta.arbitrated === 0) return h("p", {}, "No pair of verdicts disagreed enough to need a ruling.");
  const positive = (metric: string): Target => ({ metric, has: "positive" });
  const rows: Ruling[] = [
    ["sided with the primary verdict (A)", meta.preferred_a, { ruling: "A" }],
    ["sided with the calibration verdict (B)", meta.preferred_b, { ruling: "B" }],
    ["called it a tie", meta.tie, { ruling: "tie" }],
    ["found that the two agree after all", meta.agree, positive("ruling_agrees")],
    ["found leniency", meta.leniency, positive("ruling_leniency")],
    ["found harshness", meta.harshness, positive("ruling_harshness")],
    ["would change pass to fail or fail to pass", meta.status_changed, positive("ruling_changes_verdict")],
  ];
  return h(
    "div",
    {},
    table(
      "Rulings",
      [
        { label: "the meta-judge", cell: ([what]: Ruling) => what },
        {
          label: "rulings",
          numeric: true,
          cell: ([, n, behind]) => [
            numberLink(count(n), { ...behind, of: "n" }),
            " of ",
            numberLink(count(meta.arbitrated), { metric: "judged_meta", of: "n" }),
          ],
        },
      ],
      rows.filter(([, n]) => n > 0),
    ),
    h("p", { class: "caption" }, neverRuled(rows), "Rulings measure the judges; they change no score."),
  );
}

function neverRuled(rows: readonly Ruling[]): string {
  const never = rows.filter(([, n]) => n === 0).map(([what]) => what);
  return never.length === 0 ? "" : `In no ruling it ${never.join(", ")}. `;
}

type Ruling = [what: string, n: number, behind: Target];

/** Verdicts of a stage that there are, or that there are not for one of some reasons. */
function verdictLink(n: number, stage: string, reason?: string): HTMLElement {
  const missing = reason === undefined ? {} : { has: "unscored" as const, reason };
  return numberLink(count(n), { metric: `judged_${stage}`, ...missing, of: "n" });
}

export function verdictCounts({ verdicts }: JudgeData): HTMLElement {
  if (verdicts.every(({ blocked, cascaded }) => blocked === 0 && cascaded === 0))
    return h(
      "p",
      {},
      "Valid verdicts, neither blocked nor missing after a failure: ",
      ...verdicts.flatMap(({ stage, judged }, at) => [at === 0 ? "" : ", ", `${stage} `, verdictLink(judged, stage)]),
      ".",
    );
  return table(
    "Verdicts",
    [
      { label: "stage", cell: (row: JudgeData["verdicts"][number]) => row.stage },
      { label: "judged", numeric: true, cell: (row) => verdictLink(row.judged, row.stage) },
      { label: "blocked", numeric: true, cell: (row) => verdictLink(row.blocked, row.stage, "blocked") },
      {
        label: "cascaded from a failed execution",
        numeric: true,
        cell: (row) => verdictLink(row.cascaded, row.stage, "cascaded_failure,cascaded_blocked"),
      },
    ],
    verdicts,
  );
}
