import { types } from "pg";

/** A value of PostgreSQL's text format as JavaScript has it. */
type Parser = (text: string) => unknown;

/**
 * Gives a parser by type number, so that rows of a server look like PGlite's: numbers where they fit, JSON parsed, bytes as
 * Uint8Array, arrays of all these; everything else, times included, as PostgreSQL prints it.
 */
export function serverTypeParser(oid: number): Parser {
  const element = ELEMENTS[oid];
  if (element === undefined) return SCALARS[oid] ?? asText;
  const parse = SCALARS[element] ?? asText;
  return (text) => mapped(parseTextArray(text), parse);
}

/** `pg` knows arrays of text, null and nesting included. */
const parseTextArray = types.getTypeParser(1009 as 25) as (text: string) => unknown[];

function mapped(values: readonly unknown[], parse: Parser): unknown[] {
  return values.map((value) => {
    if (Array.isArray(value)) return mapped(value, parse);
    return value === null ? null : parse(value as string);
  });
}

const asText: Parser = (text) => text;

/** 64-bit integers beyond 2^53 stay whole, as a bigint. */
function integer(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

const { BOOL, BYTEA, INT2, INT4, INT8, OID, FLOAT4, FLOAT8, NUMERIC, JSON: JSON_TEXT, JSONB } = types.builtins;

const SCALARS: Readonly<Record<number, Parser>> = {
  [BOOL]: (text) => text === "t",
  [INT2]: Number,
  [INT4]: Number,
  [OID]: Number,
  [INT8]: integer,
  [FLOAT4]: Number,
  [FLOAT8]: Number,
  [NUMERIC]: (text) => (Number.isFinite(Number(text)) ? Number(text) : text),
  [JSON_TEXT]: (text) => JSON.parse(text) as unknown,
  [JSONB]: (text) => JSON.parse(text) as unknown,
  [BYTEA]: (text) => new Uint8Array(Buffer.from(text.slice(2), "hex")),
};

/** Array type -> its element type, from PostgreSQL's pg_type.dat: those above, and the texts, names and times that queries give. */
const ELEMENTS: Readonly<Record<number, number>> = {
  1000: BOOL,
  1001: BYTEA,
  1005: INT2,
  1007: INT4,
  1016: INT8,
  1028: OID,
  1021: FLOAT4,
  1022: FLOAT8,
  1231: NUMERIC,
  199: JSON_TEXT,
  3807: JSONB,
  ...Object.fromEntries([1002, 1003, 1009, 1014, 1015, 1115, 1182, 1183, 1185, 1187, 2951].map((oid) => [oid, 25])),
};
