import { isAllowedOperator, judgeFunction } from "../../agent/guards/sql/functions.ts";
import type { SqlPort } from "../../db/ports/ports.ts";
import { READ_ONLY_ROLES } from "../../db/postgres/roles.ts";

/** Asks PostgreSQL itself what a statement would call and read, without running it. */
export interface CallOracle {
  /** What it calls, reads or makes of a literal that no statement may, or null where PostgreSQL refuses the statement. */
  forbidden(statement: string): Promise<string[] | null>;
}

/**
 * The statement becomes a temporary view, whose stored rule is PostgreSQL's analysis of it: every function by its number, whatever
 * it was written as. `sql` must be one session with the rights of a superuser.
 */
export async function callOracle(sql: SqlPort): Promise<CallOracle> {
  const known = await readCatalog(sql);
  return {
    async forbidden(statement) {
      const rule = await analysisOf(sql, statement);
      return rule === null ? null : forbiddenIn(rule, known);
    },
  };
}

interface Catalog {
  functions: ReadonlyMap<string, string>;
  harmless: ReadonlySet<string>;
  relations: ReadonlySet<string>;
  types: ReadonlyMap<string, string>;
}

async function readCatalog(sql: SqlPort): Promise<Catalog> {
  const { rows: functions } = await sql.query<{
    oid: string;
    schema: string;
    name: string;
    operators: string[];
    casts: boolean;
  }>(
    `SELECT p.oid::text, pronamespace::regnamespace::text AS schema, proname AS name,
            ARRAY(SELECT oprname::text FROM pg_operator WHERE oprcode = p.oid AND oprnamespace = 'pg_catalog'::regnamespace) AS operators,
            EXISTS (SELECT FROM pg_cast WHERE castfunc = p.oid AND format_type(casttarget, NULL) !~ '^(reg|xml|name)') AS casts
     FROM pg_proc p`,
  );
  const harmless = functions.filter(
    ({ schema, name, operators, casts }) =>
      schema === "pg_catalog" && (judgeFunction(name) === "allowed" || operators.some(isAllowedOperator) || casts),
  );
  const schemas = READ_ONLY_ROLES.agent_readonly;
  const { rows: relations } = await sql.query<{ oid: string }>(
    "SELECT oid::text FROM pg_class WHERE relnamespace::regnamespace::text = ANY($1) AND has_table_privilege('agent_readonly', oid, 'SELECT')",
    [schemas],
  );
  const { rows: types } = await sql.query<{ oid: string; name: string }>(
    "SELECT oid::text, format_type(oid, NULL) AS name FROM pg_type",
  );
  return {
    functions: new Map(functions.map(({ oid, schema, name }) => [oid, `${schema}.${name}`])),
    harmless: new Set(harmless.map(({ oid }) => oid)),
    relations: new Set(relations.map(({ oid }) => oid)),
    types: new Map(types.map(({ oid, name }) => [oid, name])),
  };
}

async function analysisOf(sql: SqlPort, statement: string): Promise<string | null> {
  await sql.execute(`BEGIN READ WRITE; SET LOCAL search_path = ${READ_ONLY_ROLES.agent_readonly.join(", ")}`);
  try {
    await sql.query(`CREATE TEMP VIEW analysed AS SELECT count(*) AS n FROM (\n${statement}\n) AS guarded`);
    const { rows } = await sql.query<{ rule: string }>(
      "SELECT ev_action::text AS rule FROM pg_rewrite WHERE ev_class = 'pg_temp.analysed'::regclass",
    );
    return rows[0]!.rule;
  } catch {
    return null;
  } finally {
    await sql.execute("ROLLBACK");
  }
}

const numbersOf = (rule: string, label: string): string[] =>
  [...new Set([...rule.matchAll(new RegExp(`:(?:${label}) (\\d+)`, "g"))].map(([, number]) => number!))].filter(
    (number) => number !== "0",
  );

/** Types whose values are read from or printed as names in the catalog, or by a parser of their own. */
const READS = /^(reg|xml|aclitem|cstring)/;

function forbiddenIn(rule: string, { functions, harmless, relations, types }: Catalog): string[] {
  const called = numbersOf(rule, "funcid|opfuncid|aggfnoid|winfnoid|tsmhandler")
    .filter((oid) => !harmless.has(oid))
    .map((oid) => functions.get(oid) ?? oid)
    .filter((name) => !/^pg_catalog\.(bernoulli|system)$/.test(name));
  const read = numbersOf(rule, "relid").filter((oid) => !relations.has(oid));
  // A literal's type is known by its number; of a text search configuration's the guard has seen the name.
  const literals = [...rule.matchAll(/\{CONST :consttype (\d+)/g)].map(([, oid]) => types.get(oid!) ?? "");
  const coerced = [...rule.matchAll(/\{(?:COERCEVIAIO|RELABELTYPE) .*?:resulttype (\d+)/gs)].map(
    ([, oid]) => types.get(oid!) ?? "",
  );
  const made = [...literals.filter((type) => type !== "regconfig"), ...coerced].filter((type) => READS.test(type));
  return [...called, ...read.map((oid) => `relation ${oid}`), ...made.map((type) => `a value made a ${type}`)];
}
