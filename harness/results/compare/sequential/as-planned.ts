import type { CompareRequest } from "../request.ts";
import { type Decided, decideInLooks } from "./decide-in-looks.ts";
import { toldOfReruns } from "./sentences.ts";

/** By the looks that the candidate was planned with against this baseline; null where it was not. */
export function decideAsPlanned(request: CompareRequest): Decided | null {
  const { series } = request.candidate;
  if (series?.baseline_run !== request.baseline.provenance.run_id) return null;
  return withTold(decideInLooks(request, series.planned), () => toldOfReruns(series.earlier));
}

export function withTold(decided: Decided, tell: (series: NonNullable<Decided["series"]>) => string | null): Decided {
  const told = decided.series && tell(decided.series);
  return told === null ? decided : { ...decided, series: { ...decided.series!, told: [told] } };
}
