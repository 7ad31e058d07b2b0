import { icc } from "../../../measure/statistics/agreement/icc.ts";
import { fitMixedModel, type MixedModel } from "../../../measure/statistics/factorial/mixed-model.ts";
import { oneWay } from "../../../measure/statistics/factorial/one-way.ts";
import { twoWayMeanSquares } from "../../../measure/statistics/factorial/two-way.ts";
import { anovaPower } from "../../../measure/statistics/power/anova.ts";
import { chiSquarePower } from "../../../measure/statistics/power/chi-square.ts";
import { correlationPower } from "../../../measure/statistics/power/correlation.ts";
import { mcnemarPower } from "../../../measure/statistics/power/mcnemar.ts";
import { arcsinePower, proportionsPower } from "../../../measure/statistics/power/proportions.ts";
import { sampleSizeFor } from "../../../measure/statistics/power/solve.ts";
import { tTestPower } from "../../../measure/statistics/power/t-test.ts";
import { column, type Expected, readTable } from "./data.ts";
import { byName, type PublishedSet } from "./set.ts";

/** Pastes is printed with the inner group first, against the order of its formula. */
const INNER_FIRST = "variance sample (in batch)";

export const lme4: PublishedSet = {
  name: "variance-components-lme4",
  open: () => {
    const read = (file: string) => readTable("variance-components-lme4", file);
    const models = new Map<string, MixedModel>();
    const modelOf = (entry: Expected) => {
      const key = `${entry.on.file} ${entry.on.model} ${entry.on.method} ${entry.statistic.startsWith(INNER_FIRST)}`;
      if (!models.has(key)) models.set(key, fitted(entry, read(String(entry.on.file))));
      return models.get(key)!;
    };
    const variances = (model: MixedModel) => [
      ...Object.values(model.components).map(({ intercept }) => intercept),
      model.residual,
    ];
    const slopes = (model: MixedModel) => [
      model.components.Subject!.intercept,
      model.components.Subject!.slope!,
      model.residual,
    ];
    const dyestuff = read("Dyestuff.csv");
    const batches = [...new Set(dyestuff.map((row) => row.Batch))].map((batch) =>
      column(
        dyestuff.filter((row) => row.Batch === batch),
        "Yield",
      ),
    );
    return byName([
      [
        /exact REML, from balanced/,
        () => {
          const rows = read("Penicillin.csv");
          const samples = [...new Set(rows.map((row) => row.sample))];
          const table = [...new Set(rows.map((row) => row.plate))].map((plate) =>
            samples.map((sample) => Number(rows.find((row) => row.plate === plate && row.sample === sample)!.diameter)),
          );
          const s = twoWayMeanSquares(table)!;
          return [
            (s.meanRows - s.meanResidual) / samples.length,
            (s.meanColumns - s.meanResidual) / table.length,
            s.meanResidual,
          ];
        },
      ],
      [/^variance intercept, Days/, (entry) => slopes(modelOf(entry))],
      [
        /^sd intercept, Days/,
        (entry) => [...slopes(modelOf(entry)).map(Math.sqrt), modelOf(entry).components.Subject!.correlation],
      ],
      [/^variance.*-2 log/, (entry) => [...variances(modelOf(entry)), modelOf(entry).criterion]],
      [/^variance/, (entry) => variances(modelOf(entry))],
      [/^sd/, (entry) => variances(modelOf(entry)).map(Math.sqrt)],
      [/^intercept, its/, (entry) => [modelOf(entry).fixed[0]!.estimate, modelOf(entry).fixed[0]!.standardError]],
      [/^REML criterion/, (entry) => modelOf(entry).criterion],
      [
        /^fixed effects intercept, Days/,
        (entry) => {
          const { fixed } = modelOf(entry);
          return [...fixed.map(({ estimate }) => estimate), ...fixed.map(({ standardError }) => standardError)];
        },
      ],
      [
        /^fixed effects Machine/,
        (entry) => [...modelOf(entry).fixed.map(({ estimate }) => estimate), modelOf(entry).criterion],
      ],
      [
        /^one-way ANOVA/,
        () => (({ meanBetween, meanWithin, f, p }) => [meanBetween, meanWithin, f, p])(oneWay(batches)!),
      ],
      [/^ICC\(1\)/, () => icc(batches, "1,1")!.value],
    ]);
  },
};

/** Reads the model as lme4 writes it: fixed part, then (1|group), (x|group) or (1|a:b). */
function fitted({ on, statistic }: Expected, rows: readonly Record<string, string>[]): MixedModel {
  const [response, right] = String(on.model).split(" ~ ") as [string, string];
  const terms = [...right.matchAll(/\((\w+)\|([\w:]+)\)/g)].map(([, slope, group]) => ({
    name: group!,
    group: rows.map((row) =>
      group!
        .split(":")
        .map((part) => row[part])
        .join(":"),
    ),
    slope: slope === "1" ? undefined : column(rows, slope!),
  }));
  if (statistic.startsWith(INNER_FIRST)) terms.reverse();
  const fixedNames = right.split(" + ").filter((part) => /^[A-Z]\w+$/.test(part));
  const fixed = rows.map((row) => [1, ...fixedNames.flatMap((name) => coded(rows, row, name))]);
  return fitMixedModel({ y: column(rows, response), fixed, random: terms, method: on.method as "REML" | "ML" });
}

/** A number as it is, a factor by one column for each level but the first. */
function coded(rows: readonly Record<string, string>[], row: Record<string, string>, name: string): number[] {
  if (Number.isFinite(Number(row[name]))) return [Number(row[name])];
  const levels = [...new Set(rows.map((other) => other[name]!))].sort();
  return levels.slice(1).map((level) => Number(row[name] === level));
}

export const power: PublishedSet = {
  name: "power-sample-size",
  open: () => {
    const t =
      (design: "paired" | "two-groups", sides: 1 | 2 = 2) =>
      (effect: unknown, n: number) =>
        tTestPower({ effect: Number(effect), n, design, sides });
    const size = (powerAt: (n: number) => number, power: unknown = 0.8, from = 4) =>
      sampleSizeFor(powerAt, { power: Number(power), from });
    const up = (n: number | null) => (n === null ? null : Math.ceil(n));
    const near = (n: number | null) => (n === null ? null : Math.round(n));
    const mcnemarSize =
      (sides: 1 | 2) =>
      ({ on }: Expected) =>
        up(size((n) => mcnemarPower({ onlyFirst: Number(on.p01), onlySecond: Number(on.p10), n, sides }), on.power));
    return byName([
      [/^two independent groups, t test: n per/, ({ on }) => near(size((n) => t("two-groups")(on.d, n), on.power))],
      [/^two independent groups, t test: exact/, ({ on }) => size((n) => t("two-groups")(on.d, n), on.power)],
      [/^paired t test: exact/, ({ on }) => size((n) => t("paired")(on.d_z, n), on.power)],
      [/^paired t test: power/, ({ on }) => t("paired")(on.d_z, Number(on.n))],
      [/^McNemar \(Connor\), one-sided/, mcnemarSize(1)],
      [/^McNemar \(Connor\), two-sided/, mcnemarSize(2)],
      [/^t test two groups: power/, () => t("two-groups")(1, 20)],
      [/^t test two groups: n for/, () => size((n) => t("two-groups")(1, n), 0.9)],
      [/^t test two groups one-sided/, () => size((n) => t("two-groups", 1)(1, n), 0.9)],
      [/^two proportions .*: power/, () => proportionsPower({ first: 0.5, second: 0.75, n: 50 })],
      [
        /^two proportions .*: n for power .90/,
        () => size((n) => proportionsPower({ first: 0.5, second: 0.75, n }), 0.9),
      ],
      [/^correlation/, ({ on }) => size((n) => correlationPower({ r: Number(on.effect), n }))],
      [/^one-way ANOVA/, ({ on }) => size((n) => anovaPower({ f: Number(on.effect), groups: 4, n }))],
      [/^two proportions, effect h/, ({ on }) => size((n) => arcsinePower({ h: Number(on.effect), n }))],
      [/^chi-square/, ({ on }) => size((n) => chiSquarePower({ w: Number(on.effect), n, degreesOfFreedom: 1 }))],
    ]);
  },
  differences: [
    {
      matches: ({ value }) => value === 22.0211 || value === 17.84713,
      reason:
        "R's root finder stops up to 1.2e-4 from the root; at our n the power is .9 to 12 digits by scipy's noncentral t (two-sided R leaves out the other tail, 1e-7)",
    },
  ],
};
