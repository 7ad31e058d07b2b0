export interface PassFailDesign {
  /** Scenarios, of which each passes or fails once on either side. */
  n: number;
  /** Standard deviation of one scenario's difference: how many change at all. */
  sd: number;
  /** Two-sided level of one test; after Bonferroni where several share one. */
  alpha: number;
}

/** Below this a count of scenarios that change adds nothing. */
const NEGLIGIBLE = 1e-9;

/**
 * Power of `boundedMeanTest` where differences are -1, 0 and 1: there it is the exact binomial test of losses among the scenarios that change
 * (McNemar), whose p has steps that a smooth sample does not show. Exact: over how many change, and how many of those are losses. The spread says how many
 * change; where it is too small for the loss, all that change are losses, which is also the worst that a loss without any spread can be.
 */
export function passFailPower(loss: number, design: PassFailDesign): number {
  return powerCurve(design)(loss);
}

/** Smallest loss that is found with this power; null where so few scenarios show none. */
export function detectableLoss(design: PassFailDesign, power = 0.8): number | null {
  const powerAt = powerCurve(design);
  if (powerAt(1) < power) return null;
  let [low, high] = [0, 1];
  while (high - low > 1e-4) {
    const middle = (low + high) / 2;
    if (powerAt(middle) >= power) high = middle;
    else low = middle;
  }
  return high;
}

function powerCurve({ n, sd, alpha }: PassFailDesign): (loss: number) => number {
  const { chance, atMost } = binomials(n);
  const gains = mostGains(n, alpha, atMost);
  return (loss) => {
    const change = Math.min(1, Math.max(loss, sd ** 2 + loss ** 2));
    const gained = Math.max(0, (change - loss) / (2 * change));
    let power = 0;
    for (let count = 1; count <= n; count++) {
      const share = gains[count]! < 0 ? 0 : chance(count, n, change);
      if (share >= NEGLIGIBLE) power += share * atMost(gains[count]!, count, gained);
    }
    return power;
  };
}

/** For each count of scenarios that change, the most gains beside which the losses are still significant; -1: none. */
function mostGains(n: number, alpha: number, atMost: Binomials["atMost"]): Int32Array {
  const most = new Int32Array(n + 1).fill(-1);
  for (let count = 1; count <= n; count++) {
    most[count] = most[count - 1]!;
    // By one at most: a further loss makes no room for two gains.
    if (2 * atMost(most[count]! + 1, count, 0.5) <= alpha) most[count]! += 1;
  }
  return most;
}

interface Binomials {
  /** Of exactly k, and of at most k, among n. */
  chance(k: number, n: number, chance: number): number;
  atMost(k: number, n: number, chance: number): number;
}

function binomials(largest: number): Binomials {
  const logFactorial = new Float64Array(largest + 1);
  for (let k = 1; k <= largest; k++) logFactorial[k] = logFactorial[k - 1]! + Math.log(k);
  const chance: Binomials["chance"] = (k, n, p) => {
    if (p === 0 || p === 1) return Number(k === p * n);
    const ways = logFactorial[n]! - logFactorial[k]! - logFactorial[n - k]!;
    return Math.exp(ways + k * Math.log(p) + (n - k) * Math.log1p(-p));
  };
  const atMost: Binomials["atMost"] = (k, n, p) => {
    let sum = 0;
    for (let i = 0; i <= k; i++) sum += chance(i, n, p);
    return Math.min(1, sum);
  };
  return { chance, atMost };
}
