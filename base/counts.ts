/** `1234567` -> `1,234,567`. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** `1 scenario`, `2,000 scenarios`. */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `950` -> `950`, `12345` -> `12.3 k`, `12345678` -> `12.3 M`. */
export function shortCount(value: number): string {
  const [unit, sign] = [[1e9, "G"] as const, [1e6, "M"] as const, [1e3, "k"] as const].find(
    ([one]) => value >= one,
  ) ?? [1, ""];
  return sign === "" ? String(value) : `${(value / unit).toFixed(1)} ${sign}`;
}

/** `12345678` -> `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
