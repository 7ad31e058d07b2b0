import type { Coverage } from "../coverage.ts";
import type { ScopeLine } from "../scope-items.ts";

export interface ScopeExport {
  question: string;
  lines: readonly ScopeLine[];
  /** A text where it could not be read. */
  coverage: Coverage | string | null;
}

/** Tests that are kept. */
export function keptOf({ lines }: ScopeExport): ScopeLine[] {
  return lines.filter(({ kept, isTest }) => kept && isTest);
}

/** What is said of coverage in a line, and the items without a recorded test: no scope is saved without it. */
export function uncoveredOf({ coverage }: ScopeExport): { said: string; items: { id: string; name: string }[] } {
  if (coverage === null || typeof coverage === "string") return { said: coverage ?? "", items: [] };
  const { sentence, told, gaps, uncovered } = coverage;
  const cut = uncovered > gaps.length ? `${gaps.length} of ${uncovered} are listed.` : "";
  return { said: [sentence, told, cut].filter(Boolean).join(" "), items: gaps.map(({ id, name }) => ({ id, name })) };
}
