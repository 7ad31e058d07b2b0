import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { PAGES } from "../../harness/show/report/pages/registry.ts";

it("docs/guides/report.md lists every page of a report, in their order", () => {
  const text = readFileSync("docs/guides/report.md", "utf8");
  const [, table = ""] = text.split("| page | the question it answers |");
  const rows = table.split("\n\n")[0]!.split("\n").slice(2);
  expect(rows.map((row) => row.split("|")[1]!.trim())).toEqual(PAGES.map(({ title }) => title));
});
