import type { ArtifactRole, LinkRole } from "../corpus.ts";
import type { Row } from "../ports.ts";
import type { CorpusRows } from "./corpus-rows.ts";

/** The roles of a link's ends; a reference may lead anywhere, its resolution says why not. */
const ENDS: Record<LinkRole, readonly [from: ArtifactRole, to: ArtifactRole | null]> = {
  containment: ["backlog_item", "backlog_item"],
  reference: ["test_case", null],
  message_coverage: ["test_case", "message"],
  protocol_coverage: ["test_case", "protocol"],
  membership: ["message", "protocol"],
};

/** Links whose ends don't have the roles that the mapping says, as rows of core.reference_resolution. Besides they are in raw.link only. */
export function strayLinks({ links, byId }: CorpusRows): Row[] {
  return links.flatMap((link): Row[] => {
    const [from, to] = ENDS[link.role];
    const found = [link.sourceId, link.targetId].map((id) => byId.get(id)?.role ?? "unknown");
    if (found[0] === from && (to === null || found[1] === to)) return [];
    return [
      {
        source_id: link.sourceId,
        raw_reference: link.targetId,
        origin: "link",
        normalised: link.targetId,
        target_id: "",
        rule: "",
        kind: "",
        problem: found.includes("unknown") ? "unknown id" : "wrong role",
        reason: `link ${link.kind} (${link.role}) joins ${found.join(" and ")}`,
      },
    ];
  });
}
