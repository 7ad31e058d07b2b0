import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite } from "@electric-sql/pglite";
import { parse as parseCsv } from "csv-parse/sync";
import { parse as parseYaml } from "yaml";

export interface RederivedCell {
  table: string;
  /** The row's key, such as `explorer / react / prompt`. */
  row: string;
  column: string;
  stored: number | null;
  derived: number | null;
  /** Both null, or at most 1e-9 apart. */
  equal: boolean;
}

const TOLERANCE = 1e-9;
/** Columns that name a row; all others are numbers. */
const KEYS = ["model", "workflow", "knowledge", "factor", "level", "complexity", "judge", "metric", "on", "measure"];
const PARTS = ["raw_output", "extraction", "verdict", "calibration"] as const;
const FOLDERS: Record<(typeof PARTS)[number], string> = {
  raw_output: "raw_output",
  extraction: "extractions",
  verdict: "verdicts",
  calibration: "verdicts_calibration",
};

/** Every cell of the study's tables that the SQL derives from the raw records, beside what the run's CSV files hold. */
export async function rederiveCells(runDirectory: string): Promise<RederivedCell[]> {
  const database = new PGlite();
  try {
    await load(database, runDirectory);
    await database.exec(await readFile(new URL("views.sql", import.meta.url), "utf8"));
    const config = JSON.parse(await readFile(join(runDirectory, "run_config.json"), "utf8"));
    const cells: RederivedCell[] = [];
    for (const [table, query] of await readQueries()) {
      const alignment = query.includes("$1") ? [config.judges.alignment_threshold] : [];
      const { rows } = await database.query<Row>(query, alignment);
      const csv = await readFile(join(runDirectory, "metrics", "tables", `${table}.csv`), "utf8");
      cells.push(...compare(table, rows, parseCsv(csv, { columns: true })));
    }
    return cells;
  } finally {
    await database.close();
  }
}

type Row = Record<string, string | number | bigint | null>;

/** The queries of tables.sql by the name in the comment above each. */
async function readQueries(): Promise<[string, string][]> {
  const text = await readFile(new URL("tables.sql", import.meta.url), "utf8");
  return text
    .split(/^-- (?=[a-z_]+$)/m)
    .slice(1)
    .map((part) => {
      const [name = "", ...lines] = part.split("\n");
      return [name, lines.join("\n").trim().replace(/;$/, "")];
    });
}

async function load(database: PGlite, runDirectory: string): Promise<void> {
  await database.exec("CREATE TABLE scenario (data jsonb)");
  const { scenarios } = parseYaml(await readFile(join(runDirectory, "scenarios.yaml"), "utf8"));
  for (const scenario of scenarios) await database.query("INSERT INTO scenario VALUES ($1)", [scenario]);
  for (const part of PARTS) {
    await database.exec(`CREATE TABLE ${part} (key text PRIMARY KEY, data jsonb)`);
    const folder = join(runDirectory, FOLDERS[part]);
    for (const file of (await readdir(folder)).sort())
      for (const line of (await readFile(join(folder, file), "utf8")).split("\n").filter(Boolean)) {
        const record = withoutTexts(JSON.parse(line));
        const key = [record.model, record.workflow, record.knowledge, record.scenario_id, record.repeat].join("/");
        await database.query(`INSERT INTO ${part} VALUES ($1, $2)`, [key, record]);
      }
  }
}

/** Results and messages are most of an extraction, and no query asks for them. */
function withoutTexts(record: Record<string, unknown> & { tool_calls?: { status: string }[] }) {
  const { messages: _messages, documents: _documents, ...rest } = record;
  return rest.tool_calls ? { ...rest, tool_calls: rest.tool_calls.map(({ status }) => ({ status })) } : rest;
}

function compare(table: string, derived: readonly Row[], stored: readonly Record<string, string>[]): RederivedCell[] {
  const columns = Object.keys(derived[0] ?? {}).filter((name) => !KEYS.includes(name) && name !== "threshold");
  const keyOf = (row: Row) =>
    [...KEYS, "threshold"]
      .filter((name) => name in derived[0]!)
      .map((name) => String(row[name]))
      .join(" / ");
  const byKey = new Map(derived.map((row) => [keyOf(row), row]));
  return stored.flatMap((row) => {
    const key = keyOf(row);
    return columns.map((column) => {
      const [first, second] = [numberOf(row[column]), numberOf(byKey.get(key)?.[column])];
      // SQL gives no row for a level without executions, the table one that counts 0.
      const absent = !byKey.has(key) && !first;
      const near = first !== null && second !== null && Math.abs(first - second) <= TOLERANCE;
      return { table, row: key, column, stored: first, derived: second, equal: absent || near || first === second };
    });
  });
}

function numberOf(value: string | number | bigint | null | undefined): number | null {
  return value === null || value === undefined || value === "" ? null : Number(value);
}
