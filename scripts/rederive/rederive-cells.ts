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
const KEYS = [
  "model",
  "verdict",
  "workflow",
  "knowledge",
  "factor",
  "level",
  "complexity",
  "judge",
  "metric",
  "on",
  "measure",
];
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
    const cells: RederivedCell[] = [];
    for (const [table, query] of await readQueries()) {
      const { rows } = await database.query<Row>(query);
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
  const { judges } = JSON.parse(await readFile(join(runDirectory, "run_config.json"), "utf8"));
  const { substrate } = JSON.parse(await readFile(join(runDirectory, "manifest.json"), "utf8"));
  const patterns = (substrate?.mapping.idPatterns ?? []).map(({ pattern }: { pattern: string }) => pattern).join("|");
  await database.exec("CREATE TABLE setting (alignment float8, entity float8, id_pattern text)");
  await database.query("INSERT INTO setting VALUES ($1, $2, $3)", [
    judges.alignment_threshold,
    judges.entity_threshold,
    `^(${patterns})$`,
  ]);
  await database.exec("CREATE TABLE scenario (data jsonb, asked jsonb)");
  const { scenarios } = parseYaml(await readFile(join(runDirectory, "scenarios.yaml"), "utf8"));
  for (const scenario of scenarios)
    await database.query("INSERT INTO scenario VALUES ($1, $2)", [
      scenario,
      JSON.stringify(wordsOf(scenario.turns.join("\n"))),
    ]);
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

interface Raw extends Record<string, unknown> {
  final_text?: string;
  documents?: { path: string; content: string }[];
  tool_calls?: { status: string; result?: string; preview: string }[];
}

/** Results and messages are most of an extraction: of these only the words are kept that could be ids. */
function withoutTexts(record: Raw) {
  const { messages: _messages, documents = [], tool_calls: calls, final_text = "", ...rest } = record;
  if (!calls) return rest;
  const answer = [
    final_text,
    ...documents.filter(({ path }) => final_text.includes(path)).map((one) => one.content),
  ].join("\n");
  const successful = calls.filter(({ status }) => status === "success");
  return {
    ...rest,
    tool_calls: calls.map(({ status }) => ({ status })),
    answer,
    said: wordsOf(answer.replace(/artifact:\/\/[^\s)]*/g, " ")),
    seen: wordsOf(successful.map(({ result, preview }) => result ?? preview).join("\n")),
    shown: wordsOf(successful.map(({ preview }) => preview).join("\n")),
  };
}

/** Runs of letters, digits and `_`, joined by `-` or `/`, with a joint or a digit in them. */
function wordsOf(text: string): string[] {
  return [...new Set(text.match(/[\p{L}\p{N}_]+(?:[-/][\p{L}\p{N}_]+)*/gu) ?? [])].filter((word) =>
    /[-/\d]/.test(word),
  );
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
