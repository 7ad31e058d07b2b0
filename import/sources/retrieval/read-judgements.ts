import { parquetMetadata, parquetReadObjects, parquetSchema } from "hyparquet";
import { parseDecimal } from "../../../base/blank.ts";
import { UserError } from "../../../base/user-error.ts";
import { quote, showable } from "../../folder/quote.ts";
import { MOST_UNPACKED_BYTES, type SourceFile } from "../files.ts";
import type { ReadContext, RelevanceJudgement } from "../source.ts";
import { asText, jsonLines, textLines } from "./lines.ts";

/** A run is counted and checked, never taken in: it is what some system found, not what is true. */
export interface RunCounts {
  lines: number;
  topics: number;
}

/** `query -> document -> number` as ranx writes it: judgements where all numbers are whole, else a run. */
export async function readJudgementJson(
  file: SourceFile,
): Promise<{ judgements: RelevanceJudgement[]; run: RunCounts | null }> {
  const value = parse(await file.bytes(), file.name);
  const rows = Object.entries(value).flatMap(([query, documents]) =>
    Object.entries(documents).map(([document, number]): Row => ({ query, document, number })),
  );
  return judged(rows, file.name);
}

/** The same from Parquet: the columns are `q_id`, `doc_id`, `score`, or called alike. */
export async function readJudgementParquet(
  file: SourceFile,
): Promise<{ judgements: RelevanceJudgement[]; run: RunCounts | null }> {
  const bytes = await file.bytes();
  const buffer = new Uint8Array(bytes).buffer;
  try {
    const metadata = parquetMetadata(buffer);
    refuseLarge(metadata, file.name);
    const [query, document, number] = columnsOf(metadata);
    const columns = [query, document, number].filter((name) => name !== undefined);
    const rows = (await parquetReadObjects({ file: buffer, metadata, columns })).map(
      (row): Row => ({
        query: asText(row[query ?? ""]),
        document: asText(row[document ?? ""]),
        number: Number(row[number ?? ""] ?? Number.NaN), // A number or a bigint of Parquet, no text.
      }),
    );
    return judged(rows, file.name);
  } catch (cause) {
    if (cause instanceof UserError) throw cause;
    throw new UserError("corpus", `${file.name}: no readable Parquet file: ${showable((cause as Error).message)}`, {
      cause,
    });
  }
}

type Metadata = ReturnType<typeof parquetMetadata>;

/** Names of the columns of queries, documents and numbers. What is not needed is not unpacked. */
function columnsOf(metadata: Metadata): (string | undefined)[] {
  const names = parquetSchema(metadata).children.map(({ element }) => element.name);
  return [/^q/i, /doc/i, /score|rel|grade/i].map((pattern) => names.find((name) => pattern.test(name)));
}

/** Take 600 MB of memory. */
const MOST_ROWS = 2_000_000;

/** A few bytes of Parquet can stand for any number of equal rows, in each of its groups. */
function refuseLarge({ row_groups }: Metadata, name: string): void {
  let [rows, unpacked] = [0, 0];
  for (const { num_rows, columns } of row_groups) {
    const parts = columns.flatMap(({ meta_data }) => meta_data ?? []);
    rows += Math.max(Number(num_rows), ...parts.map(({ num_values }) => Number(num_values)));
    unpacked += parts.reduce((total, part) => total + Number(part.total_uncompressed_size), 0);
  }
  if (rows <= MOST_ROWS && unpacked <= MOST_UNPACKED_BYTES) return;
  throw new UserError(
    "corpus",
    `${name}: ${rows} rows, ${unpacked} bytes unpacked, more than ${MOST_ROWS} rows or ${MOST_UNPACKED_BYTES} bytes`,
    { hint: "export it in parts" },
  );
}

interface Row {
  query: string;
  document: string;
  number: number;
}

function judged(rows: readonly Row[], place: string): { judgements: RelevanceJudgement[]; run: RunCounts | null } {
  const without = rows.filter(({ number }) => typeof number !== "number" || !Number.isFinite(number));
  if (without.length > 0)
    throw new UserError("corpus", `${place}: ${without.length} of ${rows.length} judgements have no number`, {
      problems: without.slice(0, 20).map(({ query, document }) => `${quote(query)}, ${quote(document)}`),
      hint: "leave unjudged pairs out of the file",
    });
  if (rows.every(({ number }) => Number.isInteger(number)))
    return {
      judgements: rows.map(({ query, document, number }) => ({
        queryId: query,
        documentId: document,
        grade: number,
        place,
      })),
      run: null,
    };
  return { judgements: [], run: { lines: rows.length, topics: new Set(rows.map(({ query }) => query)).size } };
}

function parse(bytes: Uint8Array, name: string): Record<string, Record<string, number>> {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new UserError("corpus", `${name}: not JSON: ${showable((cause as Error).message)}`, { cause });
  }
}

/** Six columns a line. */
export async function countRun(file: SourceFile, context: ReadContext): Promise<RunCounts> {
  const topics = new Set<string>();
  let lines = 0;
  for await (const { text, place } of textLines(file, context)) {
    const fields = text.trim().split(/\s+/);
    lines++;
    topics.add(fields[0] as string);
    if (fields.length !== 6 || parseDecimal(fields[4] as string) === null)
      context.problems.add(`${place}: expected topic, Q0, document, rank, score, tag`);
  }
  return { lines, topics: topics.size };
}

export async function countJsonRun(file: SourceFile, context: ReadContext): Promise<RunCounts> {
  const topics = new Set<string>();
  let lines = 0;
  for await (const { value } of jsonLines(file, context)) {
    lines++;
    topics.add(asText(value.query_id));
  }
  return { lines, topics: topics.size };
}
