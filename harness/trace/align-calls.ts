/** Where two lists of calls hold the same ones: the longest common part in order, and between its members what only one of them has. */
export function alignCalls<Call>(
  left: readonly Call[],
  right: readonly Call[],
  same: (a: Call, b: Call) => boolean,
): { a: Call | null; b: Call | null }[] {
  const common = commonLengths(left, right, same);
  const aligned: { a: Call | null; b: Call | null }[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    const [a, b] = [left[i], right[j]];
    const [withoutA, withoutB] = [common[i + 1]?.[j] ?? -1, common[i]?.[j + 1] ?? -1];
    if (a !== undefined && b !== undefined && same(a, b)) aligned.push({ a: left[i++]!, b: right[j++]! });
    else if (withoutA >= withoutB) aligned.push({ a: left[i++]!, b: null });
    else aligned.push({ a: null, b: right[j++]! });
  }
  return aligned;
}

/** At [i][j] the length of the longest common part of what follows place i of one and j of the other. */
function commonLengths<Call>(
  left: readonly Call[],
  right: readonly Call[],
  same: (a: Call, b: Call) => boolean,
): number[][] {
  const lengths = Array.from({ length: left.length + 1 }, () => new Array<number>(right.length + 1).fill(0));
  for (let i = left.length - 1; i >= 0; i--)
    for (let j = right.length - 1; j >= 0; j--)
      lengths[i]![j] = same(left[i]!, right[j]!)
        ? lengths[i + 1]![j + 1]! + 1
        : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}
