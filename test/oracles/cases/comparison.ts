import { benjaminiHochberg } from "../../../measure/statistics/comparison/benjamini-hochberg.ts";
import { cliffsDelta } from "../../../measure/statistics/comparison/cliffs-delta.ts";
import { cochranQ } from "../../../measure/statistics/comparison/cochran-q.ts";
import { equivalenceTest } from "../../../measure/statistics/comparison/equivalence.ts";
import { friedmanTest } from "../../../measure/statistics/comparison/friedman.ts";
import { hodgesLehmann } from "../../../measure/statistics/comparison/hodges-lehmann.ts";
import { holm } from "../../../measure/statistics/comparison/holm.ts";
import { stepDownMaxT } from "../../../measure/statistics/comparison/max-t.ts";
import { mcnemar } from "../../../measure/statistics/comparison/mcnemar.ts";
import { pairedT } from "../../../measure/statistics/comparison/paired-t.ts";
import { signFlipTest } from "../../../measure/statistics/comparison/sign-flip.ts";
import { signTest } from "../../../measure/statistics/comparison/sign-test.ts";
import { wilcoxonSignedRank } from "../../../measure/statistics/comparison/wilcoxon.ts";
import { type CaseMaker, integers, many, normals, scores, size, varied } from "./case.ts";

const t: CaseMaker = (random, index) => {
  const differences = varied(() => scores(random, size(random, 2, 40), index));
  const test = pairedT(differences)!;
  return { kind: "paired_t", input: { differences }, ours: [test.t, test.p, test.low, test.high] };
};

/** Exact without ties, where packages are; normal with ties and zeros, with and without continuity correction. */
const wilcoxon: CaseMaker = (random, index) => {
  const exact = index % 2 === 0;
  const n = size(random, exact ? 1 : 8, 40);
  const differences = exact ? normals(random, n) : varied(() => integers(random, n, -6, 6));
  const correction = index % 4 === 1;
  const method = exact ? "exact" : "normal";
  const test = wilcoxonSignedRank(differences, { method, continuity: correction })!;
  const input = { differences, method: exact ? "exact" : "asymptotic", correction };
  return { kind: "wilcoxon", input, ours: [test.v, test.pGreater, test.p] };
};

const mcnemarCase: CaseMaker = (random) => {
  const [b, c] = [size(random, 0, 30), size(random, 1, 30)];
  const test = mcnemar(b, c)!;
  return {
    kind: "mcnemar",
    input: { b, c },
    ours: [test.exactP, test.midP, test.chiSquare, test.chiSquareP, test.corrected, test.correctedP],
  };
};

const sign: CaseMaker = (random) => {
  const differences = varied(() => integers(random, size(random, 2, 40), -3, 4));
  const test = signTest(differences)!;
  return { kind: "sign_test", input: { differences }, ours: [test.p, test.pGreater] };
};

const flips: CaseMaker = (random, index) => {
  const differences = scores(random, size(random, 1, 12), index);
  const test = signFlipTest(differences, { random })!;
  return { kind: "sign_flip", input: { differences }, ours: [test.difference, test.p] };
};

const friedman: CaseMaker = (random, index) => {
  const k = size(random, 3, 7);
  const blocks = Array.from({ length: size(random, 3, 25) }, () => varied(() => scores(random, k, index)));
  const test = friedmanTest(blocks)!;
  return { kind: "friedman", input: { blocks }, ours: [test.chiSquare, test.p] };
};

const cochran: CaseMaker = (random) => {
  const k = size(random, 2, 6);
  const blocks = [
    varied(() => integers(random, k, 0, 1)),
    ...many(size(random, 1, 30), () => integers(random, k, 0, 1)),
  ];
  const test = cochranQ(blocks)!;
  return { kind: "cochran", input: { blocks }, ours: [test.q, test.p] };
};

/** All sign patterns in their order instead of drawn ones. */
const maxT: CaseMaker = (random) => {
  const n = size(random, 4, 8);
  const values = many(size(random, 2, 4), () => normals(random, n));
  let pattern = 0;
  const { adjusted } = stepDownMaxT(values, { random: () => pattern++ / 2 ** 32, permutations: 2 ** n });
  return { kind: "max_t", input: { values }, ours: adjusted };
};

const cliff: CaseMaker = (random, index) => {
  const [x, y] = [scores(random, size(random, 1, 25), index), scores(random, size(random, 1, 25), index)];
  return { kind: "cliff", input: { x, y }, ours: [cliffsDelta(x, y)!.delta] };
};

const lehmann: CaseMaker = (random, index) => {
  const differences = scores(random, size(random, 2, 40), index);
  const { estimate, low, high } = hodgesLehmann(differences)!;
  return { kind: "hodges_lehmann", input: { differences }, ours: [estimate, low, high] };
};

const corrections: CaseMaker = (random, index) => {
  const ps = Array.from({ length: size(random, 1, 20) }, () =>
    index % 3 === 0 ? Math.round(random() * 10) / 10 : random() ** 3,
  );
  return { kind: "corrections", input: { ps }, ours: [...holm(ps), ...benjaminiHochberg(ps)] };
};

const tost: CaseMaker = (random, index) => {
  const differences = varied(() => scores(random, size(random, 3, 40), index));
  const [lower, upper] = [-random() * 2, random() * 2 + 0.01];
  const test = equivalenceTest(differences, { lower, upper })!;
  return { kind: "tost", input: { differences, lower, upper }, ours: [test.pAboveLower, test.pBelowUpper, test.p] };
};

export const COMPARISON_CASES: Record<string, readonly [number, CaseMaker]> = {
  paired_t: [60, t],
  wilcoxon: [100, wilcoxon],
  mcnemar: [80, mcnemarCase],
  sign_test: [60, sign],
  sign_flip: [60, flips],
  friedman: [60, friedman],
  cochran: [60, cochran],
  max_t: [30, maxT],
  cliff: [60, cliff],
  hodges_lehmann: [60, lehmann],
  corrections: [80, corrections],
  tost: [60, tost],
};
