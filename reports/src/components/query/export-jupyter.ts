import type { NotebookCell } from "../../../../harness/show/report/notebooks/notebook.ts";
import type { AnswerValue, QueryAnswer } from "../../../duckdb/answer.ts";
import { splitVisible, visibleText } from "../visible-text.ts";

/** What a cell of the page gave when it was exported. */
export interface ExportedCell extends NotebookCell {
  answer?: QueryAnswer | null;
  /** A plot as PNG, in base64. */
  png?: string | null;
}

interface JupyterOptions {
  title: string;
  run: string;
  tables: readonly string[];
}

/** Rows and characters of an answer that are stored with the notebook; running it gives all. */
const STORED_ROWS = 20;
const STORED_CHARACTERS = 60;

/** The cells as a notebook for Jupyter: its first cell finds the run's tables and gets DuckDB where it is missing. */
export function toJupyter(cells: readonly ExportedCell[], { title, run, tables }: JupyterOptions): string {
  const about = `# ${inert(title)}\n\nQuestions to the run \`${run.replaceAll("`", "")}\`. This notebook reads the tables of its report: keep it in the run's folder, in its \`report/\` or in its \`notebooks/\`.`;
  const parts = [markdown(about), code(opening(tables)), ...cells.flatMap(partsOf)];
  return `${JSON.stringify(
    {
      cells: parts.map((part, index) => ({ id: `cell-${index}`, ...part })),
      metadata: {
        kernelspec: { display_name: "Python 3", language: "python", name: "python3" },
        language_info: { name: "python" },
      },
      nbformat: 4,
      nbformat_minor: 5,
    },
    null,
    1,
  )}\n`;
}

function opening(tables: readonly string[]): string {
  // In a report lies a folder of that name, which Python imports as an empty package where the real one is missing.
  return `import importlib
import sys
from pathlib import Path

try:
    from duckdb import sql
except ImportError:
    %pip install --quiet duckdb
    sys.modules.pop("duckdb", None)
    importlib.invalidate_caches()
import duckdb

PLACES = ["report/data/query", "data/query", "../report/data/query"]
TABLES = next((Path(place) for place in PLACES if Path(place, "executions.parquet").exists()), None)
if TABLES is None:
    raise FileNotFoundError(f"expected the report's tables in one of {PLACES}, seen from {Path.cwd()}")
for name in ${JSON.stringify(tables)}:
    duckdb.sql(f"CREATE OR REPLACE VIEW {name} AS FROM '{TABLES / name}.parquet'")`;
}

function partsOf(cell: ExportedCell): object[] {
  const { type, text, title, name, answer, png } = cell;
  const heading = title ? [markdown(`## ${inert(title)}`)] : [];
  if (type === "text") return [...heading, markdown(inert(text))];
  if (type === "plot") return [...heading, plot(png ?? null)];
  const query = `duckdb.sql(${pythonText(text)})`;
  return [...heading, code(name ? `${name} = ${query}\n${name}` : query, answer ?? null)];
}

/** A picture of the page's drawing: it is not drawn again. */
function plot(png: string | null): object {
  if (png === null) return markdown("A plot that was not drawn when this was exported.");
  const attachments = { "plot.png": { "image/png": png } };
  return { ...markdown("![The plot as it was drawn when this was exported](attachment:plot.png)"), attachments };
}

function markdown(source: string): object {
  return { cell_type: "markdown", metadata: {}, source };
}

function code(source: string, answer: QueryAnswer | null = null): object {
  const output = { output_type: "execute_result", execution_count: 1, metadata: {} };
  return {
    cell_type: "code",
    metadata: {},
    execution_count: answer === null ? null : 1,
    // As text alone: what programs do with markup and formulas in other outputs is theirs.
    outputs: answer === null ? [] : [{ ...output, data: { "text/plain": asText(answer) } }],
    source,
  };
}

/**
 * A text of unknown origin in Markdown whose reader keeps markup, loads images and sets formulas (Jupyter, nbconvert, MathJax):
 * none of these can begin. Emphasis, lists, headings, links and code stay.
 */
function inert(text: string): string {
  return (
    visibleText(text)
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      // Without one there is no harmful formula, and MathJax looks at what an escape or entity has become.
      .replaceAll("\\", "\u29f5")
      .replace(/!(?=\[)/g, "!\u200a")
      .replace(/\]\(\s*(?!https?:\/\/|\.\/|#)/gi, "] (")
      .replace(/^(\s*\[[^\]\n]*\]):/gm, "$1 :")
  );
}

/** A text as Python: as it is between three quotes where nothing in it means anything there. */
function pythonText(text: string): string {
  const isPlain = !/\\|"""|\r/.test(text) && splitVisible(text).every(({ type }) => type === "text");
  if (isPlain) return `"""\n${text.trim()}\n"""`;
  return JSON.stringify(text).replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\U${character.codePointAt(0)!.toString(16).padStart(8, "0")}`,
  );
}

function asText({ columns, rows, more }: QueryAnswer): string {
  const lines = [
    columns.map(({ name }) => cellText(name)),
    ...rows.slice(0, STORED_ROWS).map((row) => row.map(cellText)),
  ];
  const widths = columns.map((_, at) => Math.max(...lines.map((line) => [...(line[at] ?? "")].length)));
  const table = lines.map((line) =>
    line
      .map((text, at) => text + " ".repeat(widths[at]! - [...text].length))
      .join("  ")
      .trimEnd(),
  );
  const left = rows.length - STORED_ROWS;
  return [...table, ...(left > 0 || more ? [`... ${more ? "and more" : `${left} more rows`}`] : [])].join("\n");
}

function cellText(value: AnswerValue): string {
  const text = value === null ? "NULL" : visibleText(String(value)).replaceAll(/\s+/g, " ");
  return text.length > STORED_CHARACTERS ? `${text.slice(0, STORED_CHARACTERS)}...` : text;
}
