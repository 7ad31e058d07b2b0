import { normalTwoSidedP } from "../basics/distributions.ts";
import { type AgreementOptions, countRatings } from "./ratings.ts";

/**
 * Test of "two raters agree by chance only": kappa over its standard error under that hypothesis (Fleiss, Cohen &
 * Everitt, Psychological Bulletin 72, 1969), weights allowed. Pairs without missing ratings. Null where kappa is.
 */
export function kappaTest(
  pairs: readonly (readonly [number, number])[],
  options: AgreementOptions = {},
): { kappa: number; standardError: number; z: number; p: number } | null {
  const counted = countRatings(pairs, options);
  if (counted === null) return null;
  const { units, weights } = counted;
  const n = units.length;
  const share = (r: number) => weights.map((_, k) => units.filter((unit) => unit[r] === k).length / n);
  const [rows, columns] = [share(0), share(1)];
  const rowNear = weights.map((row) => row.reduce((sum, weight, l) => sum + weight * columns[l]!, 0));
  const columnNear = weights.map((_, l) => weights.reduce((sum, row, k) => sum + row[l]! * rows[k]!, 0));
  const observed = units.reduce((sum, unit) => sum + weights[unit[0]!]![unit[1]!]!, 0) / n;
  const expected = rows.reduce((sum, value, k) => sum + value * rowNear[k]!, 0);
  if (!(expected < 1)) return null;
  let squares = 0;
  weights.forEach((row, k) => {
    row.forEach((weight, l) => {
      squares += rows[k]! * columns[l]! * (weight - rowNear[k]! - columnNear[l]!) ** 2;
    });
  });
  const kappa = (observed - expected) / (1 - expected);
  const standardError = Math.sqrt((squares - expected ** 2) / n) / (1 - expected);
  const z = kappa / standardError;
  return { kappa, standardError, z, p: normalTwoSidedP(z) };
}
