import { parseAnswer } from "../../../../agent/answer/answer.ts";
import { showsRecords } from "../../../../agent/answer/evidence.ts";
import { grouped } from "../../../../base/grouped.ts";
import type { IdReader } from "../../../../base/ids/id-reader.ts";
import type { Extraction } from "../../../record/domain/records.ts";
import type { TracedCase } from "./case.ts";
import type { TraceMetric } from "./metric.ts";

/** Families whose results relate what was asked about to what comes back. A hit of a search relates nothing to its query. */
const RELATING: ReadonlySet<string> = new Set(["trace_link", "graph", "cypher", "sql"]);

/** A recommended id and another that its line brings up as the reason: "`TC-1` - linked to FEA-2". */
export interface RelationClaim {
  id: string;
  related: string;
  supported: boolean;
}

/**
 * The relations that the recommended list claims. One is supported when some record of a successful result holds both ids;
 * when a relating tool was asked about just one of them and a record of its result holds the other; or by a chain of such
 * steps over ids of the same line ("linked to SPI-3, which is part of REQ-4"). So a real id with an invented relation is
 * caught, one that the evidence merely does not contradict is not believed. A lower bound on invention: a query's condition
 * is not interpreted (`<> 'FEA-2'` counts as asking about FEA-2).
 */
export function relationClaims(traced: TracedCase): readonly RelationClaim[] {
  const known = CLAIMS.get(traced);
  if (known) return known;
  const claims = readClaims(traced);
  CLAIMS.set(traced, claims);
  return claims;
}

/** Two metrics ask for those of each execution, and every record of its results is read for them. */
const CLAIMS = new WeakMap<TracedCase, readonly RelationClaim[]>();

function readClaims({ extraction, ids: reader }: TracedCase): RelationClaim[] {
  // An item may list several ids.
  const items = new Set(parseAnswer(extraction.final_text, reader).items.map(({ line }) => line));
  const lines = [...items].map((line) => [...reader.idsIn(line)]).filter((ids) => ids.length > 1);
  if (lines.length === 0) return [];
  const groups = relationsShown(extraction.tool_calls, new Set(lines.flat()), reader);
  return lines.flatMap((ids) => {
    const reached = reachable(ids, groups);
    return ids.slice(1).map((other) => ({ id: ids[0]!, related: other, supported: reached.has(other) }));
  });
}

type Group = ReadonlySet<string>;

/** By id, the groups of ids that successful results relate it in, among those that the answer claims anything about. */
function relationsShown(
  calls: Extraction["tool_calls"],
  claimed: ReadonlySet<string>,
  reader: IdReader,
): Map<string, { group: Group }[]> {
  const members: { id: string; group: Group }[] = [];
  for (const call of calls) {
    if (!showsRecords(call)) continue;
    const { context, records } = recordsOf(call);
    const asked = RELATING.has(call.family) ? [...reader.idsIn(context)] : [];
    const about = asked.length === 1 ? asked : [];
    for (const record of records) {
      const group = new Set([...about, ...reader.idsIn(record)].filter((id) => claimed.has(id)));
      for (const id of group) members.push({ id, group });
    }
  }
  return grouped(members, ({ id }) => id);
}

/** A result's records, and what they are about: arguments and everything beside the rows. Without rows, each line is a record. */
function recordsOf({ arguments: given, result, preview }: Extraction["tool_calls"][number]) {
  const text = result ?? preview;
  const parsed = parseObject(text);
  if (!Array.isArray(parsed?.rows)) return { context: JSON.stringify(given ?? ""), records: text.split("\n") };
  const { rows, ...beside } = parsed;
  return {
    context: JSON.stringify([given, beside]),
    records: (rows as unknown[]).map((row) => JSON.stringify(row)),
  };
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** The ids of a line that its first one leads to, step by step, without leaving the line. */
function reachable(ids: readonly string[], groups: ReadonlyMap<string, readonly { group: Group }[]>): Set<string> {
  const line = new Set(ids);
  const reached = new Set(ids.slice(0, 1));
  const entered = new Set<Group>();
  for (const from of reached)
    for (const { group } of groups.get(from) ?? []) {
      if (entered.has(group)) continue;
      entered.add(group);
      const [fewer, more] = group.size < line.size ? [group, line] : [line, group];
      for (const to of fewer) if (more.has(to)) reached.add(to);
    }
  return reached;
}

const COMMON = {
  kind: "grounding",
  about: "all",
  withoutAnswer: "unscored",
  from: "trace",
  rests: "tool_calls",
} as const;

/** Share of the claimed relations that a tool result shows. Unscored when the list claims none. */
export const relationGrounding: TraceMetric = {
  ...COMMON,
  name: "relation_grounding",
  label: "Relation grounding",
  definition: "share of the relations between ids claimed in the recommended list that a successful tool result shows",
  unit: "share",
  better: "higher",
  compute: (traced) => {
    const claims = relationClaims(traced);
    return claims.length === 0
      ? "no_relations_in_answer"
      : claims.filter((one) => one.supported).length / claims.length;
  },
};

/** How many claimed relations no tool result shows. */
export const inventedRelations: TraceMetric = {
  ...COMMON,
  name: "invented_relations",
  label: "Invented relations",
  definition: "relations between ids claimed in the recommended list that no successful tool result shows",
  unit: "count",
  better: "lower",
  compute: (traced) => relationClaims(traced).filter((one) => !one.supported).length,
};
