import { findPhrase } from "../../base/fold.ts";

/** The known confusions that name no expected id: what is expected is none, though it is like something else that is. */
export function confusionsOf(traps: readonly string[], expectedIds: readonly string[]): string[] {
  return traps.filter((trap) => !expectedIds.some((id) => findPhrase(trap, id) >= 0));
}
