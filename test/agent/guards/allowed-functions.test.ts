import { expect, it } from "vitest";
import { ALLOWED_FUNCTIONS } from "../../../agent/guards/sql/allowed-functions.ts";
import { judgeFunction } from "../../../agent/guards/sql/functions.ts";
import { listSqlFunctions } from "../../../scripts/list-sql-functions/list.ts";

it("the functions that pass are those that the catalog's rule gives: `node --import tsx scripts/list-sql-functions.ts` writes them anew", async () => {
  expect(ALLOWED_FUNCTIONS.split(" ")).toEqual(await listSqlFunctions());
}, 300_000);

it("no function is both allowed and denied", () => {
  expect(ALLOWED_FUNCTIONS.split(" ").filter((name) => judgeFunction(name) !== "allowed")).toEqual([]);
});
