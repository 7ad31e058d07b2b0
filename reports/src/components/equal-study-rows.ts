import { MATRIX_FACTORS, parseConfigurationName } from "../../../harness/record/domain/names.ts";
import type { Table } from "../../../harness/results/table-format/table.ts";
import { equalFilters, equalLabel, equalRows } from "./equal-rows.ts";
import { executionsLink } from "./links.ts";
import type { TableColumn } from "./table.ts";

type Row = Table["rows"][number];

/** Columns that are one on pages, with the configuration's mark: the three, and the levels of further factors in a run that has some. */
export const ALL_PARTS: readonly string[] = [...MATRIX_FACTORS, "levels"];

export type RowGroup = readonly [Row, ...Row[]];

export function isWhole(columns: Table["columns"]): boolean {
  return MATRIX_FACTORS.every((part) => columns.some(({ key }) => key === part));
}

/** Of a table with a row for each configuration, those that nothing else tells apart as one; its files have them all. */
export function equalStudyRows({ columns, rows }: Table): RowGroup[] {
  const names = isWhole(columns) ? ALL_PARTS : ["configuration"];
  const others = columns.filter(({ key }) => !names.includes(key));
  if (others.length === columns.length) return rows.map((row) => [row]);
  // What is no configuration stands for itself.
  return equalRows(rows, (row) => [
    configurationOf(row) === null ? row.configuration : "",
    ...others.map(({ key }) => row[key] ?? null),
  ]);
}

/** The configuration of a row; any other name (`all`) stays as it is. */
export function configurationColumn(
  label: string,
  { models, groups }: { models: readonly string[]; groups: readonly RowGroup[] },
): TableColumn<Row> {
  const groupOf = new Map(groups.map((group) => [group[0], group]));
  return {
    label,
    cell: (row) => {
      const members = (groupOf.get(row) ?? [row]).flatMap((member) => configurationOf(member) ?? []);
      if (members.length === 0) return String(row.configuration ?? "–").replaceAll("_", " ");
      return equalLabel(members, models, executionsLink(equalFilters(members)));
    },
  };
}

function configurationOf({ model, workflow, knowledge, levels, configuration }: Row) {
  if (configuration !== undefined) return parseConfigurationName(String(configuration));
  const three = { model: String(model), workflow: String(workflow), knowledge: String(knowledge) };
  return typeof levels === "string" && levels !== "" ? { ...three, levels } : three;
}
