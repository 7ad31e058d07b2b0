/** Observations of a proxy (a judge) for all, and of the truth (people) for some. */
export interface PartlyLabelled {
  proxy: readonly number[];
  /** Null where only the proxy is known. */
  truth: readonly (number | null)[];
}

/**
 * Prediction-powered estimate of the mean truth: `lambda` x the proxy's mean over the unlabelled, plus the mean of
 * truth - lambda x proxy over the labelled (Angelopoulos et al., Science 382, 2023); lambda is chosen to give the least variance
 * (Angelopoulos, Duchi & Zrnic, PPI++, 2023), 0 being the labelled mean alone. Unbiased however wrong the proxy is, when the
 * labelled ones are a random sample. Null without labels. Observation i counts `weights[i]` times.
 */
export function predictionPowered(
  { proxy, truth }: PartlyLabelled,
  weights?: ArrayLike<number>,
): { mean: number; lambda: number } | null {
  const labelled = moments();
  const unlabelled = moments();
  truth.forEach((value, i) => {
    const weight = weights?.[i] ?? 1;
    (value === null ? unlabelled : labelled).add(proxy[i]!, value ?? 0, weight);
  });
  const [n, rest] = [labelled.sums(), unlabelled.sums()];
  if (n.count === 0) return null;
  const truthMean = n.y / n.count;
  if (rest.count === 0) return { mean: truthMean, lambda: 0 };
  const proxyMean = n.x / n.count;
  const covariance = n.xy / n.count - proxyMean * truthMean;
  const [all, sum, squares] = [n.count + rest.count, n.x + rest.x, n.xx + rest.xx];
  const variance = squares / all - (sum / all) ** 2;
  const best = variance > 0 ? covariance / ((1 + n.count / rest.count) * variance) : 0;
  const lambda = Math.min(1, Math.max(0, best));
  return { mean: truthMean + lambda * (rest.x / rest.count - proxyMean), lambda };
}

function moments() {
  const total = { count: 0, x: 0, y: 0, xy: 0, xx: 0 };
  return {
    add(x: number, y: number, weight: number) {
      total.count += weight;
      total.x += weight * x;
      total.y += weight * y;
      total.xy += weight * x * y;
      total.xx += weight * x * x;
    },
    sums: () => total,
  };
}
