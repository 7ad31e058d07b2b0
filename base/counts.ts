/** `1234567` -> `1,234,567`. */
export function count(value: number): string {
  return value.toLocaleString("en-US");
}

/** `1 scenario`, `2,000 scenarios`. */
export function countOf(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** `12345678` -> `12.3 MB`. */
export function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}
