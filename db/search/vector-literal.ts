/** A vector as pgvector reads it. */
export function vectorLiteral(vector: Float32Array): string {
  return `[${vector.join(",")}]`;
}
