import { DataType, type Field, type RecordBatch, type Schema } from "apache-arrow";

export type AnswerValue = string | number | bigint | boolean | null;

/** What a query gave. */
export interface QueryAnswer {
  columns: { name: string; type: string }[];
  rows: AnswerValue[][];
  /** True where the rest was not fetched. */
  more: boolean;
}

/** Gathers the rows of an answer up to a limit. */
export class AnswerRows {
  readonly #limit: number;
  readonly #rows: AnswerValue[][] = [];
  more = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** @returns true when no more are wanted */
  add(batch: RecordBatch): boolean {
    const columns = batch.schema.fields.map(({ type }, index) => ({ type, vector: batch.getChildAt(index) }));
    for (let row = 0; row < batch.numRows; row++) {
      if (this.#rows.length === this.#limit) {
        this.more = true;
        return true;
      }
      this.#rows.push(columns.map(({ type, vector }) => plainValue(vector?.get(row), type)));
    }
    return false;
  }

  answer({ fields }: Schema): QueryAnswer {
    const columns = fields.map(({ name, type }: Field) => ({ name, type: typeName(type) }));
    return { columns, rows: this.#rows, more: this.more };
  }
}

/** Arrow's values as those that a page can show: times as ISO 8601, what is nested as JSON. */
function plainValue(value: unknown, type: DataType): AnswerValue {
  if (value === null || value === undefined) return null;
  if (DataType.isTimestamp(type)) return new Date(Number(value)).toISOString();
  if (DataType.isDate(type)) return new Date(Number(value)).toISOString().slice(0, 10);
  if (DataType.isTime(type)) return new Date(Number(value) / 1000).toISOString().slice(11, -1);
  if (typeof value === "bigint" && Number.isSafeInteger(Number(value))) return Number(value);
  if (typeof value === "object") return JSON.stringify(value, bigintAsText);
  return value as AnswerValue;
}

function bigintAsText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}

/** DuckDB's name of a type. What it sends as DOUBLE to be read here (DECIMAL, HUGEINT) is one. */
function typeName(type: DataType): string {
  if (DataType.isInt(type)) return `${type.isSigned ? "" : "U"}${INTEGERS[type.bitWidth]}`;
  if (DataType.isList(type)) return `${typeName(type.children[0]!.type)}[]`;
  return NAMES.find(([is]) => is(type))?.[1] ?? String(type).toUpperCase();
}

const INTEGERS: Record<number, string> = { 8: "TINYINT", 16: "SMALLINT", 32: "INTEGER", 64: "BIGINT" };

const NAMES: [is: (type: DataType) => boolean, name: string][] = [
  [DataType.isUtf8, "VARCHAR"],
  [DataType.isDictionary, "VARCHAR"],
  [DataType.isFloat, "DOUBLE"],
  [DataType.isBool, "BOOLEAN"],
  [DataType.isDate, "DATE"],
  [DataType.isTimestamp, "TIMESTAMP"],
  [DataType.isTime, "TIME"],
  [DataType.isBinary, "BLOB"],
  [DataType.isStruct, "STRUCT"],
  [DataType.isMap, "MAP"],
  [DataType.isInterval, "INTERVAL"],
  [DataType.isNull, "NULL"],
];
