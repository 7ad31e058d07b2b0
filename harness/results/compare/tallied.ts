import { compareText } from "../../../base/text-order.ts";

/** How often each text occurs, texts in code-unit order. */
export function tallied(texts: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([a], [b]) => compareText(a, b)));
}
