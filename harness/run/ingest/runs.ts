import { count } from "../../../base/counts.ts";
import type { ChangeCounts } from "../../../db/ingest/changes.ts";
import type { RunStatus } from "../../../db/ingest/status.ts";
import { printable, table } from "../../print/text.ts";

/** Rows of each kind that a run left alone, wrote anew, added and removed. */
export function changesText(changes: ChangeCounts, columns: number): string {
  const rows = Object.entries(changes).map(([kind, counts]) => [
    kind.replace("_", " "),
    ...[counts.unchanged, counts.changed, counts.new, counts.gone].map(count),
  ]);
  const titles = ["kind", "unchanged", "changed", "new", "gone"].map((title, at) =>
    at === 0 ? { title } : { title, align: "right" as const },
  );
  return rows.length === 0 ? "no canonical row was compared" : table(titles, rows, columns);
}

/** A run's steps with their time and what they wrote, a line a table. */
export function runText(run: RunStatus, columns: number): string {
  const rows = run.steps.flatMap(({ step, duration_ms: durationMs, written }) => {
    const tables = Object.entries(written);
    const first = [step, `${(durationMs / 1000).toFixed(2)} s`];
    if (tables.length === 0) return [[...first, "nothing", "", "", ""]];
    return tables.map(([name, { inserted, updated, deleted }], at) => [
      ...(at === 0 ? first : ["", ""]),
      printable(name),
      ...[inserted, updated, deleted].map((n) => (n === 0 ? "" : count(n))),
    ]);
  });
  const right = { align: "right" as const };
  const titles = [
    { title: "step" },
    { title: "time", ...right },
    { title: "wrote" },
    ...["inserted", "updated", "deleted"].map((title) => ({ title, ...right })),
  ];
  return table(titles, rows, columns);
}
