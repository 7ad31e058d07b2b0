/**
 * `x` to the power of `y`, to the last digit the same under every Node: what V8 makes of `x ** y` changed between Node 20 and 24,
 * its `sqrt`, `log` and `exp` did not. `x ** 2` and `2 ** n` are exact anywhere and may stand as they are.
 */
export function power(x: number, y: number): number {
  if (Number.isInteger(y)) return y < 0 ? 1 / wholePower(x, -y) : wholePower(x, y);
  return Number.isInteger(2 * y) ? power(x, y - 0.5) * Math.sqrt(x) : Math.exp(y * Math.log(x));
}

/** By squaring: as many multiplications as the exponent has binary digits. */
function wholePower(x: number, y: number): number {
  let result = 1;
  for (let rest = y, square = x; rest > 0; rest = Math.floor(rest / 2), square *= square)
    if (rest % 2 === 1) result *= square;
  return result;
}
