import { countOf } from "../../base/counts.ts";
import { compareText } from "../../base/text-order.ts";
import { type Artifacts, type CorpusMapping, LINK_ENDS, type Link } from "../../db/ports/corpus.ts";
import { type LinkUse, linkUse } from "./link-use.ts";
import type { Problems } from "./problems.ts";
import { quote } from "./quote.ts";

/**
 * Says of each kind which links take no part: those of a kind without a role, and those whose ends do not have the roles
 * that their kind asks for. They are kept. A mapped kind of which no link fits is a problem: the mapping is wrong.
 */
export function checkLinks(
  corpus: { mapping: CorpusMapping; artifacts: Artifacts; links: readonly Link[] },
  problems: Problems,
): string[] {
  const uses = linkUse(corpus).sort((a, b) => compareText(a.kind, b.kind));
  return uses.flatMap((use) => sayUnused(use, problems));
}

function sayUnused({ kind, mapped, all, used }: LinkUse, problems: Problems): string[] {
  if (!mapped) return [`link kind ${kind} (${countOf(all, "link")}) has no role and takes no part in scenarios`];
  if (used === all) return [];
  const ends = LINK_ENDS[mapped.role].join(" -> ");
  if (used > 0)
    return [
      `${all - used} of ${countOf(all, "link")} of kind ${kind} take no part: as ${mapped.role} they would have to go ${ends}`,
    ];
  problems.add(
    `corpus.yaml: linkKinds: ${quote(kind)} is mapped to ${mapped.role}, but none of its ${all} links goes ${ends}${mapped.inverse ? "" : "; is `inverse: true` missing?"}`,
  );
  return [];
}
