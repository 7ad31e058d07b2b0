import { metricLabel } from "../../harness/print/format.ts";
import { meanOf, type PlainFacts, type PlainRow } from "./facts.ts";
import type { FigureForms, Form } from "./form.ts";
import { effectsOf } from "./probe-effects.ts";

const IR = ["ndcg@5", "ndcg@10", "mrr@10", "recall@10"];

interface Pair {
  a: number;
  b: number;
}

/** The judge's number and another of answers that have both. */
function pairsOf(rows: readonly PlainRow[], other: (row: PlainRow) => PlainRow["primary"]): Pair[] {
  return rows.flatMap((row) => {
    const [a, b] = [row.primary, other(row)];
    return typeof a === "number" && typeof b === "number" ? [{ a, b }] : [];
  });
}

const answered = ({ rows }: PlainFacts) =>
  rows.filter(({ answerable, outcome }) => answerable && outcome === "success");
const meanIr = ({ scores }: PlainRow) => {
  const values = IR.flatMap((name) => scores[name] ?? []);
  return values.length === IR.length ? meanOf(values) : null;
};
const SIGNED = String.raw`([+\-−±]?[\d.]+)`;
const numeric = (text = "") => Number(text.replace("−", "-").replace("±", ""));
const near = (text: string | undefined, value: number, digits: number) =>
  Math.abs(numeric(text) - value) <= 0.5 * 10 ** -digits + 1e-9;

function agreementForms(pairs: (facts: PlainFacts) => Pair[]): Form[] {
  const differences = (facts: PlainFacts) => pairs(facts).map(({ a, b }) => a - b);
  return [
    [/^No pair of measurements to compare\.$/, (_, facts) => pairs(facts).length === 0],
    [
      /^.+ are equal on (?:the one execution that has both|every one of (\d+) executions)\.$/,
      ([, n], facts) =>
        pairs(facts).length === Number(n ?? 1) && differences(facts).every((one) => Math.abs(one) < 1e-9),
    ],
    [
      new RegExp(String.raw`^.+ is ${SIGNED} on (?:the one execution that has both|every one of (\d+) executions)\.$`),
      ([, said, n], facts) =>
        pairs(facts).length === Number(n ?? 1) && differences(facts).every((one) => near(said, one, 3)),
    ],
    [
      new RegExp(
        String.raw`^.+ is ${SIGNED} on average \((?:95 % interval ${SIGNED} … ${SIGNED}|too few scenarios for an interval), n = (\d+)\); limits of agreement: ${SIGNED} and ${SIGNED}\.$`,
      ),
      ([, bias, low, high, n, lower, upper], facts) => {
        const all = differences(facts);
        const mean = meanOf(all)!;
        const inside = low === undefined || (numeric(low) <= mean + 0.001 && numeric(high) >= mean - 0.001);
        return Number(n) === all.length && near(bias, mean, 3) && inside && areLimits(all, [lower, upper]);
      },
    ],
  ];
}

/** 2.5 and 97.5 % quantiles, between the two nearest differences in proportion. */
function areLimits(values: readonly number[], limits: readonly (string | undefined)[]): boolean {
  const sorted = [...values].sort((a, b) => a - b);
  return [0.025, 0.975].every((share, at) => {
    const place = share * (sorted.length - 1);
    const [below, above] = [sorted[Math.floor(place)]!, sorted[Math.ceil(place)]!];
    return near(limits[at], below + (place % 1) * (above - below), 2);
  });
}

const AGAINST_NDCG = agreementForms((facts) => pairsOf(answered(facts), ({ scores }) => scores["ndcg@10"] ?? null));
const AGAINST_IR = agreementForms((facts) => pairsOf(answered(facts), meanIr));
const AGAINST_CALIBRATION = agreementForms(({ rows }) => pairsOf(rows, ({ calibration }) => calibration));

/** Answers with the judge's number and all of the metrics. */
const wholeOf = (facts: PlainFacts) =>
  answered(facts).filter((row) => typeof row.primary === "number" && meanIr(row) !== null);

/** Whether p tells is taken as it is; which correlation, and over how many, is not. */
const JUDGE_IR: Form[] = [
  [/^No correlation can be computed: too few executions have both numbers\.$/, (_, facts) => wholeOf(facts).length < 2],
  [
    /^No correlation can be computed: every answer has (?:the composite ([\d.]+))?( and )?(the same value of each metric)? \(n = (\d+)\)\.$/,
    ([, composite, , metrics, n], facts) => {
      const whole = wholeOf(facts);
      const areSame = (of: (row: PlainRow) => unknown) =>
        new Set(whole.map((row) => JSON.stringify(of(row)))).size === 1;
      return (
        whole.length === Number(n) &&
        areSame(({ primary }) => primary) === (composite !== undefined) &&
        areSame(({ scores }) => IR.map((name) => scores[name])) === (metrics !== undefined) &&
        (composite === undefined || near(composite, whole[0]!.primary as number, 2))
      );
    },
  ],
  [
    /^No correlation of the judge's composite with a retrieval metric is shown; highest observed: (.+) \(rho = ([\d.−-]+), .*n = (\d+)\)\.$/,
    ([, metric, rho, n], facts) => isRho(facts, { metric, rho, n }) && isExtreme(facts, metric!, 1),
  ],
  [
    /^The judge's composite has an? (negligible|weak|moderate|strong|very strong) correlation(, in the opposite direction,)? with (.+?) \(rho = ([\d.−-]+), .*n = (\d+)\)(?:, lowest observed of (.+) \(([\d.−-]+)\))?\.$/,
    ([, word, opposite, metric, rho, n, lowest, least], facts) => {
      const size = Math.abs(numeric(rho));
      const from = { negligible: 0, weak: 0.1, moderate: 0.4, strong: 0.7, "very strong": 0.9 }[word!]!;
      return (
        isRho(facts, { metric, rho, n }) &&
        size >= from - 0.005 &&
        (opposite !== undefined) === (numeric(rho) < 0 && word !== "negligible") &&
        (lowest === undefined || (isExtreme(facts, lowest, -1) && near(least, rhoOf(facts, nameOf(lowest))!, 2)))
      );
    },
  ],
];

const nameOf = (label: string) => IR.find((name) => metricLabel(name) === label)!;

function isRho(facts: PlainFacts, said: { metric?: string; rho?: string; n?: string }): boolean {
  const name = nameOf(said.metric!);
  const pairs = pairsOf(answered(facts), ({ scores }) => scores[name] ?? null);
  return pairs.length === Number(said.n) && near(said.rho, rhoOf(facts, name)!, 2);
}

function isExtreme(facts: PlainFacts, label: string, sign: 1 | -1): boolean {
  const own = sign * rhoOf(facts, nameOf(label))!;
  return IR.every(
    (name) => own >= sign * (rhoOf(facts, name) ?? -sign * Infinity) - 1e-9 || rhoOf(facts, name) === null,
  );
}

/** Pearson's correlation of mid-ranks. */
function rhoOf(facts: PlainFacts, name: string): number | null {
  const pairs = pairsOf(answered(facts), ({ scores }) => scores[name] ?? null);
  const [a, b] = [ranksOf(pairs.map((one) => one.a)), ranksOf(pairs.map((one) => one.b))];
  const [meanA, meanB] = [meanOf(a) ?? 0, meanOf(b) ?? 0];
  let [both, ofA, ofB] = [0, 0, 0];
  for (const at of a.keys()) {
    both += (a[at]! - meanA) * (b[at]! - meanB);
    ofA += (a[at]! - meanA) ** 2;
    ofB += (b[at]! - meanB) ** 2;
  }
  return ofA === 0 || ofB === 0 ? null : both / Math.sqrt(ofA * ofB);
}

function ranksOf(values: readonly number[]): number[] {
  return values.map((one) => {
    const below = values.filter((other) => other < one).length;
    return below + (values.filter((other) => other === one).length + 1) / 2;
  });
}

const DIMENSIONS = ["completeness", "relevance", "coherence", "evidence_grounding"];

function verdictDimensionForms(metric: string): Form[] {
  const answers = ({ rows }: PlainFacts) =>
    rows.flatMap(({ scores }) => {
      const values = DIMENSIONS.flatMap((name) => scores[name] ?? []);
      const pass = scores[metric] ?? null;
      return pass === null || values.length < 4 ? [] : [{ pass: pass === 1, score: meanOf(values)! }];
    });
  const sideOf = (facts: PlainFacts, pass: boolean) =>
    answers(facts)
      .filter((one) => one.pass === pass)
      .map(({ score }) => score);
  const isSide = (facts: PlainFacts, pass: boolean, [said, n]: readonly (string | undefined)[]) =>
    sideOf(facts, pass).length === Number(n) && near(said, meanOf(sideOf(facts, pass))!, 2);
  return [
    [/^No answer has both a verdict and dimension scores\.$/, (_, facts) => answers(facts).length === 0],
    [
      /^Every answer has the mean dimension score ([\d.]+) \(n = (\d+)\)\.$/,
      ([, score, n], facts) =>
        answers(facts).length === Number(n) && answers(facts).every((one) => near(score, one.score, 2)),
    ],
    [
      /^No answer passes; failing ones have a mean dimension score of ([\d.]+) \(n = (\d+)\)\.$/,
      ([, ...fail], facts) => sideOf(facts, true).length === 0 && isSide(facts, false, fail),
    ],
    [
      /^No answer fails; passing ones have a mean dimension score of ([\d.]+) \(n = (\d+)\)\.$/,
      ([, ...pass], facts) => sideOf(facts, false).length === 0 && isSide(facts, true, pass),
    ],
    [
      /^Passing answers have a mean dimension score of ([\d.]+) \(n = (\d+)\), failing ones ([\d.]+) \(n = (\d+)\); ([\d.]+) % of these reach the lowest that passes, ([\d.]+)\.$/,
      ([, pass, n, fail, m, share, least], facts) => {
        const lowest = Math.min(...sideOf(facts, true));
        const reach = sideOf(facts, false).filter((score) => score >= lowest - 1e-9).length;
        return (
          isSide(facts, true, [pass, n]) &&
          isSide(facts, false, [fail, m]) &&
          near(least, lowest, 2) &&
          near(share, (100 * reach) / Number(m), 1)
        );
      },
    ],
  ];
}

/** Whether an interval lies beyond the threshold is taken as it is; the effects and their counts are not. */
const PROBES: Form[] = [
  [
    /^No judge was probed, or none could give a reading\.$/,
    ({ length }, { probes }) => length > 0 && effectsOf(probes).every(({ n }) => n === 0),
  ],
  [
    /^No probe could show a bias: .* 5 scenarios\.$/,
    (_, { probes }) => effectsOf(probes).every(({ scenarios }) => scenarios < 5),
  ],
  [
    /^No bias was found in (\d+) probes? of 1 judge\.$/,
    ([, probed], { probes }) => Number(probed) === effectsOf(probes).filter(({ scenarios }) => scenarios >= 5).length,
  ],
  [
    /^(\d+) bias(?:es)? found in (\d+) probes? of 1 judge(?:; the largest)?: (.+)\.$/,
    ([, found, probed, list], { probes }) => {
      const effects = effectsOf(probes);
      const named = [...list!.matchAll(/primary, (\w+) \(([\d.−-]+), n = (\d+)\)/g)];
      return (
        Number(probed) === effects.filter(({ scenarios }) => scenarios >= 5).length &&
        named.length === Math.min(2, Number(found)) &&
        named.every(([, fault, effect, n]) =>
          effects.some(
            (one) =>
              (one.above === fault || one.below === fault) &&
              near(effect, one.effect!, 2) &&
              one.n === Number(n) &&
              one.scenarios >= 5 &&
              (one.effect! > 0 ? one.above === fault : one.below === fault) &&
              Math.abs(one.effect!) > one.threshold,
          ),
        )
      );
    },
  ],
];

export const JUDGE_FORMS: FigureForms = {
  "judge-vs-ir": JUDGE_IR,
  "bland-altman-composite-ndcg10": AGAINST_NDCG,
  "bland-altman-composite-ir": AGAINST_IR,
  "bland-altman-primary-calibration": AGAINST_CALIBRATION,
  "dimension-score-by-verdict": verdictDimensionForms("functional_pass"),
  "judge-dimension-score-by-verdict": verdictDimensionForms("pass"),
  "judge-probes": PROBES,
};
