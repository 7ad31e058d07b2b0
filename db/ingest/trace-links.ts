import type { ArtifactRole, LinkRole } from "../corpora/corpus.ts";
import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { IngestContext } from "./context.ts";
import { metaList } from "./corpus-rows.ts";
import { referenceResolver } from "./reference-ids.ts";

interface Reference {
  testCaseId: string;
  raw: string;
  origin: "link" | "payload";
}

type TraceLinkRow = Record<"test_case_id" | "reference_id" | "kind" | "raw_reference" | "origin", string> & {
  ingest_run_id: number;
};
type UnresolvedRow = Record<"source_id" | "raw_reference" | "reason", string> & { ingest_run_id: number };

/** Step 4: test case -> backlog item, from the links and from the references in the payloads. What can't be resolved is kept with its reason. */
export async function resolveTraceLinks(context: IngestContext): Promise<void> {
  const { sql, progress } = context;
  const { links, unresolved } = resolved(context);
  await bulkInsert(sql, {
    table: "core.trace_link",
    rows: links,
    batch: 5000,
    onProgress: (done, total) => progress("trace links", done, total),
  });
  await bulkInsert(sql, {
    table: "core.unresolved_reference",
    rows: [...strayLinks(context), ...unresolved],
    batch: 5000,
  });
}

function resolved(context: IngestContext): { links: TraceLinkRow[]; unresolved: UnresolvedRow[] } {
  const { rows, corpus, ingestRunId } = context;
  const resolve = referenceResolver(rows, corpus.mapping.idPatterns);
  const links = new Map<string, TraceLinkRow>();
  const unresolved: UnresolvedRow[] = [];
  for (const { testCaseId, raw, origin } of references(context)) {
    const common = { raw_reference: raw, ingest_run_id: ingestRunId };
    const resolution = resolve(raw);
    if ("reason" in resolution) {
      unresolved.push({ source_id: testCaseId, reason: resolution.reason, ...common });
      continue;
    }
    for (const { id, kind } of resolution.items) {
      const key = JSON.stringify([testCaseId, id]);
      // A recorded link comes first and wins over the same reference in a payload.
      if (!links.has(key)) links.set(key, { test_case_id: testCaseId, reference_id: id, kind, origin, ...common });
    }
  }
  return { links: [...links.values()], unresolved };
}

function references({ rows }: IngestContext): Reference[] {
  const recorded = rows.links
    .filter((link) => link.role === "reference" && rows.byId.get(link.sourceId)?.role === "test_case")
    .map((link): Reference => ({ testCaseId: link.sourceId, raw: link.targetId, origin: "link" }));
  const written = rows.artifacts
    .filter((artifact) => artifact.role === "test_case")
    .flatMap((artifact) =>
      metaList(artifact, "references").map((raw): Reference => ({ testCaseId: artifact.id, raw, origin: "payload" })),
    );
  return [...recorded, ...written];
}

/** The roles of a link's ends; a reference may lead anywhere, its resolution says why not. */
const ENDS: Record<LinkRole, readonly [from: ArtifactRole, to: ArtifactRole | null]> = {
  containment: ["backlog_item", "backlog_item"],
  reference: ["test_case", null],
  message_coverage: ["test_case", "message"],
  protocol_coverage: ["test_case", "protocol"],
  membership: ["message", "protocol"],
};

/** Links whose ends don't have the roles that the mapping says. They are in raw.link only. */
function strayLinks({ rows, ingestRunId }: IngestContext): UnresolvedRow[] {
  return rows.links.flatMap((link) => {
    const [from, to] = ENDS[link.role];
    const found = [link.sourceId, link.targetId].map((id) => rows.byId.get(id)?.role ?? "unknown");
    if (found[0] === from && (to === null || found[1] === to)) return [];
    const reason = `link ${link.kind} (${link.role}) joins ${found.join(" and ")}`;
    return [{ source_id: link.sourceId, raw_reference: link.targetId, reason, ingest_run_id: ingestRunId }];
  });
}
