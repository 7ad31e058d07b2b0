import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import type { LsaModel } from "../../../db/embeddings/lsa.ts";
import { assignRows } from "../../../measure/clustering/assign.ts";
import { cutTree, LINKAGE } from "./group-reports.ts";
import type { FaultPattern, PatternFile } from "./pattern-file.ts";
import type { FaultReport } from "./read-reports.ts";
import { hasDirection, vectorsOf } from "./report-vectors.ts";

/** What became of reports that known patterns had not seen. */
export interface AssignedReports {
  file: PatternFile;
  /** By new report that is now in a pattern: which. */
  assigned: ReadonlyMap<string, string>;
  /** New reports that are like none of the patterns. */
  apart: readonly string[];
  /** Reports of the patterns that the export no longer has. They stay where they are. */
  gone: readonly string[];
  /** Known reports that mining with these words would put elsewhere. They stay where they are. */
  moved: number;
}

/**
 * Puts new reports to the patterns that are known: each goes where the tree of all reports, old and new, has it
 * (`assignRows`). No word is learned anew; patterns, names, terms, extracts and old reports stay.
 * @param reports all of the export; those that the patterns hold give the patterns their place
 * @throws UserError `usage` for patterns of a layout
 */
export async function assignReports(
  { file, model }: { file: PatternFile; model: LsaModel },
  { reports, corpusHash }: { reports: readonly FaultReport[]; corpusHash: string },
): Promise<AssignedReports> {
  if (file.pipeline === "umap")
    throw new UserError("usage", "patterns of a UMAP layout are no tree that a new report could be put into", {
      hint: "mine with --pipeline linkage",
    });
  const patternOf = new Map(file.patterns.flatMap(({ id, members }) => members.map((member) => [member, id] as const)));
  const seen = new Set([...patternOf.keys(), ...file.apart]);
  const vectors = new Map((await vectorsOf(model, reports)).map((vector, at) => [reports[at]!.id, vector] as const));
  const directed = (ids: readonly string[]) => ids.flatMap((id) => vectors.get(id) ?? []).filter(hasDirection);
  const clusters = file.patterns.map(({ id, members }) => ({ id, members: directed(members) }));
  const fresh = reports.filter(({ id }) => !seen.has(id));
  const placed = fresh.filter(({ id }) => hasDirection(vectors.get(id)!));
  const { ids, moved } = assignRows(
    placed.map(({ id }) => vectors.get(id)!),
    { clusters, apart: directed(file.apart), linkage: LINKAGE, cut: (tree) => cutTree(tree, file.pair_share) },
  );
  const assigned = new Map(placed.flatMap(({ id }, at) => (ids[at] ? [[id, ids[at]] as const] : [])));
  const apart = fresh.map(({ id }) => id).filter((id) => !assigned.has(id));
  return {
    file: {
      ...file,
      ...{ corpus_hash: corpusHash, reports: file.reports + fresh.length },
      patterns: file.patterns.map((pattern) => withMembers(pattern, assigned)),
      apart: [...file.apart, ...apart].sort(compareText),
    },
    ...{ assigned, apart, gone: [...seen].filter((id) => !vectors.has(id)), moved },
  };
}

function withMembers(pattern: FaultPattern, assigned: ReadonlyMap<string, string>): FaultPattern {
  const added = [...assigned].filter(([, id]) => id === pattern.id).map(([report]) => report);
  return added.length === 0 ? pattern : { ...pattern, members: [...pattern.members, ...added].sort(compareText) };
}
