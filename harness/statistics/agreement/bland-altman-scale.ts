const DIFFERENCE_SCALES = ["raw", "log", "percent"] as const;
export type DifferenceScale = (typeof DIFFERENCE_SCALES)[number];

/**
 * Differences of paired measurements for Bland-Altman when they grow with the size of what is measured: of natural
 * logarithms (Bland & Altman 1999, section 3.1; `Math.exp` of bias and limits are ratios a / b), or in percent of the
 * pair's mean (Giavarina 2015). Throws a RangeError where a logarithm or percentage does not exist.
 */
export function scaledDifferences(a: readonly number[], b: readonly number[], scale: DifferenceScale): number[] {
  return a.map((value, i) => {
    const other = b[i]!;
    if (scale === "raw") return value - other;
    if (scale === "percent" && value + other === 0) throw new RangeError(`pair ${i + 1}: the mean is 0`);
    if (scale === "percent") return (200 * (value - other)) / (value + other);
    if (!(value > 0 && other > 0)) throw new RangeError(`pair ${i + 1}: logarithms need positive values`);
    return Math.log(value) - Math.log(other);
  });
}
