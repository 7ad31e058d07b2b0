import { pick, type Random } from "../../base/random.ts";
import type { SqlPort } from "../../db/ports/ports.ts";
import { fieldStatement, spelled } from "./field-grammar.ts";

/** What statements of the families are made of, from the database that they run on. */
export interface CatalogNames {
  functions: readonly string[];
  types: readonly string[];
  operators: readonly string[];
  columns: readonly string[];
}

export async function catalogNames(sql: SqlPort): Promise<CatalogNames> {
  const list = async (column: string, from: string): Promise<string[]> => {
    const { rows } = await sql.query<{ name: string }>(
      `SELECT DISTINCT ${column}::text AS name FROM ${from} ORDER BY 1`,
    );
    return rows.map(({ name }) => name);
  };
  return {
    functions: await list("proname", "pg_proc"),
    types: await list("typname", "pg_type"),
    operators: await list("oprname", "pg_operator"),
    columns: await list("attname", "pg_attribute WHERE attnum > 0 AND attrelid = 'canon.test_case'::regclass"),
  };
}

/** Called for what they would do if they were reached. */
const HOSTILE =
  "ts_stat ts_stat pg_sleep pg_sleep current_setting set_config pg_advisory_lock pg_advisory_xact_lock to_regclass to_regrole random_normal setseed query_to_xml pg_read_file pg_ls_dir lo_get lo_create lo_unlink version pg_notify nextval txid_status has_schema_privilege obj_description pg_get_viewdef pg_column_size regclass regrole xml xpath_exists text name oid".split(
    " ",
  );
const VALUES = [
  "'select string_agg(rolname, '' '') from pg_roles'::text",
  "'select to_tsvector(secret) from vault.canary'::text",
  "'select pg_sleep(3)::text::tsvector'::text",
  "'canary.secret'::text",
  "'vault.canary'::text",
  "'424242'",
  "424242",
  "424242::int8",
  "3::float8",
  "ARRAY['vault.canary']",
  `jsonb '{"a": "vault.canary", "b": [1, 16400]}'`,
  "'<a>x</a>'",
  "NULL",
  "(SELECT name FROM canon.test_case ORDER BY 1 LIMIT 1)",
  "pg_typeof(1)",
  "tableoid",
  "t",
  "t.name",
];
const EXTRA_TYPES =
  "regclass regproc regprocedure regrole regnamespace regtype regoper regdictionary regcollation regconfig oid xid cid tid name xml aclitem pg_lsn vault.canary canon.test_case test_case core.trace_link vault.secret_domain information_schema.sql_identifier pg_catalog.pg_class text[] regclass[] int4range record unknown void cstring internal trigger anyelement text".split(
    " ",
  );

interface Parts {
  random: Random;
  names: CatalogNames;
}

/** Each gives an expression over `t`, a row of canon.test_case, or a whole statement where it starts with SELECT or WITH. */
const FAMILIES: Readonly<Record<string, (parts: Parts) => string>> = {
  notation: (parts) => {
    const { random } = parts;
    const field = (): string => spelled(functionName(parts), random);
    const value = pick(random, VALUES);
    return pick(random, [
      `(c).${field()} FROM (SELECT ${value} AS c FROM canon.test_case t LIMIT 1) s`,
      `((s.c)).${field()}::text FROM (SELECT ${value} AS c FROM canon.test_case t LIMIT 1) s`,
      `s.${field()} FROM (SELECT ${value} AS c FROM canon.test_case t LIMIT 1) s`,
      `(s).${field()} FROM (SELECT ${value} AS c FROM canon.test_case t LIMIT 1) s`,
      `(${value}).${field()} FROM canon.test_case t LIMIT 1`,
      `((c).${field()}).${field()} FROM (SELECT ${value} AS c FROM canon.test_case t LIMIT 1) s`,
      `(ARRAY[${value}])[1].${field()} FROM canon.test_case t LIMIT 1`,
      `c[1].${field()} FROM (SELECT ARRAY[${value}] AS c FROM canon.test_case t LIMIT 1) s`,
      `x FROM canon.test_case t, LATERAL (SELECT (${value}).${field()} AS x) s LIMIT 1`,
      `t.${pick(random, parts.names.columns)}, (t).${field()} FROM canon.test_case t LIMIT 1`,
      `1 FROM canon.test_case t WHERE (${value}).${field()} IS NOT NULL LIMIT 1`,
      `1 FROM canon.test_case t ORDER BY (${value}).${field()} LIMIT 1`,
    ]).replace(/^/, "SELECT ");
  },
  fields: ({ random }) => fieldStatement(random),
  casts: (parts) => {
    const { random } = parts;
    const [value, type] = [pick(random, VALUES), typeName(parts)];
    return pick(random, [
      `(${value})::${type}`,
      `CAST(${value} AS ${type})`,
      `(${value})::${type}::text`,
      `${type} 'vault.canary'`,
      `${type}(${value})`,
      `"${type}"(${value})`,
      `pg_catalog.${type}(${value})`,
      `(${value}).${type}`,
      `ARRAY[${value}]::${type}[]`,
      `(NULL::${type}).${spelled(functionName(parts), random)}`,
      `TREAT(${value} AS ${type})`,
      `(ROW(${value}))::${type}`,
    ]);
  },
  implicit: ({ random }) => {
    const [value, other] = [
      pick(random, VALUES),
      pick(random, ["pg_typeof(1)", "tableoid", "xmin", "ctid", "t.name", "'a'::regconfig", "'english'::regconfig"]),
    ];
    const literal = pick(random, ["'vault.canary'", "'16400'", "'424242'", "'pg_class'", value]);
    return pick(random, [
      `coalesce(${other}, ${literal})`,
      `coalesce(nullif(${other}, ${other}), ${literal})::text`,
      `ARRAY[${other}, ${literal}]`,
      `greatest(${other}, ${literal})`,
      `CASE WHEN false THEN ${other} ELSE ${literal} END`,
      `${other} = ${literal}`,
      `${other} IN (${literal}, ${literal})`,
      `${other} IS DISTINCT FROM ${literal}`,
      `array_append(ARRAY[${other}], ${literal})`,
      `array_fill(${other}, ARRAY[1]) || ${literal}`,
      `lag(${other}, 1, ${literal}) OVER (ORDER BY t.name)`,
      `SELECT ${other} FROM canon.test_case UNION SELECT ${literal}`,
      `to_tsvector(${literal}, ${value})`,
      `has_schema_privilege(${literal}, 'USAGE')`,
    ]);
  },
  operators: ({ random, names }) => {
    const [operator, left, right] = [pick(random, names.operators), pick(random, VALUES), pick(random, VALUES)];
    return pick(random, [
      `${left} ${operator} ${right}`,
      `${left} OPERATOR(pg_catalog.${operator}) ${right}`,
      `${left} OPERATOR(${pick(random, ["public", "vault", "rag", "ag_catalog"])}.${operator}) ${right}`,
      `${operator} ${right}`,
      `${left} ${operator} ANY (ARRAY[${right}])`,
      `${left} ${operator} ALL (SELECT ${right} FROM canon.test_case t)`,
      `(${left}, 1) ${operator} (${right}, 2)`,
      `SELECT 1 FROM canon.test_case t ORDER BY ${left} USING ${operator} LIMIT 1`,
    ]);
  },
  aggregates: (parts) => {
    const { random } = parts;
    const name = pick(random, [
      "count",
      "max",
      "min",
      "sum",
      "string_agg",
      "array_agg",
      "xmlagg",
      "json_agg",
      "bool_or",
      "row_number",
      "rank",
      "mode",
      functionName(parts),
    ]);
    const value = pick(random, VALUES);
    return pick(random, [
      `t.${name}`,
      `(t).${name}`,
      `(t.name).${name}`,
      `${name}(t)`,
      `${name}(${value})`,
      `${name}(*)`,
      `${name}(DISTINCT ${value})`,
      `${name}(${value}) OVER ()`,
      `${name}(0.5) WITHIN GROUP (ORDER BY ${value})`,
      `${name}(${value}) FILTER (WHERE (${value}).${functionName(parts)} IS NULL)`,
      `SELECT s.${name} FROM (SELECT ${name}(${value}) FROM canon.test_case t) s`,
    ]);
  },
  json: (parts) => {
    const { random } = parts;
    const [type, value, call] = [typeName(parts), pick(random, VALUES), functionName(parts)];
    const path = pick(random, [
      "$",
      "$.a",
      "$.b[*]",
      "$.**",
      "$.a.type()",
      "$.b[*].double()",
      "$.a.datetime()",
      "$.keyvalue()",
      '$ ? (@.a like_regex "^(a+)+$")',
      "$.b.size()",
      `$.${call}()`,
    ]);
    const document = `jsonb '{"a": "vault.canary", "b": [1, 16400]}'`;
    return pick(random, [
      `JSON_VALUE(${document}, '${path}' RETURNING ${type})`,
      `JSON_QUERY(${document}, '${path}' RETURNING ${type})`,
      `JSON_VALUE(${document}, '${path}' DEFAULT ${value} ON EMPTY)`,
      `JSON_EXISTS(${document}, '${path}' PASSING ${value} AS x)`,
      `(JSON_VALUE(${document}, '${path}')).${call}`,
      `jsonb_path_query(${document}, '${path}')`,
      `(jsonb_path_query_array(${document}, '${path}')).${call}`,
      `JSON_SERIALIZE(${document} RETURNING ${type})`,
      `JSON_OBJECT('a': ${value} RETURNING ${type})`,
      `JSON_ARRAY(SELECT (c).${call} FROM (SELECT ${value} AS c FROM canon.test_case t) s)`,
      `SELECT j.a, j.${pick(random, ["a", call])} FROM JSON_TABLE(${document}, '${path}' COLUMNS (a ${type} PATH '$')) j`,
      `SELECT x.a, x.${pick(random, ["a", call])} FROM jsonb_to_record(${document}) AS x(a ${type})`,
      `SELECT (r).${pick(random, ["name", call])} FROM canon.test_case t, jsonb_populate_record(t, ${document}) r LIMIT 1`,
      `json_populate_record(NULL::${type}, '{"a": 1}')`,
    ]);
  },
  xml: (parts) => {
    const { random } = parts;
    const [value, call] = [pick(random, VALUES), functionName(parts)];
    return pick(random, [
      `SELECT * FROM xmltable('/a' PASSING ${value} COLUMNS a text PATH '.')`,
      `SELECT x.${call} FROM xmltable('/a' PASSING xml '<a/>' COLUMNS ${call} regclass PATH '.') x`,
      `xmlelement(name a, ${value})`,
      `xmlforest(${value} AS a)`,
      `xmlparse(CONTENT ${value})`,
      `xmlserialize(CONTENT ${value} AS text)`,
      `xmlexists('/a' PASSING ${value})`,
      `${value} IS DOCUMENT`,
      `(${value}).xml`,
      `xpath('/a', ${value})`,
      `query_to_xml(${value}, true, true, '')`,
    ]);
  },
  types: (parts) => {
    const { random } = parts;
    const [value, type, call] = [pick(random, VALUES), pick(random, EXTRA_TYPES), functionName(parts)];
    return pick(random, [
      `SELECT * FROM json_to_record('{}') AS x(a ${type})`,
      `SELECT x.${call} FROM json_to_recordset('[{}]') AS x(${call} ${type})`,
      `(t).${type}`,
      `t.${type}`,
      `${type}(t)`,
      `(${value})::${type}`,
      `(NULL::${type}).${call}`,
      `ROW(${value})::${type}`,
      `(ROW(${value})).${pick(random, ["f1", "f2", call])}`,
      `'(1)'::${type}`,
      `${value}::t.name%TYPE`,
    ]);
  },
  clauses: (parts) => {
    const { random } = parts;
    const [value, call] = [pick(random, VALUES), functionName(parts)];
    return pick(random, [
      `SELECT count(*) FROM canon.test_case t TABLESAMPLE ${pick(random, ["bernoulli", "system", "system_time", "vault.tell", call])} (50)`,
      `t.name COLLATE ${pick(random, ['"C"', '"POSIX"', '"en_US"', 'vault."C"', `"${call}"`])}`,
      `now() AT TIME ZONE ${value}`,
      pick(
        random,
        "current_user session_user current_role current_catalog current_schema user system_user current_date current_time localtimestamp current_timestamp(2)".split(
          " ",
        ),
      ),
      `sum(1) OVER (ORDER BY length(t.name) RANGE BETWEEN (${value}).${call} PRECEDING AND CURRENT ROW)`,
      `sum(1) OVER (ORDER BY t.name ROWS BETWEEN 1 PRECEDING AND 1 FOLLOWING EXCLUDE TIES)`,
      `extract(${pick(random, ["year", "epoch", `'${call}'`])} FROM now())`,
      `collation for (${value})`,
      `SELECT * FROM ${call}(${value})`,
      `SELECT * FROM ROWS FROM (${call}(${value}), generate_series(1, 2)) x`,
      `SELECT * FROM canon.test_case t, LATERAL ${call}(${value}) x LIMIT 1`,
      `${call}(${pick(random, ["", "VARIADIC "])}${value})`,
      `${call}(a => ${value})`,
      `GROUPING(${value})`,
      `WITH RECURSIVE r(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM r WHERE n < 5) SEARCH DEPTH FIRST BY n SET o SELECT r.n, (r.o).${call}, r.${call} FROM r`,
    ]);
  },
};

/** In turn; columns, which the guard has to resolve, more often. */
export const FAMILY_TURNS = [...Object.keys(FAMILIES), "notation", "fields", "fields", "fields", "fields"];

/** A statement of a family. */
export function familyStatement(family: string, parts: Parts): string {
  const text = FAMILIES[family]!(parts);
  return family === "fields" || /^(SELECT|WITH) /.test(text) ? text : `SELECT ${text} FROM canon.test_case t LIMIT 1`;
}

function functionName({ random, names }: Parts): string {
  return pick(random, random() < 0.6 ? HOSTILE : names.functions);
}

function typeName({ random, names }: Parts): string {
  return pick(random, random() < 0.6 ? EXTRA_TYPES : names.types);
}
