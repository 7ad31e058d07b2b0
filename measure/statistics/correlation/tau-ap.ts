/**
 * tau_AP (Yilmaz, Aslam & Robertson, SIGIR 2008): rank correlation of two score lists that weighs swaps near the top
 * more. Walks down the order of `estimate` (high is good) and asks, for each place but the first, which share of the items
 * above is also above by `truth`. Not symmetric: see `symmetricTauAp`. Throws a RangeError for ties. Null below two items.
 */
export function tauAp(truth: readonly number[], estimate: readonly number[]): number | null {
  const n = truth.length;
  if (n < 2) return null;
  if (new Set(truth).size < n || new Set(estimate).size < n) throw new RangeError("tau_AP is not defined for ties");
  const order = estimate.map((_, i) => i).sort((a, b) => estimate[b]! - estimate[a]!);
  let sum = 0;
  for (let place = 1; place < n; place++) {
    const above = order.slice(0, place).filter((item) => truth[item]! > truth[order[place]!]!);
    sum += above.length / place;
  }
  return (2 * sum) / (n - 1) - 1;
}

/** Mean of both directions. */
export function symmetricTauAp(x: readonly number[], y: readonly number[]): number | null {
  const [down, up] = [tauAp(x, y), tauAp(y, x)];
  return down === null || up === null ? null : (down + up) / 2;
}
