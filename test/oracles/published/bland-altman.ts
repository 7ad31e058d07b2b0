import { parametricLimits } from "../../../measure/statistics/agreement/bland-altman.ts";
import { concordance } from "../../../measure/statistics/agreement/concordance.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { fitLine } from "../../../measure/statistics/basics/regression.ts";
import { pairedT } from "../../../measure/statistics/comparison/paired-t.ts";
import { correlationP, pearson } from "../../../measure/statistics/correlation/pearson.ts";
import { spearman } from "../../../measure/statistics/correlation/spearman.ts";
import { column, readTable } from "./data.ts";
import { byName, type Compute, type PublishedSet } from "./set.ts";

export const giavarina: PublishedSet = {
  name: "bland-altman-giavarina-2015",
  open: () => {
    const rows = readTable("bland-altman-giavarina-2015", "giavarina2015.csv");
    const [a, b] = [column(rows, "A"), column(rows, "B")];
    return ({ statistic, ...rest }) => {
      const percent = /^differences in % of the mean: (.*)$/.exec(statistic);
      return limitsOf(a, b, percent ? "percent" : "raw")({ ...rest, statistic: percent ? percent[1]! : statistic });
    };
  },
};

export const plasmaFat: PublishedSet = {
  name: "bland-altman-plasma-fat",
  open: () => {
    const plasma = readTable("bland-altman-plasma-fat", "plvol.csv");
    const fat = readTable("bland-altman-plasma-fat", "fat.csv");
    const plasmaOf = (method: string) =>
      column(
        plasma.filter((row) => row.meth === method),
        "y",
      );
    const fatOf = (observer: unknown, measure: string) => {
      const mine = fat.filter((row) => row.Obs === observer);
      return [...new Set(mine.map((row) => row.Id))].map(
        (id) =>
          mean(
            column(
              mine.filter((row) => row.Id === id),
              measure,
            ),
          )!,
      );
    };
    return (entry) => {
      if (entry.on.file === "fat.csv") {
        const measure = String(entry.on.measure);
        return limitsOf(fatOf(entry.on.a, measure), fatOf(entry.on.b, measure), "raw")(entry);
      }
      const [a, b] = [plasmaOf("Nadler"), plasmaOf("Hurley")];
      return limitsOf(a, b, entry.on.scale === "natural log" ? "log" : "raw")(entry);
    };
  },
};

function limitsOf(a: readonly number[], b: readonly number[], scale: DifferenceScale): Compute {
  const differences = scaledDifferences(a, b, scale);
  const limits = parametricLimits(differences)!;
  const on = (values: readonly number[]) => (scale === "log" ? values.map(Math.log) : [...values]);
  const [x, y] = [on(a), on(b)];
  const means = x.map((value, i) => (value + y[i]!) / 2);
  const tails = [limits.lower.value, limits.upper.value];
  const t = pairedT(differences)!;
  return byName([
    [/^bias, sd$/, () => [limits.bias.value, limits.sd]],
    [/^bias/, () => limits.bias.value],
    [/^limits$/, () => tails],
    [/^sd of diff/, () => limits.sd],
    [/^standard error of bias/, () => limits.sd / Math.sqrt(a.length)],
    [/^95% limits/, () => tails],
    [/^95% CI of bias/, () => [limits.bias.low, limits.bias.high]],
    [/^standard error of the limits/, () => limits.sd * Math.sqrt(3 / a.length)],
    [/^95% CI of the lower/, () => [limits.lower.low, limits.lower.high]],
    [/^95% CI of the upper/, () => [limits.upper.low, limits.upper.high]],
    [/^slope of difference/, () => fitLine(means, differences)!.slope],
    [/^Pearson r; Lin/, () => [pearson(x, y), concordance(x, y)]],
    [/^paired t of the bias/, () => [t.t, t.p]],
    [/^back-transformed: ratio/, () => Math.exp(limits.bias.value)],
    [/^back-transformed: limits/, () => tails.map(Math.exp)],
    [/^Spearman rho of difference and mean/, () => trend(differences, means)],
  ]);
}

function trend(differences: readonly number[], means: readonly number[]): (number | null)[] {
  const rho = spearman(differences, means)!;
  return [rho, correlationP(rho, means.length)];
}

type DifferenceScale = "raw" | "log" | "percent";

/**
 * What is done to the measurements before: natural logarithms (Bland & Altman 1999, section 3.1), or percent of the pair's
 * mean (Giavarina 2015).
 */
function scaledDifferences(a: readonly number[], b: readonly number[], scale: DifferenceScale): number[] {
  return a.map((value, i) => {
    const other = b[i]!;
    if (scale === "log") return Math.log(value) - Math.log(other);
    return scale === "raw" ? value - other : (200 * (value - other)) / (value + other);
  });
}
