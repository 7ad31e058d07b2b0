import { cohenKappa } from "../../../measure/statistics/agreement/cohen-kappa.ts";
import { congerKappa } from "../../../measure/statistics/agreement/conger-kappa.ts";
import { fleissKappa } from "../../../measure/statistics/agreement/fleiss-kappa.ts";
import { ICC_FORMS, type IccForm, icc } from "../../../measure/statistics/agreement/icc.ts";
import { kappaTest } from "../../../measure/statistics/agreement/kappa-test.ts";
import { kendallW } from "../../../measure/statistics/agreement/kendall-w.ts";
import { krippendorffAlpha } from "../../../measure/statistics/agreement/krippendorff.ts";
import { marginalHomogeneity } from "../../../measure/statistics/agreement/marginal-homogeneity.ts";
import { kendall } from "../../../measure/statistics/correlation/kendall.ts";
import { spearman } from "../../../measure/statistics/correlation/spearman.ts";
import { twoWayMeanSquares } from "../../../measure/statistics/factorial/two-way.ts";
import { type Expected, pairsOf, readJson, readTable, setFolder } from "./data.ts";
import { weightingOf, zip } from "./helpers.ts";
import { byName, type Compute, type PublishedSet } from "./set.ts";

/** 2 values in two sets. */
const MEAN_OF_RATERS = {
  matches: ({ statistic }: Expected) => /^ICC\(2,k\).*95% CI/.test(statistic),
  reason:
    "irr 0.84.1 counts k twice in the error's degrees of freedom of ICC(2,k); McGraw & Wong's table 7 and psych give ours, which covers as it should",
};

const numbers = (set: string, file: string) => readTable(set, file).map((row) => Object.values(row).map(Number));

export const visionVideo: PublishedSet = {
  name: "irr-vision-video",
  open: () => {
    const table = numbers("irr-vision-video", "vision_table.csv");
    const video = numbers("irr-vision-video", "video.csv");
    const { a, b } = pairsOf(table);
    const pairs = zip(a, b);
    const within = (steps: number) =>
      (100 * video.filter((row) => Math.max(...row) - Math.min(...row) <= steps).length) / video.length;
    const homogeneity = (method: "stuart-maxwell" | "bhapkar") => marginalHomogeneity(table, method)!;
    return byName([
      [
        /^Stuart-Maxwell chi-square, p/,
        () => [homogeneity("stuart-maxwell").chiSquare, homogeneity("stuart-maxwell").p],
      ],
      [/^Stuart-Maxwell/, () => homogeneity("stuart-maxwell").chiSquare],
      [/^Bhapkar/, () => homogeneity("bhapkar").chiSquare],
      [/quadratic weights: z/, () => kappaTest(pairs, { weights: "quadratic" })!.z],
      [/asymptotic standard error/, () => congerKappa(pairs, { asymptotic: true })!.standardError!],
      [/^Cohen's kappa/, ({ statistic }) => cohenKappa(a, b, { weighting: weightingOf(statistic) })],
      [/^z of kappa/, () => kappaTest(pairs)!.z],
      [/^percent agreement/, () => (100 * pairs.filter(([x, y]) => x === y).length) / pairs.length],
      [/^Kendall tau-b/, () => [kendall(a, b)!.tauB, spearman(a, b)]],
      [/^ICC/, iccOf(video)],
      [/^Kendall's W/, () => (({ w, chiSquare, p }) => [w, chiSquare, p])(kendallW(video)!)],
      [
        /^Krippendorff/,
        () => (["ordinal", "interval", "nominal"] as const).map((level) => krippendorffAlpha(video, { level })),
      ],
      [/^Fleiss/, () => fleissKappa(video)!.value],
      [/^% exact agreement/, () => [within(0), within(1)]],
    ]);
  },
  differences: [MEAN_OF_RATERS],
};

export const shroutFleiss: PublishedSet = {
  name: "shrout-fleiss-cohen-weighted",
  open: () => {
    const rows = numbers("shrout-fleiss-cohen-weighted", "shrout_fleiss.csv");
    const cohen = readJson<{ proportions: number[][]; disagreement_weights: number[][]; n: number }>(
      `${setFolder("shrout-fleiss-cohen-weighted")}/cohen_1968.json`,
    );
    const { a, b } = pairsOf(cohen.proportions.map((row) => row.map((share) => Math.round(share * cohen.n))));
    const own = cohen.disagreement_weights.map((row) => row.map((weight) => 1 - weight / 6));
    const squares = twoWayMeanSquares(rows)!;
    return byName([
      [/^ICC/, iccOf(rows)],
      [/^mean squares/, () => [squares.meanRows, squares.meanColumns, squares.meanResidual]],
      [/^weighted kappa/, () => congerKappa(zip(a, b), { weights: own })!.value],
      [/^Cohen's kappa, unweighted/, () => cohenKappa(a, b)],
    ]);
  },
  differences: [MEAN_OF_RATERS],
};

export const msPatients: PublishedSet = {
  name: "vcd-mspatients",
  open: () => {
    const tables = readJson<Record<string, number[][]>>(`${setFolder("vcd-mspatients")}/tables.json`);
    const pairs = ({ on }: { on: Record<string, unknown> }) => {
      const { a, b } = pairsOf(tables[String(on.table)]!);
      return zip(a, b);
    };
    const withError: Compute = (entry) => {
      const result = congerKappa(pairs(entry), { weights: weightingOf(entry.statistic), asymptotic: true })!;
      return [result.value, result.standardError];
    };
    return byName([
      [/asymptotic standard error/, withError],
      [/^Cohen/, (entry) => congerKappa(pairs(entry), { weights: weightingOf(entry.statistic) })!.value],
      [
        /^Kripp/,
        (entry) =>
          (["nominal", "ordinal", "interval"] as const).map((level) => krippendorffAlpha(pairs(entry), { level })),
      ],
    ]);
  },
};

function iccOf(rows: readonly (readonly number[])[]): Compute {
  return ({ statistic }) => {
    const named = /^ICC\((.),(.)\)/.exec(statistic)!;
    const form = `${named[1]},${named[2] === "1" ? "1" : "k"}` as IccForm;
    if (!ICC_FORMS.includes(form)) return null;
    const result = icc(rows, form)!;
    return statistic.includes("95% CI") ? [result.low, result.high, result.f] : result.value;
  };
}
