import type { ScopeLine } from "../scope-items.ts";

export interface ScopeExport {
  question: string;
  lines: readonly ScopeLine[];
}

export function keptOf({ lines }: ScopeExport): ScopeLine[] {
  return lines.filter(({ kept }) => kept);
}
