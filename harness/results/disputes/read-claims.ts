import { showsRecords } from "../../../agent/answer/evidence.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Extraction } from "../../record/domain/records.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { readRecords } from "../../record/run-directory/records.ts";
import type { SystemClaim } from "./disputes.ts";

/** What each execution of a run claims, a configuration at a time. An abstention claims nothing. */
export async function readClaims({
  runDirectory,
  config,
}: Pick<OpenedRun, "runDirectory" | "config">): Promise<SystemClaim[]> {
  const claims: SystemClaim[] = [];
  for (const configuration of configurationsOf(config))
    for (const extraction of await readRecords({ runDirectory, part: "extractions", configuration }))
      claims.push(...claimsOf(extraction));
  return claims;
}

/** One, or none. A record that no tool showed is an invention, and no evidence. */
export function claimsOf(extraction: Extraction): SystemClaim[] {
  const { scenario_id, model, ranked_ids, tool_calls, outcome, abstained } = extraction;
  if (outcome !== "success" || abstained) return [];
  const shown = tool_calls
    .filter(showsRecords)
    .map(({ result, preview }) => result ?? preview)
    .join("\n");
  const ids = ranked_ids.filter((id) => shown.includes(id));
  return ids.length === 0 ? [] : [{ scenario: scenario_id, model, ids }];
}
