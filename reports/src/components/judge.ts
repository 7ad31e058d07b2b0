import { count, decimal, metricLabel } from "../../../harness/charts/format.ts";
import type { JudgeData } from "../../../harness/stages/report/site-data.ts";
import { h } from "./dom.ts";
import { numberLink } from "./links.ts";
import { formatValue, table } from "./table.ts";

const MEASURES: Record<string, string> = {
  percent_agreement: "share of equal verdicts",
  cohen_kappa: "Cohen's kappa",
  pearson: "Pearson's r",
  spearman: "Spearman's rho",
  krippendorff_alpha_ordinal: "Krippendorff's alpha, ordinal",
};

/** What a reader must know before any agreement below is taken for validity. */
export function judgeNotes({ notes, standIns }: JudgeData): HTMLElement {
  const [first, ...rest] = notes;
  const lead = standIns.length > 0 && first ? h("p", { class: "warning" }, first) : null;
  const others = lead ? rest : notes;
  const list = h("ul", {}, ...others.map((note) => h("li", {}, note)));
  return h(
    "div",
    { class: "notes" },
    lead,
    h("details", {}, h("summary", {}, "how these numbers are to be read"), list),
  );
}

/** Spearman's rho of each rating (rows) with each metric (columns). */
export function correlationTable({ judgeIr }: JudgeData): HTMLElement {
  const metrics = [...new Set(judgeIr.map((entry) => entry.metric))];
  const judges = [...new Set(judgeIr.map((entry) => entry.judge))];
  const find = (judge: string, metric: string) =>
    judgeIr.find((entry) => entry.judge === judge && entry.metric === metric)?.correlation;
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
            return h(
              "span",
              { title: `n = ${n}` },
              numberLink(decimal(rho), { answerable: "true" }, { metric }),
              " ",
              h("small", {}, `${decimal(low)} … ${decimal(high)}`),
            );
          },
        })),
      ],
      judges,
    ),
    h(
      "p",
      { class: "caption" },
      `Spearman's rho with its 95 % interval, resampled by scenario; n = ${count(judgeIr[0]?.correlation.n ?? 0)} answered executions of answerable scenarios.`,
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
        { label: "value", numeric: true, cell: (row) => decimal(row.value) },
        {
          label: "95 % interval",
          numeric: true,
          cell: (row) => (row.low === null ? "–" : `${decimal(row.low)} … ${decimal(row.high)}`),
        },
        { label: "p, Holm-corrected", numeric: true, cell: (row) => formatValue(row.p, "p") },
        { label: "n", numeric: true, cell: (row) => count(row.n) },
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

export function rulings({ meta }: JudgeData): HTMLElement {
  if (meta.arbitrated === 0) return h("p", {}, "No pair of verdicts disagreed enough to need a ruling.");
  const rows: [string, number, string?][] = [
    ["sided with the primary verdict (A)", meta.preferredA, "A"],
    ["sided with the calibration verdict (B)", meta.preferredB, "B"],
    ["called it a tie", meta.tie, "tie"],
    ["found that the two agree after all", meta.agree],
    ["found leniency", meta.leniency],
    ["found harshness", meta.harshness],
    ["would change pass to fail or fail to pass", meta.statusChanged],
  ];
  return h(
    "div",
    {},
    table(
      "Rulings",
      [
        { label: "the meta-judge", cell: ([what]: [string, number, string?]) => what },
        {
          label: "rulings",
          numeric: true,
          cell: ([, n, ruling]) => {
            const text = `${count(n)} of ${count(meta.arbitrated)}`;
            return ruling ? numberLink(text, { ruling }) : text;
          },
        },
      ],
      rows,
    ),
    h("p", { class: "caption" }, "Rulings measure the judges; they change no score."),
  );
}

export function verdictCounts({ verdicts }: JudgeData): HTMLElement {
  return table(
    "Verdicts",
    [
      { label: "stage", cell: (row: JudgeData["verdicts"][number]) => row.stage },
      { label: "judged", numeric: true, cell: (row) => count(row.judged) },
      {
        label: "blocked",
        numeric: true,
        cell: ({ stage, blocked }) =>
          stage === "primary" ? numberLink(count(blocked), { verdict: "blocked" }) : count(blocked),
      },
      { label: "cascaded from a failed execution", numeric: true, cell: (row) => count(row.cascaded) },
    ],
    verdicts,
  );
}
