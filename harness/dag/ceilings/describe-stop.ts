import { countOf } from "../../../base/counts.ts";
import type { Manifest } from "../../record/run-directory/manifest.ts";

/** `max_tokens 20,000 reached: 20,412 spent; left unmade: 12 of execute, 3 of judge`. */
export function describeStop({ reached, left }: NonNullable<Manifest["stopped_at"]>): string {
  const parts = Object.entries(left).map(([stage, number]) => `${countOf(number, "record")} of ${stage}`);
  return `${reached}; left unmade: ${parts.join(", ")}`;
}
