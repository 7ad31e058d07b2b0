import { normalTwoSidedP } from "../basics/distributions.ts";
import { fleissKappa } from "./fleiss-kappa.ts";
import { countRatings, type Ratings } from "./ratings.ts";

/**
 * Test of "raters agree by chance only": Fleiss' kappa over its standard error under that hypothesis (Fleiss, Nee & Landis, Psychological Bulletin 86, 1979; the one of
 * 1971 is wrong). For units with equally many ratings each; as irr's `kappam.fleiss`. Null otherwise, or where kappa is.
 * Example: 30 patients by 6 psychiatrists, kappa .430, z 17.65 (Fleiss 1971, irr's `diagnoses`).
 */
export function fleissTest(ratings: Ratings): { kappa: number; standardError: number; z: number; p: number } | null {
  const counted = countRatings(ratings, {});
  const kappa = fleissKappa(ratings)?.value ?? null;
  if (counted === null || kappa === null) return null;
  const [units, each] = [counted.totals.length, counted.totals[0]!];
  if (counted.totals.some((total) => total !== each)) return null;
  const shares = counted.categories.map(
    (_, k) => counted.counts.reduce((sum, row) => sum + row[k]!, 0) / (units * each),
  );
  const chance = shares.reduce((sum, share) => sum + share * (1 - share), 0);
  const skew = shares.reduce((sum, share) => sum + share * (1 - share) * (1 - 2 * share), 0);
  const standardError = Math.sqrt((2 * (chance ** 2 - skew)) / (units * each * (each - 1))) / chance;
  const z = kappa / standardError;
  return { kappa, standardError, z, p: normalTwoSidedP(z) };
}
