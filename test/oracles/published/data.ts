import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "csv-parse/sync";
import { sharedPath } from "../../shared.ts";

/** One expected statistic of a data set, computed or published by others. */
export interface Expected {
  statistic: string;
  on: Record<string, string | number>;
  value: number | number[];
  tolerance: number;
  use?: "recomputed";
  recomputed?: { value: number | number[] };
}

const INPUT = fileURLToPath(new URL("../../input", import.meta.url));

/** A worked example of a paper or book. */
export function readExample<T>(name: string): T {
  return readJson(`${INPUT}/statistics/${name}.json`);
}

/** Folder of a data set: of this checkout, or of the shared data for those that are too large for it; null where it is absent. */
export function setFolder(set: string): string | null {
  const own = `${INPUT}/agreement/${set}`;
  return existsSync(own) ? own : sharedPath("data/agreement", set);
}

/** The expected values of a set whose statistic matches; a slip of the source is replaced by what was recomputed. */
export function readExpected(set: string, statistic: RegExp): Expected[] {
  const { expected } = readJson<{ expected: Expected[] }>(`${setFolder(set)}/expected.json`);
  return expected
    .filter((entry) => statistic.test(entry.statistic))
    .map((entry) => (entry.use === "recomputed" ? { ...entry, value: entry.recomputed!.value } : entry));
}

/** Rows of a CSV file by column name. */
export function readTable(set: string, file: string): Record<string, string>[] {
  return parse(readFileSync(`${setFolder(set)}/${file}`, "utf8"), { columns: true });
}

export function readJson<T>(path: string): T {
  return JSON.parse(readFileSync(path, "utf8")) as T;
}

export function column(rows: readonly Record<string, string>[], name: string): number[] {
  return rows.map((row) => Number(row[name]));
}

/** Pairs of categories 0, 1, ... as often as a contingency table says. */
export function pairsOf(table: readonly (readonly number[])[]): { a: number[]; b: number[] } {
  const pairs = table.flatMap((row, i) => row.flatMap((n, j) => Array.from({ length: n }, () => [i, j] as const)));
  return { a: pairs.map(([i]) => i), b: pairs.map(([, j]) => j) };
}
