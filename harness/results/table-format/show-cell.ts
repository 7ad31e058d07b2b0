import { type ColumnFormat, writeNumber } from "../../print/column.ts";
import { configurationLabel, decimal, knowledgeLabel, metricLabel, workflowLabel } from "../../print/format.ts";
import { parseConfigurationName } from "../../record/domain/names.ts";
import { type Column, isEstimate, type TableCell } from "./table.ts";

/** A cell as a reader sees it, not yet escaped. A missing value is an en dash, never 0. */
export function showCell(cell: TableCell | undefined, column: Column): string {
  if (cell === null || cell === undefined) return "\u2013";
  if (typeof cell === "string") return displayName(cell, column.key);
  if (!isEstimate(cell)) return showNumber(cell, column.format);
  if (cell.mean === null) return "\u2013";
  const mean = showNumber(cell.mean, column.format);
  if (!column.interval || cell.low === null || cell.high === null) return mean;
  return `${mean} [${showNumber(cell.low, column.format)}, ${showNumber(cell.high, column.format)}]`;
}

/** Columns of our own words, which are written together in files that programs read. Names that others gave stay as they are. */
const WORDS = ["complexity", "judge", "level", "measure", "nonexistence", "on", "probe", "unit"];

/** Names of configurations, their parts, metrics and kinds as figures and pages have them. */
function displayName(text: string, key: string): string {
  if (key === "metric" || key === "of") return metricLabel(text);
  if (WORDS.includes(key)) return text.replaceAll("_", " ");
  if (key === "workflow") return workflowLabel(text);
  if (key === "knowledge") return knowledgeLabel(text);
  const configuration = parseConfigurationName(text);
  return configuration === null ? text : configurationLabel(configuration);
}

/** Of a share in percent without the sign, which the column's label has. */
function showNumber(value: number, format: ColumnFormat): string {
  return format === "percent" ? decimal(100 * value, 1) : writeNumber(value, format);
}
