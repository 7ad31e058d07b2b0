const LN2_HIGH = 0.6931471803691238;
const LN2_LOW = 1.9082149292705877e-10;

/**
 * Natural logarithm by additions, multiplications and divisions alone, which IEEE 754 fixes to the last bit: `Math.log` and `Math.exp` of Node and Deno differ there. To about 3e-16 of
 * the exact value. `x` from 0; of 0 it is -Infinity.
 */
export function portableLog(x: number): number {
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) return x > 0 ? x : Number.NaN;
  let rest = x;
  let exponent = 0;
  // By powers of two, so that each step is exact.
  for (; rest >= 65536; exponent += 16) rest *= 2 ** -16;
  for (; rest < 2 ** -16; exponent -= 16) rest *= 65536;
  for (; rest > Math.SQRT2; exponent++) rest *= 0.5;
  for (; rest < Math.SQRT1_2; exponent--) rest *= 2;
  // ln((1 + s) / (1 - s)) = 2 (s + s^3 / 3 + s^5 / 5 + ...), |s| below .172.
  const s = (rest - 1) / (rest + 1);
  const q = s * s;
  const high = 1 / 13 + q * (1 / 15 + q * (1 / 17 + q * (1 / 19 + q * (1 / 21 + q * (1 / 23)))));
  const series = q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q * (1 / 11 + q * high)))));
  return exponent * LN2_HIGH + (2 * s + (2 * s * series + exponent * LN2_LOW));
}

/** e^x, as `portableLog`. */
export function portableExp(x: number): number {
  if (x > 709.782712893384) return Number.POSITIVE_INFINITY;
  if (!(x >= -745.1332191019412)) return Number.isNaN(x) ? x : 0;
  let exponent = Math.round(x / Math.LN2);
  const r = x - exponent * LN2_HIGH - exponent * LN2_LOW;
  const high =
    1 / 5040 +
    r *
      (1 / 40320 +
        r * (1 / 362880 + r * (1 / 3628800 + r * (1 / 39916800 + r * (1 / 479001600 + r * (1 / 6227020800))))));
  let result = 1 + r * (1 + r * (1 / 2 + r * (1 / 6 + r * (1 / 24 + r * (1 / 120 + r * (1 / 720 + r * high))))));
  for (; exponent >= 16; exponent -= 16) result *= 65536;
  for (; exponent <= -16; exponent += 16) result *= 2 ** -16;
  for (; exponent > 0; exponent--) result *= 2;
  for (; exponent < 0; exponent++) result *= 0.5;
  return result;
}
