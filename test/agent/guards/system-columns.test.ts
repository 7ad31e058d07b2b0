import { expect, it } from "vitest";
import { guardSql } from "../../../agent/guards/sql/guard.ts";

const relations = new Map([["canon", new Map([["test_case", [{ name: "name", type: "plain" as const }]]])]]);
const guard = (sql: string) => guardSql(sql, { relations, maxRows: 51 });

it.each([
  "SELECT tableoid FROM test_case",
  "SELECT t.tableoid::regclass FROM test_case t",
  "SELECT canon.test_case.ctid FROM canon.test_case",
  "SELECT name FROM test_case WHERE xmin::text > '5'",
  "SELECT name FROM test_case ORDER BY xmax",
  'SELECT "cmin" FROM test_case',
  "SELECT count(*) FROM test_case GROUP BY cmax",
  "SELECT (t).ctid FROM test_case t",
  "SELECT a.name FROM test_case a JOIN test_case b USING (xmin)",
  "WITH w AS (SELECT TABLEOID AS x FROM test_case) SELECT x FROM w",
  "SELECT (SELECT xmin FROM test_case LIMIT 1)",
  "SELECT row_number() OVER (ORDER BY ctid) FROM test_case",
])("a system column is refused: %s", async (sql) => {
  await expect(guard(sql)).rejects.toThrow();
});

it.each([
  "SELECT name AS oid_of FROM test_case",
  "SELECT 'tableoid' FROM test_case",
  "SELECT name AS ctid FROM test_case",
])("what is only called alike passes: %s", async (sql) => {
  await guard(sql);
});
