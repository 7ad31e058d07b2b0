import { mean, standardDeviation } from "../basics/describe.ts";
import { tQuantile } from "../basics/distributions.ts";

/** So much of the chances is spread evenly: no weight is above its inverse, whatever the judge is unsure of. */
const EVEN = 0.5;

/** Chances of being drawn, in proportion to how unsure the proxy is of each (0 to 1), half of them spread evenly; they sum to 1. */
export function drawingChances(unsure: readonly number[]): number[] {
  const total = unsure.reduce((sum, value) => sum + value, 0);
  return unsure.map((value) => EVEN / unsure.length + (1 - EVEN) * (total === 0 ? 1 / unsure.length : value / total));
}

/** A drawn item: its chance in one draw, what the proxy says and what is true. */
export interface DrawnItem {
  chance: number;
  proxy: number;
  truth: number;
}

/**
 * Mean truth of `size` items from draws with replacement: the proxy's mean over all of them plus the mean of its errors, each over its chance times the
 * size (Hansen and Hurwitz, Annals of Mathematical Statistics 14, 1943; with a proxy as in Zrnic and Candes, Active statistical inference, ICML 2024). Unbiased
 * whatever the proxy and the chances; the interval is Student's t over the draws and two more errors, one in each direction: without them a proxy of
 * which no error was drawn yet would have none at all (Agresti and Coull's idea, American Statistician 52, 1998). About these items, not about
 * others like them. Null below two draws.
 */
export function drawnMean(
  draws: readonly DrawnItem[],
  { size, proxyMean, level = 0.95 }: { size: number; proxyMean: number; level?: number },
): { mean: number; half: number; n: number } | null {
  const errors = draws.map(({ chance, proxy, truth }) => (truth - proxy) / (size * chance));
  const spread = standardDeviation(errors);
  if (spread === null) return null;
  const n = errors.length;
  const variance = spread ** 2 + 2 / n;
  return { mean: proxyMean + mean(errors)!, half: tQuantile((1 + level) / 2, n - 1) * Math.sqrt(variance / n), n };
}

/** Fewer draws know their own spread too badly to stop by it. */
export const FEWEST_DRAWS = 40;

/** Whether draws may stop that are looked at again and again until half the interval is at most `until`. */
export function isNarrow({ half, n }: { half: number; n: number }, until: number): boolean {
  return n >= FEWEST_DRAWS && half <= until;
}
