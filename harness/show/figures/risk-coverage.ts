import type { TopLevelSpec } from "vega-lite";
import { countOf } from "../../../base/counts.ts";
import { count, decimal, percent, workflowLabel } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { RiskCoverage } from "../../results/analyses/risk-coverage.ts";
import type { Target } from "../../results/selection/target.ts";
import { DATA } from "../drawing/data-marks.ts";
import { levelChannel, levelsIn, modelColor, modelsIn, PERCENT_AXIS, strokeSymbols } from "../drawing/encode.ts";
import { facetGrid } from "../drawing/facet-grid.ts";
import type { ChartOptions, Figure, FigureData } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { plotHeight } from "../drawing/theme.ts";
import { type ConfigurationRow, configurationsByName, configurationTarget } from "./configurations.ts";
import { highestOf, lowestOf } from "./extremes.ts";

/** Points of one curve: more than its pixels show nothing more. */
const LIMIT = 100;

export interface RiskRow extends ConfigurationRow {
  answers: number;
  coverage: number;
  risk: number;
}

/** Of a configuration with a curve: its end, its middle, the area below. */
export interface RiskFacts extends Pick<RiskCoverage, "n" | "aurc" | "excess_aurc"> {
  configuration: string;
  half: number;
  all: number;
}

type Data = FigureData<RiskRow, readonly RiskFacts[]>;

const BEHIND: Target = { metric: "evidence_agreement,pass", has: "value" };

export const riskCoverage: Figure<RiskRow, readonly RiskFacts[]> = {
  name: "risk-coverage",
  title: "Risk of the most confident answers, at every coverage",
  definition:
    "Answers that recommend something and have a verdict, those with the strongest evidence agreement first: share without a pass among the answers given (vertical) when only this share of answers is given (horizontal). With a useful signal the curve rises to the right, with an uninformative one it stays level, with a misleading one it falls. Ties share their mean risk. The left end rests on few answers: the first tenth is noise.",
  columns: [
    { key: "configuration", label: "configuration", format: "text" },
    { key: "answers", label: "answers given", format: "count" },
    { key: "coverage", label: "coverage", format: "percent" },
    { key: "risk", label: "risk", format: "percent" },
  ],
  read: readCurves,
  caption: describeSignal,
  details: describeExtremes,
  flat: level,
  marks: ({ facts }) => facts.length,
  spec: riskSpec,
  target: (row) => ({ ...configurationTarget(row), ...BEHIND }),
  panels: "marks",
  behind: BEHIND,
};

function readCurves({ summary, risk_coverage }: Results): Data {
  const labels = configurationsByName(summary);
  const known = risk_coverage.flatMap((one) => {
    const row = labels.get(one.configuration);
    return row && one.curve.length > 0 ? [{ ...one, row }] : [];
  });
  const rows = known.flatMap(({ curve, n, row }) => {
    const step = Math.max(1, Math.ceil(n / LIMIT));
    const points = curve.map((value, index) => ({
      ...row,
      answers: index + 1,
      coverage: (index + 1) / n,
      risk: value,
    }));
    return points.filter(({ answers }) => answers % step === 0 || answers === n);
  });
  const facts = known.map(({ curve, n, aurc, excess_aurc, risks, row }) => ({
    configuration: row.configuration,
    n,
    aurc,
    excess_aurc,
    half: risks.find(({ coverage }) => coverage === 0.5)?.risk ?? curve[Math.ceil(n / 2) - 1]!,
    all: curve.at(-1)!,
  }));
  return { rows, facts };
}

/** A smaller change of risk would not show in the percentages of the sentence. */
const VISIBLE = 0.005;

/** Would it help to have a person look at the half that is least sure? */
function describeSignal({ facts }: Data): string {
  if (facts.length === 0) return "No execution recommends something and has a verdict.";
  const lower = facts.filter(lowers).length;
  const n = Math.max(...facts.map((one) => one.n));
  return `Giving only the more confident half of the answers lowers the observed risk of ${lower} of ${countOf(facts.length, "configuration")} (up to ${countOf(n, "answer")} each); no difference is tested.`;
}

function lowers({ half, all }: RiskFacts): boolean {
  return all - half >= VISIBLE;
}

function describeExtremes({ facts }: Data): string {
  const [helping, hurting] = [
    highestOf(facts, ({ all, half }) => all - half),
    lowestOf(facts, ({ all, half }) => all - half),
  ];
  const [helps, hurts] = [helping[0], hurting[0]];
  if (!helps || !hurts) return "";
  const of = (one: RiskFacts) =>
    `${(one === helps ? helping : hurting).length > 1 ? "one of several equal ones, " : ""}${one.configuration}, from ${percent(one.all, 0)} to ${percent(one.half, 0)} (n = ${count(one.n)}, area ${decimal(one.aurc)})`;
  const most = lowers(helps) ? `Largest observed gain: ${of(helps)}. ` : "";
  return `${most}${hurts.half - hurts.all >= VISIBLE ? `Largest observed loss: ${of(hurts)}.` : ""}`;
}

function level({ rows, facts }: Data): string | null {
  if (facts.length === 0 || new Set(rows.map(({ risk }) => risk)).size !== 1) return null;
  const passed = rows[0]!.risk === 0 ? "Every" : rows[0]!.risk === 1 ? "No" : null;
  return (
    passed &&
    `${passed} answer that recommends something passes, whatever its evidence agreement (up to ${countOf(Math.max(...facts.map(({ n }) => n)), "answer")} a configuration).`
  );
}

const OPACITY: Readonly<Record<string, number>> = { prompt: 0.4, skill: 0.7 };
/** Of workflows, in their order; where there are more, each has a panel of its own. */
const DASHES = [
  [1, 0],
  [5, 3],
  [8, 2, 1, 2],
  [3, 3],
  [10, 3],
  [6, 2, 1, 2, 1, 2],
  [1, 2],
] as const;

function riskSpec({ rows }: Data, options: ChartOptions): TopLevelSpec {
  const workflows = levelsIn(rows, "workflow");
  const byWorkflow = workflows.length > DASHES.length;
  const dash = levelChannel("workflow", {
    rows,
    sign: (workflow) => DASHES[workflows.indexOf(workflow)],
    legend: strokeSymbols(options),
  });
  const weight = levelChannel("knowledge", {
    rows,
    sign: (knowledge) => OPACITY[knowledge] ?? 1,
    legend: strokeSymbols(options),
  });
  const share = (field: string, title: string) => ({
    field,
    type: "quantitative",
    title,
    scale: { domain: [0, 1] },
    axis: { ...PERCENT_AXIS, values: [0, 0.5, 1] },
  });
  const encoding = {
    x: share("coverage", "answers given"),
    y: share("risk", "without a pass"),
    detail: { field: "configuration" },
    opacity: weight,
    ...(byWorkflow
      ? { color: modelColor(options, modelsIn(rows, options)) }
      : { color: { ...modelColor(options), legend: null }, strokeDash: dash }),
  };
  return {
    ...frame({}, rows, options),
    ...facetGrid(
      {
        ...(byWorkflow
          ? { field: "workflow", values: workflows, label: workflowLabel }
          : { field: "model", values: modelsIn(rows, options) }),
        options,
        height: plotHeight(options, 220),
        minimumWidth: 120,
      },
      [{ name: DATA, mark: { type: "line", strokeWidth: 1.8 }, encoding }],
    ),
  } as TopLevelSpec;
}
