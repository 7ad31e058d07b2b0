import { readFile } from "node:fs/promises";
import { beforeAll, expect, it } from "vitest";
import { ALLOWED_FUNCTIONS } from "../../../agent/guards/sql/allowed-functions.ts";
import { judgeFunction } from "../../../agent/guards/sql/functions.ts";
import {
  listSqlFunctions,
  renderModule,
  renderSchema,
  type SqlFunctions,
} from "../../../scripts/list-sql-functions/list.ts";

const textOf = (path: string): Promise<string> => readFile(new URL(`../../../${path}`, import.meta.url), "utf8");
let functions: SqlFunctions;
beforeAll(async () => {
  functions = await listSqlFunctions();
});

it("the guard's list and the role's rights are what the catalog's rule gives (scripts/list-sql-functions.ts)", async () => {
  expect(await textOf("agent/guards/sql/allowed-functions.ts")).toBe(renderModule(functions));
  expect(await textOf("db/schema/008-agent-functions.sql")).toBe(renderSchema(functions));
});

it("no function is both allowed and denied", () => {
  expect(ALLOWED_FUNCTIONS.split(" ").filter((name) => judgeFunction(name) !== "allowed")).toEqual([]);
});
