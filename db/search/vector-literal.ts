/** Decimal digits that tell every number of 32 bits from its neighbours. */
const DIGITS = 9;

/** A vector as pgvector reads it. */
export function vectorLiteral(vector: Float32Array): string {
  const numbers: string[] = [];
  for (const value of vector) numbers.push(value.toPrecision(DIGITS));
  return `[${numbers.join(",")}]`;
}
