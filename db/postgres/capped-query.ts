import { QueryFailed, type Row } from "../ports/ports.ts";

/** Most that a capped query gives back: the text of its rows, in bytes. A single larger row is an error. */
const MAX_RESULT_BYTES = 16 * 1024 * 1024;

const [ROW_BYTES, ALL_BYTES] = ["capped__row_bytes", "capped__all_bytes"];
const TOO_LARGE = "row too large to return: ";

/**
 * A SELECT in a wrapper with which the database itself keeps the result within `maxRows` and `maxBytes` (but for one row, the
 * witness that there was more, which `readCapped` drops): a value of 1 GB never leaves the server. The statement comes parsed,
 * so it cannot close the parenthesis.
 */
export function cappedQuery(statement: string, { maxRows, maxBytes = MAX_RESULT_BYTES }: CapOptions): string {
  // The inner query is the one that decides plan and order; what is around it passes rows on as they come. OFFSET 0 has
  // the size computed once a row, and a row that is large as it is stored need not be printed to know it.
  return `SELECT * FROM (SELECT *, sum(${ROW_BYTES}) OVER (ROWS UNBOUNDED PRECEDING) AS ${ALL_BYTES} FROM (
SELECT capped.*, CASE WHEN pg_column_size(capped.*) > ${maxBytes} THEN pg_column_size(capped.*) ELSE octet_length((capped.*)::text) END AS ${ROW_BYTES}
FROM (SELECT * FROM (
${statement}
) AS guarded LIMIT ${maxRows}) AS capped OFFSET 0) AS sized) AS summed
WHERE ${ALL_BYTES} - ${ROW_BYTES} <= ${maxBytes} AND CASE WHEN ${ROW_BYTES} > ${maxBytes} THEN ('${TOO_LARGE}' || ${ROW_BYTES})::boolean ELSE true END`;
}

interface CapOptions {
  maxRows: number;
  maxBytes?: number;
}

/** The rows of a capped query without what it added, and whether the size cut some off. */
export function readCapped(
  { rows, fields }: { rows: readonly Row[]; fields: readonly string[] },
  maxBytes = MAX_RESULT_BYTES,
): { rows: Row[]; fields: string[]; cut: boolean } {
  const kept = rows.filter((row) => Number(row[ALL_BYTES]) <= maxBytes);
  return {
    rows: kept.map(({ [ROW_BYTES]: _row, [ALL_BYTES]: _all, ...row }) => row),
    fields: fields.slice(0, -2),
    cut: kept.length < rows.length,
  };
}

/** Whether a query failed because one row alone was larger than the cap. */
export function isRowTooLarge(error: unknown): boolean {
  return error instanceof QueryFailed && error.message.includes(TOO_LARGE);
}
