/** The vector at length 1; zeros stay zeros. */
export function unitVector(values: ArrayLike<number>): Float32Array {
  let squares = 0;
  for (let at = 0; at < values.length; at++) squares += values[at]! ** 2;
  const norm = Math.sqrt(squares) || 1;
  return Float32Array.from(values, (value) => value / norm);
}
