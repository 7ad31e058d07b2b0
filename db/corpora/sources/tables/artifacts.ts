import { isMissing, parseDecimal } from "../../../../base/blank.ts";
import type { Artifact } from "../../../corpus.ts";
import { outcomeOfStatus } from "../junit/outcome.ts";
import { type NamedOnly, splitIds } from "../references.ts";
import type { SourceLink } from "../source.ts";
import { plainText } from "../text/markup.ts";
import type { SourceRow } from "./grid.ts";
import type { RoledTable, TableRecord } from "./records.ts";

/** Ids that are plain numbers get their type before them: `test_case-7`. They would be found in any prose, and types share them. */
export function idOf(raw: string, type: string): string {
  const id = raw.replace(/\s+/g, " ").trim();
  return /^\d+$/.test(id) ? `${type}-${id}` : id;
}

/** A record as an artifact. Steps become numbered lines of its text. */
export function artifactOf(table: RoledTable, { rawId, type, rows }: TableRecord): Artifact {
  const first = rows[0] as SourceRow;
  const titles = table.cells(first, "title");
  const preconditions = table.cells(first, "precondition");
  const steps = rows.flatMap((row) => stepOf(table, row));
  // Where there are no steps, a row that goes on with a record goes on with its text.
  const more = table.columnsOf("step").length > 0 ? [] : rows.slice(1);
  const text = [
    ...table.cells(first, "text").map(plainText),
    ...more.flatMap((row) => [...table.cells(row, "title"), ...table.cells(row, "text")]).map(plainText),
    ...preconditions.map((precondition) => `Precondition: ${plainText(precondition)}`),
    ...(steps.length === 1 ? steps : steps.map((step, at) => `${at + 1}. ${step}`)),
  ].join("\n");
  const title = (titles[0] ?? text).split("\n")[0] as string;
  return {
    id: idOf(rawId, type),
    type,
    title,
    text: text || title,
    meta: metaOf(table, { first, steps: steps.length }),
  };
}

function stepOf(table: RoledTable, row: SourceRow): string[] {
  const action = table.cells(row, "step").map(plainText).join("\n");
  const data = table.cells(row, "step_data").map(plainText).join("\n");
  const result = table.cells(row, "step_result").map(plainText).join("\n");
  const parts = [action, data && `Data: ${data}`, result && `Expected: ${result}`].filter((part) => part !== "");
  return parts.length === 0 ? [] : [parts.join("\n")];
}

function metaOf(table: RoledTable, { first, steps }: { first: SourceRow; steps: number }): Record<string, unknown> {
  const attributes = table
    .columnsOf("attribute")
    .map((name) => [name, table.cell(first, name)] as const)
    .filter(([, value]) => value !== "");
  const suite = suitePath(table, table.cells(first, "suite")[0] ?? "");
  const [status] = table.cells(first, "outcome");
  const outcome = status === undefined ? null : outcomeOfStatus(status);
  const time = parseDecimal(table.cells(first, "time")[0] ?? "");
  return {
    ...Object.fromEntries(attributes),
    ...(suite ? { suite } : {}),
    ...(outcome ? { last_outcome: outcome } : status ? { run_status: status } : {}),
    ...(time !== null && time >= 0 ? { time_s: time } : {}),
    ...(steps > 0 ? { steps } : {}),
  };
}

/** Names of the suites from the top, where the tool lists suites in rows of their own; suites in a circle end at the first repeat. */
function suitePath(table: RoledTable, suite: string): string {
  const path: string[] = [];
  const seen = new Set<string>();
  for (let at = suite; at !== "" && !seen.has(at); at = table.suites.get(at)?.parent ?? "") {
    seen.add(at);
    path.unshift(table.suites.get(at)?.name ?? at);
  }
  return path.join(" / ");
}

/** What a record refers to: other records of the tables by their id as it stands there, else requirements that are only named. */
export function addLinks(
  table: RoledTable,
  record: TableRecord,
  { named, links, ids }: { named: NamedOnly; links: SourceLink[]; ids: ReadonlyMap<string, readonly string[]> },
): void {
  const sourceId = idOf(record.rawId, record.type);
  for (const row of record.rows) {
    const place = table.place(row);
    for (const role of ["requirement", "function"] as const)
      for (const raw of table.cells(row, role).flatMap(splitIds)) {
        // A number may be an id in several tables: then of none but its own.
        const others = (ids.get(raw) ?? []).filter((id) => id !== sourceId);
        const id = others.length === 1 ? (others[0] as string) : idOf(raw, role);
        if (id !== sourceId)
          named.add({ sourceId, id, type: role, kind: role === "function" ? "exercises" : "verifies", place });
      }
    for (const raw of table.cells(row, "parent").filter((id) => !isMissing(id)))
      links.push({ sourceId, targetId: idOf(raw, record.type), kind: "child-of", place });
  }
}
