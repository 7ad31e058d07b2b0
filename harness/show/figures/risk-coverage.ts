import { countOf } from "../../../base/counts.ts";
import { count, decimal, percent } from "../../print/format.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { RiskCoverage } from "../../results/analyses/risk-coverage.ts";
import type { Target } from "../../results/selection/target.ts";
import { configurationCurves } from "../drawing/charts/curve.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure, FigureData } from "../drawing/figure.ts";
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
  columns: columnsOf({
    configuration: "text",
    answers: ["count", "answers given"],
    coverage: "percent",
    risk: "percent",
  }),
  read: readCurves,
  caption: describeSignal,
  details: describeExtremes,
  flat: level,
  marks: ({ facts }) => facts.length,
  spec: ({ rows }, options) => {
    const share = { domain: [0, 1], percent: true, ticks: [0, 0.5, 1] };
    const [x, y] = [
      { field: "coverage", title: "answers given", ...share },
      { field: "risk", title: "without a pass", ...share },
    ];
    return configurationCurves({ rows, options, x, y });
  },
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
