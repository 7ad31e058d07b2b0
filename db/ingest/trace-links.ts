import { bulkInsert } from "../postgres/bulk-insert.ts";
import type { IngestContext } from "./context.ts";
import { metaList } from "./corpus-rows.ts";
import { type Resolution, referenceResolver } from "./reference-ids.ts";

interface Reference {
  testCaseId: string;
  raw: string;
  origin: "link" | "payload";
}

/** Step 4: test case -> backlog item, from the links and from the references in the payloads. What can't be resolved is kept with its reason. */
export async function resolveTraceLinks(context: IngestContext): Promise<void> {
  const { sql, ingestRunId, progress } = context;
  const resolve = referenceResolver(context.rows, context.corpus.mapping.idPatterns);
  const links = new Map<string, readonly unknown[]>();
  const unresolved = strayLinks(context);
  for (const { testCaseId, raw, origin } of references(context)) {
    const resolution: Resolution = resolve(raw);
    if ("reason" in resolution) {
      unresolved.push([testCaseId, raw, resolution.reason, ingestRunId]);
      continue;
    }
    for (const { id, kind } of resolution.items) {
      const key = JSON.stringify([testCaseId, id]);
      // A recorded link comes first and wins over the same reference in a payload.
      if (!links.has(key)) links.set(key, [testCaseId, id, kind, raw, origin, ingestRunId]);
    }
  }
  await bulkInsert(sql, {
    table: "core.trace_link",
    columns: {
      test_case_id: "text",
      reference_id: "text",
      kind: "text",
      raw_reference: "text",
      origin: "text",
      ingest_run_id: "integer",
    },
    rows: [...links.values()],
    batch: 5000,
    onProgress: (done, total) => progress("trace links", done, total),
  });
  await bulkInsert(sql, {
    table: "core.unresolved_reference",
    columns: { source_id: "text", raw_reference: "text", reason: "text", ingest_run_id: "integer" },
    rows: unresolved,
    batch: 5000,
  });
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

/** Links whose ends don't have the roles that the mapping says. They are in raw.link only. */
function strayLinks({ rows, ingestRunId }: IngestContext): unknown[][] {
  const ends = {
    containment: ["backlog_item", "backlog_item"],
    reference: ["test_case", null],
    message_coverage: ["test_case", "message"],
    protocol_coverage: ["test_case", "protocol"],
    membership: ["message", "protocol"],
  } as const;
  return rows.links.flatMap((link) => {
    const [from, to] = ends[link.role];
    const found = [rows.byId.get(link.sourceId)?.role ?? "unknown", rows.byId.get(link.targetId)?.role ?? "unknown"];
    if (found[0] === from && (to === null || found[1] === to)) return [];
    return [
      [link.sourceId, link.targetId, `link ${link.kind} (${link.role}) joins ${found.join(" and ")}`, ingestRunId],
    ];
  });
}
