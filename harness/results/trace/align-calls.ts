interface Pair<Call> {
  a: Call | null;
  b: Call | null;
}

/** Where two lists of calls hold the same ones: the longest common part in order, and between its members what only one of them has. */
export function alignCalls<Call>(
  left: readonly Call[],
  right: readonly Call[],
  same: (a: Call, b: Call) => boolean,
): Pair<Call>[] {
  const common = commonLengths(left, right, same);
  const aligned: Pair<Call>[] = [];
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

/** Between calls that are the same, those that are alike beside each other too: of one tool, with other arguments. */
export function pairAlike<Call>(aligned: readonly Pair<Call>[], alike: (a: Call, b: Call) => boolean): Pair<Call>[] {
  const paired: Pair<Call>[] = [];
  let gap: Pair<Call>[] = [];
  const close = () => {
    const only = (side: "a" | "b") => gap.flatMap((pair) => (pair[side] === null ? [] : [pair[side] as Call]));
    paired.push(...alignCalls(only("a"), only("b"), alike));
    gap = [];
  };
  for (const pair of aligned) {
    if (pair.a === null || pair.b === null) gap.push(pair);
    else {
      close();
      paired.push(pair);
    }
  }
  close();
  return paired;
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
