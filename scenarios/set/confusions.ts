import { findPhrase } from "../../base/fold.ts";

/** The known confusions without the expected ids: an expected id is no confusion, however alike. */
export function confusionsOf(traps: readonly string[], expectedIds: readonly string[]): string[] {
  return traps.filter((trap) => !expectedIds.some((id) => findPhrase(trap, id) >= 0));
}
