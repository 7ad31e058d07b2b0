import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { GuardRefusal } from "../../../agent/guards/refusal.ts";
import type { ReadableColumn } from "../../../agent/guards/sql/columns/model.ts";
import { guardSql } from "../../../agent/guards/sql/guard.ts";

const columns = (names: string): ReadableColumn[] =>
  names.split(" ").map((name) => ({ name, type: name === "words" ? "tsvector" : "plain" }));
const relations = new Map([
  [
    "canon",
    new Map([
      ["test_case", columns("test_case_id name description sections words")],
      ["backlog_item", columns("backlog_item_id name subtype status attributes")],
    ]),
  ],
  ["core", new Map([["trace_link", columns("test_case_id reference_id")]])],
]);
const guard = (sql: string) => guardSql(sql, { relations, maxRows: 51 });

describe("legal statements pass", () => {
  it.each([
    "SELECT 1",
    "select * from canon.test_case",
    "SELECT * FROM test_case;",
    "SELECT * FROM test_case -- the end",
    "SELECT 'a;b' ;  /* done */",
    "TABLE canon.test_case",
    "VALUES (1), (2)",
    "WITH t AS (SELECT * FROM test_case) SELECT count(*) FROM t",
    "WITH a AS (SELECT 1 AS n), b AS (SELECT n FROM a) SELECT * FROM b",
    "WITH RECURSIVE d(id) AS (SELECT 'x' UNION SELECT b.backlog_item_id FROM d JOIN backlog_item b ON true) SELECT * FROM d",
    "WITH RECURSIVE a AS (SELECT * FROM b), b AS (SELECT 1) SELECT * FROM a",
    "SELECT name, string_agg(test_case_id, ',' ORDER BY test_case_id) FROM test_case GROUP BY name HAVING count(*) > 1 ORDER BY 2 DESC LIMIT 5",
    "SELECT * FROM test_case WHERE name ILIKE '%pg_sleep%' AND lower(name) ~ 'x' LIMIT 3",
    "SELECT row_number() OVER (PARTITION BY subtype ORDER BY name) FROM backlog_item",
    "SELECT * FROM test_case t, LATERAL jsonb_array_elements(t.sections) s",
    "SELECT (SELECT count(*) FROM core.trace_link l WHERE l.test_case_id = t.test_case_id) FROM test_case t",
    "SELECT test_case_id FROM test_case EXCEPT SELECT test_case_id FROM trace_link",
    "SELECT coalesce(status, '-'), CASE WHEN status IS NULL THEN 1 END, attributes->>'x', 'a'::text FROM backlog_item",
    "SELECT substring('abc' from 2), trim(both 'x' from 'xax'), extract(year from now()), position('a' in 'ba'), pg_catalog.lower('A')",
    "SELECT percentile_cont(0.5) WITHIN GROUP (ORDER BY length(name)) FILTER (WHERE true) FROM test_case",
    "SELECT 'é', \"test_case_id\" FROM test_case",
    "WITH RECURSIVE r(id, path) AS (SELECT test_case_id, ARRAY[test_case_id] FROM test_case UNION ALL SELECT l.reference_id, path || l.reference_id FROM r JOIN trace_link l ON l.test_case_id = r.id WHERE NOT l.reference_id = ANY(path)) SELECT id, array_to_string(path, ' > ') FROM r",
    "WITH t AS (SELECT array_agg(name) AS names, string_agg(name, ' ') AS all_names FROM test_case) SELECT names @> ARRAY['a'], all_names ILIKE '%cell%', strpos(all_names, 'peer'), 'x' = ANY(names) FROM t",
    "SELECT a.name FROM test_case a JOIN test_case b ON a.description ILIKE '%' || b.name || '%' AND position(lower(b.name) in lower(a.description)) > 0",
    "SELECT repeat('  ', least(3, 5)) || name, rpad(name, 40), lpad(test_case_id, 10, '0'), trim(both '/' from name), repeat(name, 2) FROM test_case",
    "SELECT (array_agg(name ORDER BY name))[1], (array_agg(length(name)))[1] - max(length(name)), attributes - 'x', attributes - ARRAY['a', 'b'] FROM test_case, backlog_item GROUP BY attributes",
    "SELECT attributes @> '{\"a\": 1}', attributes ?| ARRAY['a'], words @@ plainto_tsquery('cell'), sections @> to_jsonb(ARRAY[name]) FROM test_case, backlog_item",
    "WITH w AS (SELECT array_agg(name) AS w FROM (SELECT name FROM test_case LIMIT 200) s) SELECT a.w && b.w FROM w a, w b",
    "SELECT normalize(name), replace(replace(name, '-', ' '), 'a', 'b'), split_part(string_agg(name, ','), ',', 1) FROM test_case GROUP BY name",
    "SELECT w FROM test_case, unnest(string_to_array(lower(description), ' ')) AS w WHERE w LIKE name || '%' GROUP BY w",
    "SELECT name FROM test_case WHERE description LIKE '%delete from%' OR name = 'update; drop table x'",
  ])("%s", async (sql) => {
    expect((await guard(sql)).sql).toContain(`\n) AS guarded LIMIT 51)`);
  });

  it("names the relations that are read, with the schema of the search path", async () => {
    expect((await guard("SELECT * FROM test_case JOIN core.trace_link USING (test_case_id)")).relations).toEqual([
      "canon.test_case",
      "core.trace_link",
    ]);
  });

  it("leaves out the semicolon and what follows, also after characters of several bytes", async () => {
    expect((await guard("SELECT 'éü€' ;; -- x")).sql).toContain(
      "SELECT * FROM (\nSELECT 'éü€' \n) AS guarded LIMIT 51)",
    );
  });
});

describe("statements that are deep or double themselves", () => {
  const times = (count: number, part: (at: number) => string, separator = "") =>
    Array.from({ length: count }, (_one, at) => part(at)).join(separator);
  const doubled = times(250, (at) => `c${at + 1} AS (SELECT *, * FROM c${at})`, ", ");
  const ahead = times(250, (at) => `c${at} AS (SELECT x FROM c${at + 1})`, ", ");

  it.each([
    ["a union of 600", times(600, () => "SELECT 1", " UNION "), null],
    ["4,900 parentheses", `SELECT ${"(".repeat(4900)}1${")".repeat(4900)}`, null],
    ["a sum of 4,900", `SELECT ${times(4900, () => "1", "+")}`, null],
    ["300 natural joins", `SELECT 1 FROM test_case${times(300, (at) => ` NATURAL JOIN test_case t${at}`)}`, null],
    ["1,000 subqueries inside each other", `SELECT ${"(SELECT ".repeat(1000)}1${")".repeat(1000)}`, "sql_too_long"],
    ["250 queries ahead", `WITH RECURSIVE ${ahead}, c250 AS (SELECT 1 AS x) SELECT (c0.x).y FROM c0`, "sql_too_long"],
    ["2 ^ 250 columns", `WITH c0 AS (SELECT 1 AS x), ${doubled} SELECT c250.x FROM c250`, "sql_column"],
    ["1,500 fields of fields", `SELECT ${"(".repeat(1500)}a${").x".repeat(1500)} FROM (SELECT 1 a) s`, "sql_column"],
    ["400 cases", `SELECT (${"CASE WHEN true THEN ".repeat(400)}1${" END".repeat(400)}).x`, "sql_column"],
  ])("%s: %#", async (_what, sql, code) => {
    const refusal = await guard(sql).then(
      () => null,
      (error: unknown) => (error as GuardRefusal).code,
    );
    expect(refusal).toBe(code);
  });
});

/** A long text or array behind a name, where a time limit would not end what works on it. */
const TOO_LARGE = [
  "WITH t AS (SELECT repeat('x', 10000) AS s), u AS (SELECT repeat(s, 1000) AS s FROM t) SELECT repeat(s, 1000) FROM u",
  "SELECT repeat(s, 10) FROM (SELECT string_agg(name, '') AS s FROM test_case) t",
  "WITH RECURSIVE r(s) AS (SELECT 'x' UNION ALL SELECT s || s FROM r WHERE length(s) < 1000000) SELECT repeat(s, 2) FROM r",
  "WITH RECURSIVE r AS (SELECT 'x' AS s, 1 AS d UNION ALL SELECT s || s, d + 1 FROM r WHERE d < 30) SELECT strpos(s, s || 'c') FROM r",
  "SELECT strpos(a, b) FROM (SELECT string_agg(name, '') AS a, string_agg(name, '') AS b FROM test_case) t",
  "SELECT strpos(t.b, t.c) FROM (SELECT string_agg(name, ''), string_agg(name, '') FROM test_case) AS t(b, c)",
  "SELECT x || 'c' LIKE '%' || x || 'b%' FROM (SELECT string_agg(name, '') AS x FROM test_case) t",
  "SELECT x ILIKE x FROM (VALUES ((SELECT string_agg(name, '') FROM test_case))) AS v(x)",
  "SELECT column1 NOT LIKE column1 FROM (VALUES ((SELECT string_agg(name, '') FROM test_case))) v",
  "WITH a AS (SELECT array_agg(name) AS n FROM test_case) SELECT a.n && b.n FROM a, a b",
  "WITH a AS (SELECT array_agg(name) AS n FROM test_case), b AS (SELECT * FROM a) SELECT n @> n FROM b",
  "WITH a(n) AS (SELECT *, 1 FROM (SELECT array_agg(name) FROM test_case) q) SELECT n @> n FROM a",
  "SELECT ARRAY(SELECT name FROM test_case) && ARRAY(SELECT name FROM test_case)",
  "SELECT jsonb_agg(name) @> jsonb_agg(name) FROM test_case",
  "SELECT jsonb_contains(jsonb_agg(name), jsonb_agg(name)) FROM test_case",
  "SELECT jsonb_agg(name) ?| array_agg(name) FROM test_case",
  "SELECT jsonb_agg(name) - array_agg(name) FROM test_case",
  "SELECT (SELECT to_jsonb(a) FROM (SELECT array_agg(name) AS n FROM test_case) a) @> (SELECT to_jsonb(array_agg(name)) FROM test_case)",
  "SELECT btrim(string_agg(name, ''), string_agg(name, '')) FROM test_case",
  "SELECT trim(both x from x) FROM (SELECT string_agg(name, '') AS x FROM test_case) t",
  "SELECT normalize(repeat('a', 10000) || repeat('b', 10000), NFC)",
  "SELECT normalize(string_agg(name, '')) FROM test_case",
  "SELECT string_agg(name, '') IS NFC NORMALIZED FROM test_case",
  "SELECT replace(string_agg(name, ''), string_agg(name, ''), '') FROM test_case",
  "SELECT string_to_array(string_agg(name, ''), string_agg(name, '')) FROM test_case",
  "SELECT lpad('x', 10000 * 10000)",
  "WITH RECURSIVE r(a, d) AS (SELECT ARRAY[1], 1 UNION ALL SELECT a || a, d + 1 FROM r WHERE d < 20) SELECT a && a FROM r",
  "SELECT value && value FROM (SELECT array_agg(name) AS value FROM test_case) t",
  "WITH t AS (SELECT array_agg(name) AS big FROM test_case), x AS (SELECT 1 AS t) SELECT to_jsonb(t) @> (SELECT jsonb_agg(name) FROM test_case) FROM t",
  "SELECT (SELECT array_agg(name) FROM test_case) && ANY (SELECT array_agg(name) FROM test_case)",
  "SELECT array_agg(name) @> ALL (ARRAY[array_agg(name)]) FROM test_case",
  "SELECT name SIMILAR TO repeat('a', 10000), name ~ repeat('a', 10000) FROM test_case",
  "SELECT name FROM test_case WHERE name ~ '((a{1,50}){1,50}){1,50}b'",
  "SELECT regexp_replace(name, '(x{1,200}){1,100}', '') FROM test_case",
  "SELECT regexp_count(name, repeat('a', 10000)) FROM test_case",
  "SELECT normalize(left(string_agg(name, ''), 10000)) FROM test_case",
  "SELECT w && w FROM (SELECT array_agg(name) AS w FROM (SELECT name FROM test_case LIMIT 90000) s) t",
  "SELECT s.u && s.u FROM test_case, LATERAL (SELECT array_agg(name) FROM test_case) AS s(u)",
];

describe("hostile and mistaken statements are refused", () => {
  it.each([
    ["", "sql_syntax"],
    ["  -- nothing", "sql_syntax"],
    ["SELEC 1", "sql_syntax"],
    ["SELECT 1 /* open", "sql_syntax"],
    ["SELECT 'open", "sql_syntax"],
    ["SELECT 1) AS x; DELETE FROM canon.test_case; --", "sql_syntax"],
    ["SELECT 1; SELECT 2", "sql_multiple_statements"],
    ["SELECT 1; DROP TABLE canon.test_case", "sql_multiple_statements"],
    ["BEGIN; SELECT 1", "sql_multiple_statements"],
    ["INSERT INTO canon.test_case VALUES (1)", "sql_not_select"],
    ["UPDATE canon.test_case SET name = ''", "sql_not_select"],
    ["DELETE FROM canon.test_case", "sql_not_select"],
    ["MERGE INTO canon.test_case t USING core.trace_link l ON true WHEN MATCHED THEN DELETE", "sql_not_select"],
    ["TRUNCATE canon.test_case", "sql_not_select"],
    ["DROP SCHEMA canon CASCADE", "sql_not_select"],
    ["CREATE TABLE x AS SELECT 1", "sql_not_select"],
    ["COPY canon.test_case TO '/tmp/x'", "sql_not_select"],
    ["COPY (SELECT 1) TO PROGRAM 'id'", "sql_not_select"],
    ["DO $$ BEGIN NULL; END $$", "sql_not_select"],
    ["CALL f()", "sql_not_select"],
    ["EXPLAIN ANALYZE SELECT 1", "sql_not_select"],
    ["SET ROLE postgres", "sql_not_select"],
    ["RESET ALL", "sql_not_select"],
    ["SHOW ALL", "sql_not_select"],
    ["PREPARE p AS SELECT 1", "sql_not_select"],
    ["EXECUTE p", "sql_not_select"],
    ["DECLARE c CURSOR FOR SELECT 1", "sql_not_select"],
    ["LISTEN x", "sql_not_select"],
    ["GRANT ALL ON canon.test_case TO public", "sql_not_select"],
    ["VACUUM", "sql_not_select"],
    ["LOCK TABLE canon.test_case", "sql_not_select"],
    ["WITH x AS (DELETE FROM canon.test_case RETURNING *) SELECT * FROM x", "sql_not_select"],
    ["WITH x AS (INSERT INTO canon.test_case VALUES (1) RETURNING 1) SELECT 1", "sql_not_select"],
    [
      "WITH a AS (WITH b AS (UPDATE canon.test_case SET name = '' RETURNING 1) SELECT * FROM b) SELECT * FROM a",
      "sql_not_select",
    ],
    ["SELECT * INTO x FROM canon.test_case", "sql_into"],
    ["SELECT 1 UNION SELECT 2 INTO x", "sql_into"],
    ["SELECT * FROM canon.test_case FOR UPDATE", "sql_locking"],
    ["SELECT * FROM (SELECT * FROM canon.test_case FOR SHARE SKIP LOCKED) q", "sql_locking"],
    ["SELECT $1", "sql_parameter"],
    ["SELECT pg_read_file('/etc/passwd')", "sql_function"],
    ["SELECT pg_catalog.pg_read_file('/etc/passwd')", "sql_function"],
    ["SELECT PG_READ_FILE('/etc/passwd')", "sql_function"],
    ["SELECT \"pg_read_file\"('/etc/passwd')", "sql_function"],
    ["SELECT U&\"\\0070g_read_file\"('/etc/passwd')", "sql_function"],
    ["SELECT * FROM pg_ls_dir('.')", "sql_function"],
    ["SELECT * FROM ROWS FROM (pg_ls_dir('.'))", "sql_function"],
    ["SELECT 1 FROM test_case WHERE (SELECT pg_read_binary_file('x')) IS NULL", "sql_function"],
    ["SELECT count(*) FILTER (WHERE pg_sleep(10) IS NULL) FROM test_case", "sql_function"],
    ["SELECT 1 ORDER BY pg_sleep(9)", "sql_function"],
    ["SELECT 1 LIMIT (SELECT pg_sleep(9)::text::int)", "sql_function"],
    ["SELECT sum(1) OVER (ORDER BY pg_sleep(1)) FROM test_case", "sql_function"],
    ["VALUES (pg_sleep(1))", "sql_function"],
    ["SELECT lo_import('/etc/passwd')", "sql_function"],
    ["SELECT lo_export(1, '/tmp/x')", "sql_function"],
    ["SELECT * FROM dblink('host=x', 'select 1') AS t(a int)", "sql_function"],
    ["SELECT dblink_connect('x')", "sql_function"],
    ["SELECT set_config('role', 'postgres', false)", "sql_function"],
    ["SELECT current_setting('data_directory')", "sql_function"],
    ["SELECT pg_terminate_backend(1)", "sql_function"],
    ["SELECT query_to_xml('select * from pg_authid', true, true, '')", "sql_function"],
    ["SELECT table_to_xml('pg_authid', true, true, '')", "sql_function"],
    ["SELECT database_to_xml(true, true, '')", "sql_function"],
    ["SELECT nextval('x')", "sql_function"],
    ["SELECT ag_catalog.cypher('g', 'MATCH (n) DETACH DELETE n')", "sql_function"],
    ["SELECT * FROM cypher('g', $$ MATCH (n) RETURN n $$) AS (n agtype)", "sql_function"],
    ["SELECT agentfs.forget_thread('a', 't')", "sql_function"],
    ["SELECT x.pg_catalog.lower('a')", "sql_function"],
    ["SELECT t.pg_ls_dir FROM test_case t", "sql_column"],
    ["SELECT (t).pg_read_file FROM test_case t", "sql_column"],
    ["SELECT repeat('x', 1000000000)", "sql_too_large"],
    ["SELECT translate(repeat('a', 1000), repeat('b', (SELECT 5000)), 'c')", "sql_too_large"],
    ["SELECT repeat('a', (SELECT 5000))", "sql_too_large"],
    ["SELECT repeat('a', n) FROM (SELECT 500000000 AS n) s", "sql_too_large"],
    ["SELECT lpad('a', (SELECT 500000000))", "sql_too_large"],
    ["SELECT format('%*s', 500000000, 'x')", "sql_too_large"],
    ["SELECT format(repeat('%1$s', 1000), 'x')", "sql_too_large"],
    ["SELECT array_fill(1, ARRAY[(SELECT 100000000)])", "sql_too_large"],
    ["SELECT array_fill(1, (SELECT ARRAY[100000000]))", "sql_too_large"],
    ["SELECT translate('a', name, 'c') FROM canon.test_case", "sql_too_large"],
    ["SELECT strpos(repeat('a', 10000), string_agg(name, '')) FROM canon.test_case", "sql_too_large"],
    ["SELECT to_tsquery(string_agg(name, ' & ')) FROM canon.test_case", "sql_too_large"],
    ["SELECT string_agg(name, ' & ')::tsquery FROM canon.test_case", "sql_too_large"],
    ["SELECT array_agg(name) && array_agg(name) FROM canon.test_case", "sql_too_large"],
    ...TOO_LARGE.map((sql) => [sql, "sql_too_large"]),
    ["SELECT unknown_function(1)", "sql_function"],
    ["SELECT * FROM raw.payload", "sql_relation"],
    ["SELECT * FROM agentfs.file", "sql_relation"],
    ["SELECT * FROM pg_authid", "sql_relation"],
    ["SELECT * FROM pg_catalog.pg_class", "sql_relation"],
    ["SELECT * FROM information_schema.tables", "sql_relation"],
    ["TABLE pg_shadow", "sql_relation"],
    ["SELECT * FROM canon.secret", "sql_relation"],
    ["SELECT * FROM nowhere", "sql_relation"],
    ["SELECT * FROM postgres.canon.test_case", "sql_relation"],
    ["SELECT * FROM ONLY pg_settings", "sql_relation"],
    ["SELECT * FROM pg_stat_activity TABLESAMPLE system (1)", "sql_relation"],
    ["SELECT (SELECT rolpassword FROM pg_authid LIMIT 1)", "sql_relation"],
    ["SELECT 1 UNION ALL SELECT 1 FROM pg_user", "sql_relation"],
    ["SELECT EXISTS (SELECT 1 FROM pg_roles)", "sql_relation"],
    // A WITH name is known only where PostgreSQL would resolve it.
    ["SELECT * FROM (WITH pg_authid AS (SELECT 1) SELECT * FROM pg_authid) a, pg_authid b", "sql_relation"],
    ["WITH a AS (SELECT * FROM pg_authid), pg_authid AS (SELECT 1) SELECT * FROM a", "sql_relation"],
    ["WITH pg_authid AS (SELECT * FROM pg_authid) SELECT * FROM pg_authid", "sql_relation"],
    ["WITH pg_authid AS (SELECT 1) SELECT * FROM pg_catalog.pg_authid", "sql_relation"],
    [`SELECT '${"x".repeat(10_000)}'`, "sql_too_long"],
  ])("%s -> %s", async (sql, code) => {
    await expect(guard(sql)).rejects.toMatchObject({ name: "GuardRefusal", code, hint: expect.stringMatching(/./) });
  });

  it("names in its hint the relations of the schema, and no tool that an agent may lack", async () => {
    const hint = async (sql: string) =>
      ((await guard(sql).catch((refusal: GuardRefusal) => refusal)) as GuardRefusal).hint;
    expect(await hint("SELECT * FROM canon.secret")).toBe("Readable in canon: test_case, backlog_item.");
    expect(await hint("SELECT * FROM secret.secret")).toBe("Readable schemas: canon, core.");
  });

  it("counts the position in characters and lists every fault at once", async () => {
    const error = await guard("SELECT 'éé', pg_sleep(1), pg_read_file('x')").catch((refusal: unknown) => refusal);
    expect(error).toMatchObject({
      position: 13,
      message: expect.stringMatching(/pg_sleep.*pg_read_file.*line 1, column 14/s),
    });
  });

  it("survives a chain of operators as long as a statement may be", async () => {
    await expect(guard(`SELECT ${"1+".repeat(4900)}1`)).resolves.toBeDefined();
    await expect(guard(`SELECT ${"NOT ".repeat(2400)}true`)).resolves.toBeDefined();
  });

  it("never throws anything but a refusal, whatever the text", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 60 }), async (noise) => {
        for (const sql of [noise, `SELECT ${noise}`, `SELECT * FROM test_case WHERE name = ${noise}`])
          await guard(sql).catch((error: Error) => expect(error.name).toBe("GuardRefusal"));
      }),
      { numRuns: 300 },
    );
  });
});
