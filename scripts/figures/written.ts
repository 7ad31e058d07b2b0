/** How a figure is written in prose: `.86`, `73 %`, `1,191`. */
export function share(value: number | null | undefined): string {
  return value == null ? "–" : value.toFixed(2).replace(/^(-?)0\./, "$1.");
}

export function percent(value: number | null | undefined): string {
  return value == null ? "–" : `${Math.round(100 * value)} %`;
}

export function count(value: number | null | undefined): string {
  return value == null ? "–" : Math.round(value).toLocaleString("en");
}

/** Small differences, which two digits would hide. */
export function precise(value: number | null | undefined): string {
  return value == null ? "–" : value.toFixed(4).replace(/^(-?)0\./, "$1.");
}
