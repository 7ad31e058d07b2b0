/**
 * Types that a statement may name. Left out on purpose: oid and the reg types (they read the catalog), xml (a parser of its
 * own), name (catalog names), and every row type (a cast to one reads its definition).
 */
const ALLOWED_TYPES: ReadonlySet<string> = new Set(
  (
    "bool int2 int4 int8 float4 float8 numeric text varchar bpchar bytea uuid bit varbit date time timetz timestamp timestamptz interval " +
    "json jsonb jsonpath tsvector tsquery regconfig int4range int8range numrange daterange tsrange tstzrange int4multirange int8multirange " +
    "nummultirange datemultirange tsmultirange tstzmultirange"
  ).split(" "),
);

/** Whether a type's name, without schema, may stand in a cast or a column list. */
export function isAllowedType(name: string): boolean {
  return ALLOWED_TYPES.has(name);
}
