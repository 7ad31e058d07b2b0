import { batchesOf } from "../../base/batches.ts";
import { grouped } from "../../base/grouped.ts";
import { fitsRole, type MappedArtifact, metaList, type StreamedRows } from "../ports/corpus-rows.ts";
import type { Row } from "../ports/ports.ts";
import type { StepContext } from "./context.ts";
import { type DecidedTable, TableWriter } from "./reconcile.ts";
import { referenceResolver } from "./reference-ids.ts";

/** Artifacts whose references are resolved at a time. */
const BATCH = 1000;

/** Step 4: test case -> backlog item, from the links and from the references in the payloads. What can't be resolved is kept with its reason. */
export async function resolveTraceLinks(context: StepContext): Promise<void> {
  const { rows, progress } = context;
  const tables = traceTables(context);
  const resolutionsOf = resolutionReader(context);
  let done = 0;
  for (const artifacts of batchesOf(rows.artifacts, BATCH)) {
    const resolutions = artifacts.flatMap(resolutionsOf);
    for (const { writer, rowsOf } of tables) await writer.write(rowsOf(resolutions));
    done += artifacts.length;
    progress("trace links", done, rows.byId.size);
  }
  for (const { writer } of tables) await writer.finish();
}

/** The tables with what a resolution is in each. */
function traceTables({ sql, ingestRunId, log }: StepContext): { writer: TableWriter; rowsOf(all: Row[]): Row[] }[] {
  const table = (
    decided: Pick<DecidedTable, "table" | "key" | "values">,
    rowsOf: (all: Row[]) => Row[] = (all) => all,
  ) => ({ writer: new TableWriter(sql, { ...decided, stamp: { ingest_run_id: ingestRunId } }, log), rowsOf });
  return [
    table(
      {
        table: "core.trace_link",
        key: ["test_case_id", "reference_id"],
        values: ["kind", "raw_reference", "origin"],
      },
      (all) => all.filter(({ problem }) => problem === "").map(traceLinkRow),
    ),
    table({ table: "core.unresolved_reference", key: ["source_id", "raw_reference", "reason"], values: [] }, (all) =>
      all
        .filter(({ problem }) => problem !== "")
        .map(({ source_id, raw_reference, reason }) => ({ source_id, raw_reference, reason })),
    ),
    table({
      table: "core.reference_resolution",
      key: ["source_id", "raw_reference", "origin", "normalised", "target_id", "rule", "kind", "problem", "reason"],
      values: [],
    }),
  ];
}

function traceLinkRow({ source_id, target_id, kind, raw_reference, origin }: Row): Row {
  return { test_case_id: source_id, reference_id: target_id, kind, raw_reference, origin };
}

/** Rows of core.reference_resolution of an artifact. Recorded links come first: they win over the same reference in a payload. */
function resolutionReader({ rows, corpus }: StepContext): (artifact: MappedArtifact) => Row[] {
  const resolve = referenceResolver(rows, corpus.mapping.idPatterns);
  const linksOf = grouped(rows.links, ({ sourceId }) => sourceId);
  const resolved = ({ raw, origin }: Reference, sourceId: string): Row[] => {
    const resolution = resolve(raw);
    const common = { source_id: sourceId, raw_reference: raw, origin, normalised: resolution.normalised };
    if ("problem" in resolution) {
      const { problem, reason } = resolution;
      return [{ ...common, target_id: "", rule: "", kind: "", problem, reason }];
    }
    const { rule, items } = resolution;
    return items.map(({ id, kind }) => ({ ...common, target_id: id, rule, kind, problem: "", reason: "" }));
  };
  return (artifact) => {
    const links = linksOf.get(artifact.id) ?? [];
    return [
      ...strayLinks(links, rows.byId),
      ...(artifact.role === "test_case" ? references(artifact, links) : []).flatMap((one) =>
        resolved(one, artifact.id),
      ),
    ];
  };
}

interface Reference {
  raw: string;
  origin: "link" | "payload";
}

function references(test: MappedArtifact, links: StreamedRows["links"]): Reference[] {
  const recorded = links.filter(({ role }) => role === "reference").map(({ targetId }) => targetId);
  return [
    ...recorded.map((raw): Reference => ({ raw, origin: "link" })),
    ...metaList(test, "references").map((raw): Reference => ({ raw, origin: "payload" })),
  ];
}

/**
 * Links whose ends don't have the roles that the mapping says, as rows of core.reference_resolution. Besides they are in
 * raw.link only. What a reference leads to is looked up first: its resolution says why not.
 */
function strayLinks(links: StreamedRows["links"], byId: StreamedRows["byId"]): Row[] {
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
