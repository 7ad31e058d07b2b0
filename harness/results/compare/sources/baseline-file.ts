import { parse } from "csv-parse/sync";
import { OUTCOMES } from "../../../../agent/contract/contract.ts";
import { isNearNumber, parseDecimal, trimBlank } from "../../../../base/blank.ts";
import { jsonOrUndefined } from "../../../../base/json-object.ts";
import { parsePlainly, problemsOf } from "../../../../base/plain-issues.ts";
import { compareText } from "../../../../base/text-order.ts";
import { UserError } from "../../../../base/user-error.ts";
import { readUtf8 } from "../../../../base/utf8-text.ts";
import { type CsvCell, toCsv } from "../../../print/csv.ts";
import { configurationName, executionName } from "../../../record/domain/names.ts";
import type { Score } from "../../../record/domain/records.ts";
import { beginsAs, refuseTwice } from "./outside.ts";
import type { ScoredRun } from "./read-run.ts";
import { type Provenance, provenanceSchema, type RunSource, type SourceExecution } from "./run-source.ts";

const FIRST_LINE = "# scopebench runs baseline, format 1";
const KEY_COLUMNS = ["model", "workflow", "knowledge", "scenario_id", "repeat", "family", "outcome"] as const;
/** Of further factors; in a baseline of a run that has some. */
const LEVELS_COLUMN = "levels";

/**
 * A baseline as text: provenance in `#` lines, one fact each, then CSV with one line per execution in the order of its
 * name, six decimals. What is unscored holds the reason instead of a number. So a diff shows what changed and no more.
 */
export function renderBaseline({ provenance, executions }: ScoredRun): string {
  const metrics = Object.keys(provenance.metrics);
  const hasLevels = executions.some(({ record }) => record.levels !== undefined);
  const rows = [...executions]
    .sort((a, b) => compareText(a.name, b.name))
    .map(({ record, outcome, family, scores }): CsvCell[] => [
      record.model,
      record.workflow,
      record.knowledge,
      record.scenario_id,
      record.repeat,
      family,
      outcome,
      ...(hasLevels ? [record.levels ?? ""] : []),
      ...metrics.map((metric) => toCell(scores[metric])),
    ]);
  const columns = [...KEY_COLUMNS, ...(hasLevels ? [LEVELS_COLUMN] : []), ...metrics];
  return `${[FIRST_LINE, ...headerLines(provenance)].join("\n")}\n${toCsv(columns, rows)}`;
}

function headerLines(provenance: Provenance): string[] {
  return Object.entries(provenance).flatMap(([key, value]) =>
    value !== null && typeof value === "object" && !Array.isArray(value)
      ? Object.entries(value).map(([name, fact]) => `# ${key} ${JSON.stringify(name)}: ${JSON.stringify(fact)}`)
      : [`# ${key}: ${JSON.stringify(value)}`],
  );
}

function toCell(score: Score | undefined): string {
  if (score === undefined) return "missing";
  if (score.value === null) return score.reason;
  return Number.isInteger(score.value) ? String(score.value) : score.value.toFixed(6);
}

/** True when a file begins as a baseline does. */
export async function isBaselineFile(path: string): Promise<boolean> {
  return beginsAs(path, /^# scopebench runs baseline, format/);
}

/** @throws UserError `input` with every problem: another format, a missing fact, an invalid line. */
export async function readBaselineSource(path: string): Promise<RunSource> {
  // A checkout on Windows gives a committed file its line ends.
  const lines = (await readUtf8(path)).split(/\r?\n/);
  if (lines[0] !== FIRST_LINE)
    throw new UserError("input", `${path} is a baseline of another format`, {
      hint: "make it again: scopebench runs baseline save <run> <file>",
    });
  // Facts stand before the table and nowhere else: what a row begins with is its own.
  const end = [...lines, ""].findIndex((line) => !line.startsWith("#"));
  const header = lines.slice(1, end);
  const provenance = parseProvenance(path, header);
  const executions = parseRows(path, lines.slice(end).join("\n"), provenance);
  return { kind: "baseline", label: path, provenance, executions, notes: [] };
}

/** Facts that have a line for each of their entries. */
const TABLES = ["scenarios", "clusters", "metrics", "configurations", "served_models"] as const;

function parseProvenance(path: string, lines: readonly string[]): Provenance {
  const plain: [string, unknown][] = [];
  const nested: Record<(typeof TABLES)[number], [string, unknown][]> = {
    ...{ scenarios: [], clusters: [], metrics: [], configurations: [], served_models: [] },
  };
  const problems: string[] = [];
  const seen = new Set<string>();
  lines.forEach((line, index) => {
    const [, key = "", quoted, value = ""] = /^# (\w+)(?: ("(?:[^"\\]|\\.)*"))?: (.*)$/.exec(line) ?? [];
    const fact = jsonOrUndefined(value);
    // Of two the second would be the one that counts.
    if (seen.size === seen.add(`${key} ${quoted}`).size)
      problems.push(`line ${index + 2}: ${key} ${quoted ?? ""} stands there twice`);
    else if (fact === undefined) problems.push(`line ${index + 2}: expected \`# name: JSON\``);
    else if (quoted === undefined) plain.push([key, fact]);
    else {
      const table = TABLES.find((name) => name === key);
      if (table) nested[table].push([String(jsonOrUndefined(quoted)), fact]);
      else problems.push(`line ${index + 2}: ${JSON.stringify(key)} is no table of facts: ${TABLES.join(", ")}`);
    }
  });
  const tables = Object.entries(nested).flatMap(([key, facts]) =>
    key === "served_models" && facts.length === 0 ? [] : [[key, Object.fromEntries(facts)]],
  );
  const parsed = parsePlainly(provenanceSchema, {
    ...Object.fromEntries(plain),
    ...Object.fromEntries(tables),
  });
  if (!parsed.success) problems.push(...problemsOf(parsed.error));
  if (parsed.success && problems.length === 0) return parsed.data;
  throw new UserError("input", `${path}: the header is damaged`, { problems });
}

function parseRows(path: string, text: string, { scenarios }: Provenance): SourceExecution[] {
  let rows: Record<string, string>[];
  try {
    rows = parse(text, { columns: (header: string[]) => distinct(header), skip_empty_lines: true });
  } catch (cause) {
    throw new UserError("input", `${path}: the table is damaged`, { cause, problems: [(cause as Error).message] });
  }
  if (rows.length === 0) throw new UserError("input", `${path} has no executions`);
  const absent = KEY_COLUMNS.filter((column) => rows[0] && !(column in rows[0]));
  if (absent.length > 0) throw new UserError("input", `${path}: no column ${absent.join(", ")}`);
  const executions = rows.map(toExecution);
  refuseTwice(path, executions);
  const outcomes: readonly string[] = ["missing", ...OUTCOMES];
  const problems = executions.flatMap(({ name, scenario, outcome, scores }) => [
    ...(outcomes.includes(outcome)
      ? []
      : [`${name}: outcome ${JSON.stringify(outcome)} is not one of ${outcomes.join(", ")}`]),
    ...Object.entries(scores).flatMap(([metric, { value, reason }]) =>
      value === null && isNearNumber(reason)
        ? [`${name}: ${metric} is ${JSON.stringify(reason)}, expected a finite decimal number or a reason`]
        : [],
    ),
    ...(scenario in scenarios ? [] : [`${name}: the header has no scenario ${JSON.stringify(scenario)}`]),
  ]);
  if (problems.length === 0) return executions;
  throw new UserError("input", `${path}: the table is damaged`, { problems: problems.slice(0, 20) });
}

/** The second of two columns would be the one that counts. */
function distinct(header: string[]): string[] {
  const twice = header.filter((name, at) => header.indexOf(name) !== at);
  if (twice.length > 0) throw new Error(`column ${twice.join(", ")} stands there twice`);
  return header;
}

function toExecution(row: Record<string, string>): SourceExecution {
  const {
    model = "",
    workflow = "",
    knowledge = "",
    scenario_id = "",
    repeat = "",
    family = "",
    outcome = "",
    levels,
    ...cells
  } = row;
  const configuration = { model, workflow, knowledge, levels: levels || undefined };
  return {
    name: executionName({ ...configuration, scenario_id, repeat }),
    scenario: scenario_id,
    configuration: configurationName(configuration),
    model,
    family,
    outcome,
    scores: Object.fromEntries(Object.entries(cells).map(([metric, cell]) => [metric, fromCell(cell)])),
  };
}

function fromCell(cell: string): Score {
  const value = parseDecimal(trimBlank(cell));
  return value === null ? { value, reason: trimBlank(cell) || "missing" } : { value };
}
