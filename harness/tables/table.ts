import type { Estimate } from "../domain/estimate.ts";

export type TableCell = string | number | null | Estimate;

export interface Column {
  /** Name in CSV and JSON. */
  key: string;
  label: string;
  /** How a number is shown: `share` and `signed` to three digits, `percent` as 100 times to one, `rating` to two, `p` to three or `<0.001`. */
  show: "text" | "count" | "share" | "percent" | "rating" | "p" | "signed";
  /** Show an estimate's interval too; CSV and JSON always have it. */
  interval?: boolean;
}

export interface Table {
  /** File name without ending. */
  name: string;
  title: string;
  /** What n is, which policy holds, whether models or judges are stand-ins. */
  caption: string;
  columns: readonly Column[];
  rows: readonly Readonly<Record<string, TableCell>>[];
  /** What the reference study published under the same columns, on another corpus and with other models. */
  published?: readonly Readonly<Record<string, TableCell>>[];
}

export function isEstimate(cell: TableCell | undefined): cell is Estimate {
  return typeof cell === "object" && cell !== null;
}

export const CONFIGURATION_COLUMNS: readonly Column[] = [
  { key: "model", label: "Model", show: "text" },
  { key: "workflow", label: "Workflow", show: "text" },
  { key: "knowledge", label: "Knowledge", show: "text" },
];
