import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { documentationPages } from "../../../scripts/figures/pages.ts";
import { unsourcedFigures } from "../../../scripts/figures/unsourced.ts";
import { nonEmpty } from "../../non-empty.ts";

const ROOT_ADDRESS = new URL("../../../", import.meta.url);

describe("a figure without a source", () => {
  it.each([
    ["a decimal", "It reaches .83 in the mean.", [".83"]],
    ["a share", "in 73 % of the runs", ["73 %"]],
    ["a time", "takes 40 ms, 3:06 at worst", ["40 ms", "3:06"]],
    ["a rate of two sizes", "a peak of 1.3 to 1.5 GB", ["1.3 to 1.5 GB"]],
    ["a count in a count", "6 of 156 pairs", ["6 of 156"]],
    ["a large count", "1,697 cases and 936 cells", ["1,697", "936"]],
    ["a cell of a table", "| keyword | 7 | .43 |", ["7", ".43"]],
    ["a number in the text of an ordinary link", "[.83](other.md)", [".83"]],
  ])("is found: %s", (_, text, found) => {
    expect(unsourcedFigures(text).map((one) => one.text)).toEqual(found);
  });

  it.each([
    ["links to its source", "[.83](figures/default-run.json#explorer.ndcg@10)"],
    ["stands in a generated table", "<!-- figures: default-run#pairs -->\n| 74 | .5 |\n<!-- /figures -->"],
    ["is code", "`4 s` of time, `0.05`\n\n```sh\nrun --limit 100\n```"],
    [
      "is a year, a date, a cut-off or a version",
      "(Bates et al. 2015), 2026-11-23, NDCG@10, PostgreSQL 18.1, Node 20.19 or 22.13",
    ],
    ["is small and bare", "three models, 2 cores, 52 scenarios"],
  ])("is none where the number %s", (_, text) => {
    expect(unsourcedFigures(text)).toEqual([]);
  });

  it("is told with its line", () => {
    expect(unsourcedFigures("one\n\n`.5` and .6")).toEqual([{ line: 3, text: ".6" }]);
  });

  it("may stand in a table that a test holds, where that test names the page", () => {
    const held = documentationPages().flatMap(({ path, text }) =>
      [...text.matchAll(/<!-- held by (\S+) -->/g)].map(([, test = ""]) => ({ path, test })),
    );
    for (const { path, test } of nonEmpty(held))
      expect(readFileSync(new URL(test, ROOT_ADDRESS), "utf8"), test).toContain(path.split("/").at(-1));
  });

  it("appears on no page of the documentation", () => {
    const found = documentationPages().flatMap(({ path, text }) =>
      unsourcedFigures(text).map((one) => `${path}:${one.line}: ${one.text}`),
    );
    expect(found).toEqual([]);
  });
});
