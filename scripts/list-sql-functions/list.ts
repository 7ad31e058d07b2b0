import { PGlite } from "@electric-sql/pglite";
import { isDenied } from "../../agent/guards/sql/functions.ts";
import { compareText } from "../../base/text-order.ts";

interface Overload {
  name: string;
  kind: string;
  volatility: string;
  definer: boolean;
  description: string | null;
  types: string[];
  /** Names of its OUT parameters. */
  out: string[];
  result: string;
}

/** What the guard and the agent's role know of PostgreSQL's own functions and operators. */
export interface SqlFunctions {
  /** Names that may be called. */
  names: string[];
  /** Of those that name what they give: the names. Null: only a column definition list can tell. */
  columns: Record<string, string[] | null>;
  /** Those whose result has its type from their arguments. */
  polymorphic: string[];
  tsvector: string[];
  operators: string[];
}

/**
 * Names of pg_catalog's functions, aggregates and window functions of which *every* overload only computes: immutable or stable, not
 * SECURITY DEFINER, over plain data types (no oid, reg type, cstring, internal, xml), documented as more than the inside of an
 * operator, an index or another aggregate. So nothing in the list can write, wait, or read the catalog, files or settings.
 */
export async function listSqlFunctions(): Promise<SqlFunctions> {
  const database = await PGlite.create();
  try {
    const { rows } = await database.query<Overload>(CATALOG_SQL);
    const byName = Map.groupBy(rows, (row) => row.name);
    const computed = [...byName].filter(([name, all]) => isListed(name, all)).map(([name]) => name);
    const names = [...new Set([...computed, ...ADDED])].sort(compareText);
    const operators = await database.query<Overload>(OPERATORS_SQL);
    return {
      names,
      ...resultsOf(rows.filter(({ name }) => names.includes(name))),
      operators: listedOperators(operators.rows),
    };
  } finally {
    await database.close();
  }
}

const CATALOG_SQL = `SELECT p.proname AS name, p.prokind AS kind, p.provolatile AS volatility, p.prosecdef AS definer,
  obj_description(p.oid, 'pg_proc') AS description,
  (SELECT array_agg(format_type(t, NULL)) FROM unnest(array_append(coalesce(p.proallargtypes, p.proargtypes::oid[]), p.prorettype)) t) AS types,
  ARRAY(SELECT name FROM unnest(p.proargnames, p.proargmodes) AS a(name, mode) WHERE mode IN ('o', 'b', 't')) AS out, format_type(p.prorettype, NULL) AS result
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

const OPERATORS_SQL = `SELECT o.oprname AS name, p.prokind AS kind, p.provolatile AS volatility, p.prosecdef AS definer,
  array_remove(ARRAY[format_type(nullif(o.oprleft, 0), NULL), format_type(o.oprright, NULL)], NULL) AS types
FROM pg_operator o JOIN pg_proc p ON p.oid = o.oprcode WHERE o.oprnamespace = 'pg_catalog'::regnamespace ORDER BY 1`;

/** Operators of values; where a sign means something for other types as well, that only computes, too. */
function listedOperators(rows: readonly Overload[]): string[] {
  return [...Map.groupBy(rows, ({ name }) => name)]
    .filter(
      ([, all]) =>
        all.every(isPure) && all.some(({ types }) => types.every((type) => PLAIN.has(type.replace(/\[\]$/, "")))),
    )
    .map(([name]) => name)
    .sort(compareText);
}

function resultsOf(rows: readonly Overload[]): Pick<SqlFunctions, "columns" | "polymorphic" | "tsvector"> {
  const namesWith = (isIt: (one: Overload) => boolean): string[] =>
    [...new Set(rows.filter(isIt).map(({ name }) => name))].sort(compareText);
  const polymorphic = namesWith(({ result, out }) => /^any/.test(result) || (result === "record" && out.length === 0));
  const named = rows.filter(
    ({ name, out, result }) => out.length > 0 && !polymorphic.includes(name) && result !== "void",
  );
  const untyped = namesWith(({ name }) => /^jsonb?_to_record(set)?$/.test(name));
  return {
    columns: {
      ...Object.fromEntries(named.map(({ name, out }) => [name, out])),
      ...Object.fromEntries(untyped.map((name) => [name, null])),
    },
    polymorphic: polymorphic.filter((name) => !untyped.includes(name)),
    tsvector: namesWith(({ result }) => result === "tsvector"),
  };
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
 * only; `age` has an overload that tells a transaction's age, a number; syntax that is no function in the catalog; encodings, by a name (JSON ... RETURNING bytea calls one).
 */
const ADDED = [
  ..."starts_with array_cat jsonb_concat jsonb_contains jsonb_exists jsonb_exists_any jsonb_exists_all setweight timezone age".split(
    " ",
  ),
  ..."json_agg jsonb_agg json_object_agg jsonb_object_agg json_agg_strict jsonb_agg_strict json_object_agg_strict".split(
    " ",
  ),
  ..."json_object_agg_unique jsonb_object_agg_strict jsonb_object_agg_unique range_agg pg_typeof".split(" "),
  ..."min max coalesce nullif greatest least grouping trim convert_to convert_from".split(" "),
];

/** The guard's module. */
export function renderModule({ names, columns, polymorphic, tsvector, operators }: SqlFunctions): string {
  return `/** Written by scripts/list-sql-functions.ts: the functions of PostgreSQL that only compute. */
export const ALLOWED_FUNCTIONS = [
${inLines(names)}
].join(" ");

/** Names of the columns of those that have them; null where only a column definition list can give them. */
export const FUNCTION_COLUMNS: Readonly<Record<string, readonly string[] | null>> = {
${Object.entries(columns)
  .sort(([a], [b]) => compareText(a, b))
  .map(([name, out]) => `  ${name}: ${out === null ? "null" : `[${out.map((one) => `"${one}"`).join(", ")}]`},`)
  .join("\n")}
};

/** Those whose result has its type from their arguments. */
export const POLYMORPHIC_FUNCTIONS = [
${inLines(polymorphic)}
].join(" ");

export const TSVECTOR_FUNCTIONS = [
${inLines(tsvector)}
].join(" ");

export const ALLOWED_OPERATORS = [
${inLines(operators)}
].join(" ");
`;
}

function inLines(names: readonly string[]): string {
  return (names.join(" ").match(/.{1,108}(?: |$)/g) ?? [])
    .map((line) => `  ${JSON.stringify(line.trim())},`)
    .join("\n");
}

/** The schema's file: the same list as a right of the database. */
export function renderSchema({ names }: SqlFunctions): string {
  const list = (names.join(" ").match(/.{1,120}(?: |$)/g) ?? []).map((line) => `    ${line.trim()}`).join("\n");
  return `-- Written by scripts/list-sql-functions.ts. Of PostgreSQL's own functions, who is no superuser may call those that the SQL
-- guard lets through by name, pg_column_size (db/postgres/capped-query.ts), int8inc (SEARCH BREADTH FIRST counts by it), and what
-- operators, casts and sorting call; but not what makes names in the catalog, or XML, of text.
DO $$
DECLARE
  listed text[] := regexp_split_to_array(btrim('
${list}
    pg_column_size int8inc', E' \\n'), '\\s+');
  others text;
BEGIN
  SELECT string_agg(p.oid::regprocedure::text, ', ') INTO others FROM pg_proc p
  WHERE p.pronamespace = 'pg_catalog'::regnamespace AND p.proname <> ALL (listed)
    AND p.oid NOT IN (SELECT oprcode FROM pg_operator UNION SELECT amproc FROM pg_amproc UNION SELECT typoutput FROM pg_type
                      UNION SELECT typinput FROM pg_type WHERE typname !~ '^_?(reg|xml)' OR typname = 'regconfig'
                      UNION SELECT castfunc FROM pg_cast WHERE casttarget NOT IN ('regclass'::regtype, 'xml'::regtype));
  EXECUTE 'REVOKE EXECUTE ON ROUTINE ' || others || ' FROM PUBLIC';
END $$;

-- Names, definitions and settings of the whole database.
REVOKE SELECT ON ALL TABLES IN SCHEMA pg_catalog FROM PUBLIC;
REVOKE ALL ON SCHEMA information_schema FROM PUBLIC;
`;
}
