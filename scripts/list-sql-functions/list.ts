import { PGlite } from "@electric-sql/pglite";
import { isDenied } from "../../agent/guards/sql/functions.ts";
import { compareText } from "../../db/base/hash.ts";

interface Overload {
  name: string;
  kind: string;
  volatility: string;
  definer: boolean;
  description: string | null;
  types: string[];
}

/**
 * Names of pg_catalog's functions, aggregates and window functions of which *every* overload only computes: immutable or stable, not
 * SECURITY DEFINER, over plain data types (no oid, reg type, cstring, internal, xml), documented as more than the inside of an
 * operator, an index or another aggregate. So nothing in the list can write, wait, or read the catalog, files or settings.
 */
export async function listSqlFunctions(): Promise<string[]> {
  const database = await PGlite.create();
  try {
    const { rows } = await database.query<Overload>(CATALOG_SQL);
    const byName = Map.groupBy(rows, (row) => row.name);
    const computed = [...byName].filter(([name, all]) => isListed(name, all)).map(([name]) => name);
    return [...new Set([...computed, ...ADDED])].sort(compareText);
  } finally {
    await database.close();
  }
}

const CATALOG_SQL = `SELECT p.proname AS name, p.prokind AS kind, p.provolatile AS volatility, p.prosecdef AS definer,
  obj_description(p.oid, 'pg_proc') AS description,
  (SELECT array_agg(format_type(t, NULL)) FROM unnest(array_append(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.prorettype)) t) AS types
FROM pg_proc p WHERE p.pronamespace = 'pg_catalog'::regnamespace ORDER BY p.oid`;

function isListed(name: string, overloads: readonly Overload[]): boolean {
  if (isDenied(name) || INTERNAL_NAME.test(name)) return false;
  const kindsOf = ({ types }: Overload): string[] => types.map((type) => type.replace(/\[\]$/, ""));
  return (
    overloads.every((one) => isPure(one) && kindsOf(one).every((type) => PLAIN.has(type) || OTHER.has(type))) &&
    overloads.some((one) => kindsOf(one).every((type) => PLAIN.has(type))) &&
    overloads.some(({ description }) => description !== null && !INTERNAL.test(description))
  );
}

function isPure({ kind, volatility, definer }: Overload): boolean {
  return "faw".includes(kind) && "is".includes(volatility) && !definer;
}

const INTERNAL =
  /^(implementation of|I\/O|less-equal-greater|hash|larger of|smaller of|internal|aggregate (transition|final|serial|deserial|combine)|selectivity|sort support|planner support)/i;
const INTERNAL_NAME =
  /(_transfn|_subdiff|_canonical|_support)$|^(int4|int8|numeric)_?(inc|dec)|^(numeric_|dlog|dexp|dround|dtrunc|textlen|like$|notlike|similar_escape|in_range|gist_)/;

/** Types of values. */
const PLAIN: ReadonlySet<string> = new Set([
  ..."boolean smallint integer bigint real numeric text character bytea date interval json jsonb jsonpath uuid tsvector tsquery regconfig".split(
    " ",
  ),
  ..."anyelement anyarray anynonarray anyenum anycompatible anycompatiblearray anycompatiblenonarray record bit".split(
    " ",
  ),
  ..."anyrange anymultirange anycompatiblerange anycompatiblemultirange daterange int4range int8range numrange tsrange tstzrange".split(
    " ",
  ),
  ..."datemultirange int4multirange int8multirange nummultirange tsmultirange tstzmultirange".split(" "),
  ...["double precision", "character varying", "bit varying", "time without time zone", "time with time zone", '"any"'],
  ...["timestamp without time zone", "timestamp with time zone"],
]);
/** Harmless in an overload of a function that is wanted for others. */
const OTHER: ReadonlySet<string> = new Set(
  'point box circle lseg line path polygon inet cidr macaddr macaddr8 money name unknown "char"'.split(" "),
);

/**
 * Wanted although the rule leaves them out, each looked at: inside of operators but called by name as well; an overload over "char" or oid
 * only; `age` has an overload that tells a transaction's age, a number; syntax that is no function in the catalog.
 */
const ADDED = [
  ..."starts_with array_cat jsonb_concat jsonb_contains jsonb_exists jsonb_exists_any jsonb_exists_all setweight timezone age".split(
    " ",
  ),
  ..."json_agg jsonb_agg json_object_agg jsonb_object_agg json_agg_strict jsonb_agg_strict json_object_agg_strict".split(
    " ",
  ),
  ..."json_object_agg_unique jsonb_object_agg_strict jsonb_object_agg_unique range_agg pg_typeof".split(" "),
  ..."min max coalesce nullif greatest least grouping trim".split(" "),
];

/** The module's text. */
export function renderList(names: readonly string[]): string {
  const lines = names.join(" ").match(/.{1,108}(?: |$)/g) ?? [];
  return `/** Written by scripts/list-sql-functions.ts: the functions of PostgreSQL that only compute. */
export const ALLOWED_FUNCTIONS = [
${lines.map((line) => `  "${line.trim()}",`).join("\n")}
].join(" ");
`;
}
