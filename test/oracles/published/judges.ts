import { cohenKappa } from "../../../measure/statistics/agreement/cohen-kappa.ts";
import { fleissKappa } from "../../../measure/statistics/agreement/fleiss-kappa.ts";
import { krippendorffAlpha } from "../../../measure/statistics/agreement/krippendorff.ts";
import { mcnemar } from "../../../measure/statistics/comparison/mcnemar.ts";
import { column, readTable } from "./data.ts";
import { alphaLevel, weightingOf, zip } from "./helpers.ts";
import { byName, type PublishedSet } from "./set.ts";

export const llmJudge: PublishedSet = {
  name: "llmjudge-2024",
  open: () => {
    const rows = readTable("llmjudge-2024", "labels.csv");
    const labels = (name: unknown) => column(rows, String(name)).map((label) => Math.min(label, 3)); // Published ones clip.
    const all = Object.keys(rows[0]!).slice(2).map(labels);
    const units = rows.map((_, i) => all.map((rater) => rater[i]!));
    return (entry) => {
      const { statistic, on } = entry;
      if (statistic.startsWith("label counts"))
        return [0, 1, 2, 3].map((l) => labels(on.column).filter((x) => x === l).length);
      if (on.raters)
        return statistic.startsWith("Fleiss")
          ? fleissKappa(units)!.value
          : krippendorffAlpha(units, { level: alphaLevel(statistic) });
      const cut = /labels >= (\d)/.exec(statistic)?.[1];
      const side = (name: unknown) => labels(name).map((label) => (cut ? Number(label >= Number(cut)) : label));
      const [a, b] = [side(on.a), side(on.b)];
      if (statistic.startsWith("Cohen")) return cohenKappa(a, b, { weighting: weightingOf(statistic) });
      return krippendorffAlpha(zip(a, b), { level: alphaLevel(statistic) });
    };
  },
};

export const llmBar: PublishedSet = {
  name: "llmbar-natural",
  open: () => {
    const rows = readTable("llmbar-natural", "natural.csv");
    const winners = (name: unknown, none = 0) => rows.map((row) => Number(row[String(name)] || none));
    const gold = winners("gold");
    const right = (name: unknown) => winners(name).map((winner, i) => winner === gold[i]);
    const percent = (hits: readonly boolean[]) => (100 * hits.filter(Boolean).length) / hits.length;
    const orders = (evaluator: unknown) => [`${evaluator}:as_is`, `${evaluator}:swapped`] as const;
    const test = (a: unknown, b: unknown) => {
      const [first, second] = [right(a), right(b)];
      const only = (x: boolean[], y: boolean[]) => x.filter((hit, i) => hit && !y[i]).length;
      return mcnemar(only(first, second), only(second, first))!;
    };
    return byName([
      [/^accuracy %, as is/, ({ on }) => percent(right(orders(on.evaluator)[0]))],
      [/^accuracy %, swapped/, ({ on }) => percent(right(orders(on.evaluator)[1]))],
      [/^accuracy %, mean/, ({ on }) => orders(on.evaluator).reduce((sum, name) => sum + percent(right(name)) / 2, 0)],
      [
        /^% right in both/,
        ({ on }) => both(on.evaluator, (first, second, i) => first === gold[i] && second === gold[i]),
      ],
      [/^% same winner/, ({ on }) => both(on.evaluator, (first, second) => first === second)],
      // No winner counts as 2 between orders (as their script does), on its own against gold.
      [
        /^Cohen's kappa between/,
        ({ on }) => cohenKappa(winners(orders(on.evaluator)[0], 2), winners(orders(on.evaluator)[1], 2)),
      ],
      [/^Cohen's kappa, evaluator/, ({ on }) => cohenKappa(winners(orders(on.evaluator)[0]), gold)],
      [/^McNemar exact/, ({ on }) => test(on.a, on.b).exactP],
      [/^McNemar chi-square with/, ({ on }) => test(on.a, on.b).corrected],
    ]);

    function both(evaluator: unknown, hit: (first: number, second: number, i: number) => boolean): number {
      const [first, second] = orders(evaluator).map((name) => winners(name));
      return percent(first!.map((winner, i) => hit(winner, second![i]!, i)));
    }
  },
};
