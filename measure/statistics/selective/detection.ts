/** Precision, recall and F1 of a yes-or-no decision; each null where its denominator is 0. */
export function detectionScores(predicted: readonly boolean[], actual: readonly boolean[]) {
  const count = (p: boolean, a: boolean) => predicted.filter((value, i) => value === p && actual[i] === a).length;
  const [truePositive, falsePositive] = [count(true, true), count(true, false)];
  const [falseNegative, trueNegative] = [count(false, true), count(false, false)];
  const ratio = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return {
    truePositive,
    falsePositive,
    falseNegative,
    trueNegative,
    precision: ratio(truePositive, truePositive + falsePositive),
    recall: ratio(truePositive, truePositive + falseNegative),
    f1: ratio(2 * truePositive, 2 * truePositive + falsePositive + falseNegative),
  };
}
