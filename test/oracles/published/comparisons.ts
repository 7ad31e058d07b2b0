import { makeRandom } from "../../../base/random.ts";
import { kendallW } from "../../../measure/statistics/agreement/kendall-w.ts";
import { mean, standardDeviation } from "../../../measure/statistics/basics/describe.ts";
import { friedmanTest } from "../../../measure/statistics/comparison/friedman.ts";
import { mcnemar } from "../../../measure/statistics/comparison/mcnemar.ts";
import { pairedBootstrap } from "../../../measure/statistics/comparison/paired-bootstrap.ts";
import { pairedT } from "../../../measure/statistics/comparison/paired-t.ts";
import { rankPairs } from "../../../measure/statistics/comparison/rank-post-hoc.ts";
import { signFlipTest } from "../../../measure/statistics/comparison/sign-flip.ts";
import { signTest } from "../../../measure/statistics/comparison/sign-test.ts";
import { wilcoxonSignedRank } from "../../../measure/statistics/comparison/wilcoxon.ts";
import { kendall } from "../../../measure/statistics/correlation/kendall.ts";
import { pearson } from "../../../measure/statistics/correlation/pearson.ts";
import { spearman } from "../../../measure/statistics/correlation/spearman.ts";
import { generalizability } from "../../../measure/statistics/factorial/generalizability.ts";
import { twoWayMeanSquares } from "../../../measure/statistics/factorial/two-way.ts";
import { column, type Expected, readJson, readTable, setFolder } from "./data.ts";
import { byName, type PublishedSet } from "./set.ts";

export const classical: PublishedSet = {
  name: "classical-paired-tests",
  open: () => {
    const read = (file: string) => readTable("classical-paired-tests", file);
    const times = read("rounding_times.csv").map((row) => Object.values(row).map(Number));
    const friedman = friedmanTest(times)!;
    const scale = differencesOf(read("depression.csv"), "first", "second");
    const { table } = readJson<{ table: number[][] }>(`${setFolder("classical-paired-tests")}/approval.json`);
    const approval = mcnemar(table[0]![1]!, table[1]![0]!)!;
    const tuna = read("tuna.csv");
    const [l, panel] = [column(tuna, "L"), column(tuna, "panel")];
    const rank = kendall(l, panel)!;
    const maize = differencesOf(read("darwin_maize.csv"), "cross", "self");
    const flips = signFlipTest(maize, { random: makeRandom("unused") })!;
    return byName([
      [/^Friedman chi-square, df, p/, () => [friedman.chiSquare, friedman.degreesOfFreedom, friedman.p]],
      [/^Friedman chi-square, p, mean/, () => [friedman.chiSquare, friedman.p, ...friedman.meanRanks]],
      [/^Kendall's W/, () => kendallW(times[0]!.map((_, j) => times.map((row) => row[j]!)))!.w],
      [/^Nemenyi/, () => rankPairs(friedman).map(({ nemenyiP }) => nemenyiP)],
      [/^Wilcoxon signed-rank exact/, () => (({ v, pGreater }) => [v, pGreater])(wilcoxonSignedRank(scale)!)],
      [/^Wilcoxon exact/, () => [wilcoxonSignedRank(scale)!.p, wilcoxonSignedRank(scale, { method: "normal" })!.p]],
      [/^paired t, p; sign/, () => [pairedT(scale)!.t, pairedT(scale)!.p, signTest(scale)!.p]],
      [/^McNemar chi-square without/, () => approval.chiSquare],
      [/^McNemar chi-square with/, () => [approval.corrected, approval.correctedP]],
      [/^McNemar exact/, () => approval.exactP],
      [/^McNemar p without/, () => approval.chiSquareP],
      [/^Kendall T/, () => [rank.concordant, rank.tauB, rank.p]],
      [/^Pearson/, () => [pearson(l, panel), spearman(l, panel)]],
      [/^Kendall exact one-sided/, () => rank.p! / 2],
      [/^sum of differences/, () => maize.reduce((sum, value) => sum + value, 0)],
      [/^number of the/, () => (flips.p / 2) * 2 ** maize.length],
      [/^exact randomisation/, () => [50 * flips.p, 100 * flips.p]],
      [/^paired t, two-sided p; Wilcoxon/, () => [pairedT(maize)!.t, pairedT(maize)!.p, wilcoxonSignedRank(maize)!.v]],
      [/^paired t$/, () => pairedT(maize)!.t],
    ]);
  },
};

export const trec8: PublishedSet = {
  name: "trec8-adhoc-ap",
  open: () => {
    const rows = readTable("trec8-adhoc-ap", "adhoc8_ap.csv");
    const table = rows.map((row) => Object.values(row).map(Number));
    const differences = ({ on }: Expected) => differencesOf(rows, String(on.experimental), String(on.baseline));
    const reversed = (entry: Expected) => differences(entry).map((value) => -value); // Their V is of baseline minus experimental.
    const wilcoxon = (entry: Expected, tieTolerance: number | undefined) =>
      [true, false].map(
        (continuity) => wilcoxonSignedRank(reversed(entry), { method: "normal", continuity, tieTolerance })!,
      );
    const three = ([corrected, plain]: ReturnType<typeof wilcoxon>) => [corrected!.v, corrected!.p, plain!.p];
    const flips = (entry: Expected) =>
      signFlipTest(differences(entry), { random: makeRandom("sign flips"), permutations: 200_000 })!.p;
    const shifted = (entry: Expected) =>
      pairedBootstrap(differences(entry), { random: makeRandom("shifts"), resamples: 200_000 })!;
    const raw = (entry: Expected) => wilcoxonSignedRank(differences(entry), { method: "normal", tieTolerance: 0 })!;
    const friedman = (names: readonly string[]) =>
      friedmanTest(rows.map((row) => names.map((name) => -Number(row[name]))))!;
    const all = friedman(Object.keys(rows[0]!));
    const t = (entry: Expected) => pairedT(differences(entry))!;
    return byName([
      [/^paired t, one-sided/, (entry) => t(entry).pGreater],
      [/^paired t, two-sided/, (entry) => t(entry).p],
      [/^paired t \(/, (entry) => [t(entry).t, t(entry).p]],
      [/^95% CI of the mean/, (entry) => [t(entry).low, t(entry).high]],
      [
        /^mean of baseline/,
        (entry) => {
          const [a, b] = [column(rows, String(entry.on.baseline)), column(rows, String(entry.on.experimental))];
          return [mean(a), mean(b), t(entry).difference, standardDeviation(differences(entry)), t(entry).effect];
        },
      ],
      [/^Wilcoxon signed-rank, one-sided/, (entry) => raw(entry).pGreater],
      [/^Wilcoxon signed-rank, two-sided/, (entry) => raw(entry).p],
      [/^Wilcoxon signed-rank \(/, (entry) => three(wilcoxon(entry, 0))],
      [/^Wilcoxon signed-rank, differences rounded/, (entry) => three(wilcoxon(entry, undefined))],
      [/^sign test, two-sided p; differences up to/, (entry) => signTest(differences(entry), { within: 0.01 })!.p],
      [
        /^sign test, one-sided p; differences up to/,
        (entry) => signTest(differences(entry), { within: 0.01 })!.pGreater,
      ],
      [/^sign test two-sided/, (entry) => signTest(differences(entry))!.p],
      [/^bootstrap .*two-sided/, (entry) => shifted(entry).p],
      [/^bootstrap .*one-sided/, (entry) => shifted(entry).pGreater],
      [/^randomisation test.*one-sided/, (entry) => flips(entry) / 2],
      [/^randomisation test/, flips],
      [
        /^two-way ANOVA/,
        () => {
          const s = twoWayMeanSquares(table)!;
          const ratio = [s.meanColumns / s.meanResidual, s.meanRows / s.meanResidual];
          return [
            s.squaresColumns,
            s.squaresRows,
            s.squaresResidual,
            s.meanColumns,
            s.meanRows,
            s.meanResidual,
            ...ratio,
          ];
        },
      ],
      [
        /^variance components/,
        () => (({ system, topic, residual }) => [system, topic, residual])(generalizability(table)!),
      ],
      [/^generalisability/, () => (({ relative, absolute }) => [relative, absolute])(generalizability(table)!)],
      [/^Friedman chi-square over all/, () => [all.chiSquare, all.degreesOfFreedom, all.p]],
      [
        /^Friedman over the five/,
        ({ on }) => {
          const test = friedman(on.runs as unknown as string[]);
          return [test.chiSquare, test.p, ...test.meanRanks];
        },
      ],
    ]);
  },
};

function differencesOf(rows: readonly Record<string, string>[], a: string, b: string): number[] {
  const second = column(rows, b);
  return column(rows, a).map((value, i) => value - second[i]!);
}
