import { gwetAc } from "../../../measure/statistics/agreement/gwet-ac.ts";
import { krippendorffAlpha } from "../../../measure/statistics/agreement/krippendorff.ts";
import { mean } from "../../../measure/statistics/basics/describe.ts";
import { friedmanTest } from "../../../measure/statistics/comparison/friedman.ts";
import { pairedT } from "../../../measure/statistics/comparison/paired-t.ts";
import { wilcoxonSignedRank } from "../../../measure/statistics/comparison/wilcoxon.ts";
import { kendall } from "../../../measure/statistics/correlation/kendall.ts";
import { pearson } from "../../../measure/statistics/correlation/pearson.ts";
import { spearman } from "../../../measure/statistics/correlation/spearman.ts";
import { symmetricTauAp, tauAp } from "../../../measure/statistics/correlation/tau-ap.ts";
import { detectionScores } from "../../../measure/statistics/selective/detection.ts";
import {
  aurc,
  aurcTrapezoid,
  coverageAt,
  excessAurc,
  riskAt,
  riskCoverage,
} from "../../../measure/statistics/selective/risk-coverage.ts";
import { column, type Expected, readJson, readTable, setFolder } from "./data.ts";
import { alphaLevel } from "./helpers.ts";
import { byName, type Compute, type PublishedSet } from "./set.ts";

export const rankTies: PublishedSet = {
  name: "rank-correlation-ties",
  open: () => {
    const vectors = readJson<Record<string, Record<string, number[]>>>(
      `${setFolder("rank-correlation-ties")}/vectors.json`,
    );
    const sides = ({ on }: Expected) =>
      [on.x, on.y].map((name) => vectors[String(on.set)]![String(name)]!) as [number[], number[]];
    return byName([
      [/^Kendall tau_b/, (entry) => kendall(...sides(entry))!.tauB],
      [/^Kendall tau/, (entry) => kendall(...sides(entry))!.tauA],
      [/^tau_AP_b/, (entry) => symmetricTauAp(...sides(entry))],
      [/^tau_AP/, (entry) => tauAp(...sides(entry))],
    ]);
  },
};

export const unieval: PublishedSet = {
  name: "unieval-topical-chat",
  open: () => {
    const tables = new Map(
      ["topical_chat.csv", "sfres.csv"].map((file) => [file, readTable("unieval-topical-chat", file)]),
    );
    const sides = ({ on }: Expected) => {
      const rows = tables.get(String(on.file))!;
      const names = on.x ? [on.x, on.y] : [`model_${on.dimension}`, `human_${on.dimension}`];
      return names.map((name) => column(rows, String(name))) as [number[], number[]];
    };
    return byName([
      [/^Pearson/, (entry) => pearson(...sides(entry))],
      [/^Spearman/, (entry) => spearman(...sides(entry))],
      [/two-sided p/, (entry) => kendall(...sides(entry))!.p],
      [/^Kendall tau-b/, (entry) => kendall(...sides(entry))!.tauB],
    ]);
  },
};

export const mtRag: PublishedSet = {
  name: "mtrag-human-ratings",
  open: () => {
    const rows = readTable("mtrag-human-ratings", "ratings.csv");
    const ratings = (quality: string, of = rows) =>
      of.map((row) =>
        [1, 2, 3, 4, 5, 6, 7].map((r) => (row[`${quality}_r${r}`] === "" ? null : Number(row[`${quality}_r${r}`]))),
      );
    const means = (quality: string, of = rows) =>
      ratings(quality, of).map((unit) => mean(unit.filter((value) => value !== null)));
    const bySystem = (quality: string, system: string) => {
      const found = new Map(rows.filter((row) => row.system === system).map((row) => [row.task, row]));
      const tasks = [...new Set(rows.map((row) => row.task))];
      return means(
        quality,
        tasks.map((task) => found.get(task)!),
      );
    };
    const quality = ({ on }: Expected) => String(on.columns ?? on.score).replace(/(_r\*| mean over raters)$/, "");
    const differences = (name: string) => {
      const [a, b] = [bySystem(name, "gpt-4o"), bySystem(name, "llama-3.1-405b-instruct")];
      return a.flatMap((value, i) => (value === null || b[i] == null ? [] : [value - b[i]!]));
    };
    const against: (of: (x: number[], y: number[]) => number | null) => Compute = (of) => (entry) => {
      const x = means(String(entry.on.x));
      const kept = rows.flatMap((row, i) => (x[i] === null || row[String(entry.on.y)] === "" ? [] : [i]));
      return of(
        kept.map((i) => x[i]!),
        kept.map((i) => Number(rows[i]![String(entry.on.y)])),
      );
    };
    const chosen = rows.filter((row) => row.system !== "reference");
    const errors = means("faithfulness", chosen).map((value) => Number(value! <= 3));
    const confidences = column(chosen, "rb_agg");
    const curve = riskCoverage(confidences, errors);
    return byName([
      [/^Krippendorff/, (entry) => krippendorffAlpha(ratings(quality(entry)), { level: alphaLevel(entry.statistic) })],
      [/AC1/, (entry) => gwetAc(ratings(quality(entry)))!.value],
      [/AC2/, (entry) => gwetAc(ratings(quality(entry)), { weights: "quadratic" })!.value],
      [/^Spearman/, against(spearman)],
      [/^Kendall/, against((x, y) => kendall(x, y)!.tauB)],
      [
        /^Friedman/,
        (entry) => {
          const systems = ["gpt-4o", "llama-3.1-405b-instruct", "reference"].map((system) =>
            bySystem(quality(entry), system),
          );
          const test = friedmanTest(systems[0]!.map((_, i) => systems.map((scores) => scores[i]!)))!;
          return [test.chiSquare, test.p];
        },
      ],
      [
        /^Wilcoxon/,
        (entry) => {
          const test = wilcoxonSignedRank(differences(quality(entry)), {
            method: "normal",
            continuity: false,
            tieTolerance: 0,
          })!;
          return [Math.min(test.v, (test.n * (test.n + 1)) / 2 - test.v), test.p];
        },
      ],
      [/^paired t/, (entry) => (({ t, p }) => [t, p])(pairedT(differences(quality(entry)))!)],
      [
        /^abstention/,
        (entry) => {
          const mine = rows.filter((row) => row.system === entry.on.system && row.answerability !== "CONVERSATIONAL");
          const actual = mine.map((row) => row.answerability === "UNANSWERABLE");
          const abstained = mine.map((row, i) => (row.conditional_idk === "1" ? actual[i]! : !actual[i]));
          const scores = detectionScores(abstained, actual);
          const { truePositive, falsePositive, falseNegative, trueNegative, precision, recall, f1 } = scores;
          return [truePositive, falsePositive, falseNegative, trueNegative, precision, recall, f1];
        },
      ],
      [/^risk at full/, () => riskAt(curve, 1)],
      [/^AURC/, () => aurc(curve)],
      [/^excess AURC/, () => excessAurc(confidences, errors)],
      [/^selective risk/, ({ on }) => riskAt(curve, Number(on.coverage))],
      [/^largest coverage/, ({ on }) => coverageAt(curve, Number(on.limit))],
    ]);
  },
};

export const riskVectors: PublishedSet = {
  name: "risk-coverage-vectors",
  open: () => {
    const vectors = readJson<{ id: string; p: number[]; y: number[] }[]>(
      `${setFolder("risk-coverage-vectors")}/vectors.json`,
    );
    const curve = ({ on }: Expected) => {
      const { p, y } = vectors.find(({ id }) => id === on.id)!;
      return riskCoverage(
        p.map((chance) => Math.max(chance, 1 - chance)),
        p.map((chance, i) => Number(Number(chance > 0.5) !== y[i])),
      );
    };
    const amount = ({ statistic }: Expected) => Number(/(?:<=|coverage) (\.\d+)/.exec(statistic)![1]);
    return byName([
      [/^AURC \(trapezoid/, (entry) => aurcTrapezoid(curve(entry))],
      [/^AURC as mean/, (entry) => aurc(curve(entry))],
      [/^largest coverage/, (entry) => coverageAt(curve(entry), amount(entry))],
      [/^risk at coverage/, (entry) => riskAt(curve(entry), amount(entry))],
    ]);
  },
};
