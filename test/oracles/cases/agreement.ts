import { randomInteger } from "../../../base/random.ts";
import { parametricLimits } from "../../../measure/statistics/agreement/bland-altman.ts";
import { cohenKappa } from "../../../measure/statistics/agreement/cohen-kappa.ts";
import { congerKappa } from "../../../measure/statistics/agreement/conger-kappa.ts";
import { fleissKappa } from "../../../measure/statistics/agreement/fleiss-kappa.ts";
import { ICC_FORMS, icc } from "../../../measure/statistics/agreement/icc.ts";
import { kappaTest } from "../../../measure/statistics/agreement/kappa-test.ts";
import { kendallW, kendallWUncorrected } from "../../../measure/statistics/agreement/kendall-w.ts";
import { krippendorffAlpha } from "../../../measure/statistics/agreement/krippendorff.ts";
import { marginalHomogeneity } from "../../../measure/statistics/agreement/marginal-homogeneity.ts";
import { ratingsFromCounts } from "../../../measure/statistics/agreement/ratings.ts";
import { auroc, compareAuroc } from "../../../measure/statistics/selective/auroc.ts";
import { pairsOf } from "../published/data.ts";
import { type CaseMaker, integers, many, normals, scores, size, varied, zip } from "./case.ts";

const kappa: CaseMaker = (random, index) => {
  const n = size(random, 1, 40);
  const top = index % 10 === 0 ? 1 : size(random, 2, 5); // Every tenth: one category only.
  const [a, b] = [integers(random, n, 1, top), integers(random, n, 1, top)];
  const weighting = (["none", "linear", "quadratic"] as const)[index % 3]!;
  return { kind: "kappa", input: { a, b, weighting }, ours: [cohenKappa(a, b, { weighting })] };
};

const kappaError: CaseMaker = (random) => {
  const k = size(random, 2, 5);
  const table = Array.from({ length: k }, (_, i) => integers(random, k, 0, 6).map((n, j) => n + Number(i === j)));
  const { a, b } = pairsOf(table);
  const estimate = congerKappa(zip(a, b), { asymptotic: true });
  return {
    kind: "kappa_error",
    input: { table },
    ours: [estimate?.value ?? null, estimate?.standardError ?? null, kappaTest(zip(a, b))?.standardError ?? null],
  };
};

const fleiss: CaseMaker = (random, index) => {
  const raters = size(random, 2, 6);
  const categories = index % 12 === 0 ? 1 : size(random, 2, 4);
  const counts = Array.from({ length: size(random, 2, 25) }, () => {
    const row = new Array<number>(categories).fill(0);
    for (let r = 0; r < raters; r++) row[randomInteger(random, categories)]! += 1;
    return row;
  });
  return { kind: "fleiss", input: { counts }, ours: [fleissKappa(ratingsFromCounts(counts))?.value ?? null] };
};

const alpha: CaseMaker = (random, index) => {
  const level = (["nominal", "ordinal", "interval"] as const)[index % 3]!;
  const top = index % 11 === 0 ? 1 : 4;
  const raters = size(random, 2, 5);
  const hole = random() * 0.7;
  const units = Array.from({ length: size(random, 2, 30) }, () =>
    integers(random, raters, 1, top).map((value) => (random() < hole ? null : value)),
  );
  return { kind: "alpha", input: { units, level }, ours: [krippendorffAlpha(units, { level })] };
};

const homogeneity: CaseMaker = (random) => {
  const k = size(random, 2, 5);
  const table = Array.from({ length: k }, () => integers(random, k, 1, 30));
  const [plain, bhapkar] = [marginalHomogeneity(table)!, marginalHomogeneity(table, "bhapkar")!];
  return { kind: "homogeneity", input: { table }, ours: [plain.chiSquare, plain.p, bhapkar.chiSquare, bhapkar.p] };
};

const iccCase: CaseMaker = (random, index) => {
  const k = size(random, 2, 5);
  const rows = Array.from({ length: size(random, 3, 15) }, () => {
    const [unit] = normals(random, 1);
    return scores(random, k, index).map((value) => value + 2 * unit!);
  });
  const ours = ICC_FORMS.flatMap((form) =>
    (({ value, f, p, low, high }) => [value, f, p, low, high])(icc(rows, form)!),
  );
  return { kind: "icc", input: { rows }, ours };
};

const limits: CaseMaker = (random, index) => {
  const n = size(random, 3, 40);
  const [a, b] = [scores(random, n, index), normals(random, n)];
  const { bias, sd, lower, upper } = parametricLimits(a.map((value, i) => value - b[i]!))!;
  const ours = [
    bias.value,
    sd,
    bias.low,
    bias.high,
    lower.value,
    lower.low,
    lower.high,
    upper.value,
    upper.low,
    upper.high,
  ];
  return { kind: "limits", input: { a, b }, ours };
};

/** Without ties (every third) and with. */
const kendallWCase: CaseMaker = (random, index) => {
  const raters = size(random, 3, 6);
  const columns = many(raters, () => varied(() => scores(random, 8, index)));
  const rows = columns[0]!.map((_, unit) => columns.map((column) => column[unit]!));
  const { w, p } = kendallW(rows)!;
  return { kind: "kendall_w", input: { rows }, ours: [w, p, kendallWUncorrected(rows)] };
};

const aurocCase: CaseMaker = (random, index) => {
  const n = size(random, 6, 50);
  const labels = [1, 1, 0, 0, ...integers(random, n - 4, 0, 1)];
  // Both are noisy, or no pair is out of order and there is no interval.
  const [first, second] = [scores(random, n, index), scores(random, n, index)];
  const positive = labels.map((label) => label === 1);
  const [a, b, test] = [auroc(first, positive)!, auroc(second, positive)!, compareAuroc(first, second, positive)];
  const ours = [a.auroc, a.low, a.high, b.auroc, test?.z ?? null, test?.p ?? null];
  return { kind: "auroc", input: { labels, first, second }, ours };
};

export const AGREEMENT_CASES: Record<string, readonly [number, CaseMaker]> = {
  kappa: [150, kappa],
  kappa_error: [60, kappaError],
  fleiss: [80, fleiss],
  alpha: [150, alpha],
  homogeneity: [60, homogeneity],
  icc: [40, iccCase],
  limits: [60, limits],
  kendall_w: [60, kendallWCase],
  auroc: [80, aurocCase],
};
