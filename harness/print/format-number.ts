/** Four significant digits at most four decimals; p below .0001 as such; a missing value is a dash. */
export function formatNumber(value: number | null): string {
  if (value === null) return "-";
  if (Number.isInteger(value)) return String(value);
  return Math.abs(value) >= 1000 ? value.toFixed(1) : value.toFixed(4);
}

export function formatP(p: number | null): string {
  if (p === null) return "-";
  return p < 0.0001 ? "<.0001" : p.toFixed(4).replace(/^0/, "");
}

export function formatInterval(low: number | null, high: number | null): string {
  return low === null || high === null ? "-" : `${formatNumber(low)} to ${formatNumber(high)}`;
}
