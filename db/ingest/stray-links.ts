import { fitsRole, type StreamedRows } from "../ports/corpus-rows.ts";
import type { Row } from "../ports/ports.ts";

/**
 * Links whose ends don't have the roles that the mapping says, as rows of core.reference_resolution. Besides they are in
 * raw.link only. What a reference leads to is looked up first: its resolution says why not.
 */
export function strayLinks(links: StreamedRows["links"], byId: StreamedRows["byId"]): Row[] {
  return links.flatMap((link): Row[] => {
    const found = [link.sourceId, link.targetId].map((id) => byId.get(id)?.role ?? "unknown");
    if (link.role === "reference" ? found[0] === "test_case" : fitsRole(link, byId)) return [];
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
