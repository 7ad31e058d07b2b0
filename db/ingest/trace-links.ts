import type { Row } from "../ports.ts";
import type { StepContext } from "./context.ts";
import { metaList } from "./corpus-rows.ts";
import { reconcile } from "./reconcile.ts";
import { referenceResolver } from "./reference-ids.ts";
import { strayLinks } from "./stray-links.ts";

/** Step 4: test case -> backlog item, from the links and from the references in the payloads. What can't be resolved is kept with its reason. */
export async function resolveTraceLinks(context: StepContext): Promise<void> {
  const { sql, ingestRunId, log, progress } = context;
  const resolutions = [...strayLinks(context.rows), ...resolvedReferences(context)];
  const stamp = { ingest_run_id: ingestRunId };
  const write = (table: string, content: { key: readonly string[]; values: readonly string[]; rows: Row[] }) =>
    reconcile(sql, { table, ...content, stamp }, log);
  await write("core.trace_link", {
    key: ["test_case_id", "reference_id"],
    values: ["kind", "raw_reference", "origin"],
    rows: resolutions.filter(({ problem }) => problem === "").map(traceLinkRow),
  });
  progress("trace links", 1, 3);
  await write("core.unresolved_reference", {
    key: ["source_id", "raw_reference", "reason"],
    values: [],
    rows: resolutions
      .filter(({ problem }) => problem !== "")
      .map(({ source_id, raw_reference, reason }) => ({ source_id, raw_reference, reason })),
  });
  await write("core.reference_resolution", {
    key: ["source_id", "raw_reference", "origin", "normalised", "target_id", "rule", "kind", "problem", "reason"],
    values: [],
    rows: resolutions,
  });
}

function traceLinkRow({ source_id, target_id, kind, raw_reference, origin }: Row): Row {
  return { test_case_id: source_id, reference_id: target_id, kind, raw_reference, origin };
}

/** Rows of core.reference_resolution. Recorded links come first: they win over the same reference in a payload. */
function resolvedReferences(context: StepContext): Row[] {
  const resolve = referenceResolver(context.rows, context.corpus.mapping.idPatterns);
  return references(context).flatMap(({ testCaseId, raw, origin }): Row[] => {
    const resolution = resolve(raw);
    const common = { source_id: testCaseId, raw_reference: raw, origin, normalised: resolution.normalised };
    if ("problem" in resolution) {
      const { problem, reason } = resolution;
      return [{ ...common, target_id: "", rule: "", kind: "", problem, reason }];
    }
    const { rule, items } = resolution;
    return items.map(({ id, kind }) => ({ ...common, target_id: id, rule, kind, problem: "", reason: "" }));
  });
}

interface Reference {
  testCaseId: string;
  raw: string;
  origin: "link" | "payload";
}

function references({ rows }: StepContext): Reference[] {
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
