import { execFileSync } from "node:child_process";
import { ROOT } from "./pages.ts";
import type { FigureTable } from "./source.ts";

/** What a script of ours prints. */
export function runScript(script: string, ...args: readonly string[]): string {
  return execFileSync(process.execPath, ["--import", "tsx", script, ...args], {
    ...{ cwd: ROOT, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** Its Markdown tables, in their order, under these keys. @throws when it prints more or fewer */
export function printedTables(output: string, keys: readonly string[]): Record<string, FigureTable> {
  const tables = [...output.matchAll(/(?:^\|.*\n?)+/gm)].map(([text]) => readTable(text));
  if (tables.length !== keys.length) throw new Error(`expected ${keys.length} tables, found ${tables.length}`);
  return Object.fromEntries(keys.map((key, at) => [key, tables[at]!]));
}

function readTable(text: string): FigureTable {
  const [columns = [], , ...rows] = text.trimEnd().split("\n").map(cellsOf);
  return { columns, rows };
}

function cellsOf(line: string): string[] {
  return line
    .split("|")
    .slice(1, -1)
    .map((cell) => cell.trim());
}
