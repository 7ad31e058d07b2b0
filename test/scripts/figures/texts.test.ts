import { describe, expect, it } from "vitest";
import { documentationPages } from "../../../scripts/figures/pages.ts";
import { printedTables } from "../../../scripts/figures/printed.ts";
import { SOURCES } from "../../../scripts/figures/registry.ts";
import { type Figures, readFigures } from "../../../scripts/figures/source.ts";
import { fillPage } from "../../../scripts/figures/texts.ts";
import { nonEmpty } from "../../non-empty.ts";

const FIGURES = new Map<string, Figures>([
  [
    "run",
    {
      ...{ source: "run", command: "npm start", about: "a run", date: "2026-01-01", machine: "2 cores", commit: "abc" },
      values: { "explorer.ndcg@10": ".83" },
      tables: { pairs: { columns: ["metric", "pairs"], rows: [["recall@10", "44"]] } },
      screens: { first: "$ scopebench\n7 runs" },
    },
  ],
]);
const fill = (text: string, path = "design/a.md") => fillPage({ path, text }, FIGURES);

describe("a page is filled from its sources", () => {
  it("writes the source's value into a reference, and nothing else", () => {
    const { text, problems } = fill("It has [.86](figures/run.json#explorer.ndcg@10), and .5.");
    expect(text).toBe("It has [.83](figures/run.json#explorer.ndcg@10), and .5.");
    expect(problems).toEqual([]);
  });

  it("takes no bracket of an earlier line for the beginning of a reference", () => {
    const before = "no line holds `##[`, which is obeyed.\n";
    expect(fill(`${before}[.86](figures/run.json#explorer.ndcg@10)`).text).toBe(
      `${before}[.83](figures/run.json#explorer.ndcg@10)`,
    );
  });

  it("writes a generated table, numbers to the right", () => {
    const { text } = fill("<!-- figures: run#pairs -->\nstale\n<!-- /figures -->");
    expect(text).toBe(
      "<!-- figures: run#pairs -->\n| metric | pairs |\n|---|---:|\n| recall@10 | 44 |\n<!-- /figures -->",
    );
  });

  it("writes what a terminal showed, as a block of code", () => {
    const { text } = fill("<!-- screen: run#first -->\nstale\n<!-- /screen -->");
    expect(text).toBe("<!-- screen: run#first -->\n```text\n$ scopebench\n7 runs\n```\n<!-- /screen -->");
  });

  it("is left alone where it is filled already", () => {
    const page = fill("[x](figures/run.json#explorer.ndcg@10)\n\n<!-- figures: run#pairs -->\n<!-- /figures -->").text;
    expect(fill(page).text).toBe(page);
  });

  it.each([
    ["an unknown key", "[.1](figures/run.json#nothing)", "design/a.md:1: no figure run#nothing"],
    ["an unknown source", "[.1](figures/gone.json#a)", "design/a.md:1: no figure gone#a"],
    ["an unknown screen", "\n<!-- screen: run#none -->\n<!-- /screen -->", "design/a.md:2: no screen run#none"],
    ["an unknown table", "\n<!-- figures: run#none -->\n<!-- /figures -->", "design/a.md:2: no table run#none"],
    [
      "an address that leads nowhere",
      "[.1](../figures/run.json#explorer.ndcg@10)",
      "design/a.md:1: ../figures/run.json leads nowhere, figures/run.json does",
    ],
  ])("names with its line %s", (_, text, problem) => {
    expect(fill(text).problems).toEqual([problem]);
  });

  it("knows the way from a page in any folder", () => {
    expect(fill("[.1](design/figures/run.json#explorer.ndcg@10)", "README.md").problems).toEqual([]);
    expect(fill("[.1](../../design/figures/run.json#explorer.ndcg@10)", "docs/a/b.md").problems).toEqual([]);
  });
});

describe("the documentation", () => {
  it("says what its sources say", () => {
    const figures = readFigures();
    const parted = documentationPages().flatMap((page) => {
      const { text, problems } = fillPage(page, figures);
      return text === page.text
        ? problems
        : [...problems, `${page.path}: node --import tsx scripts/figures.ts --write`];
    });
    expect(parted).toEqual([]);
  });

  it("has for each kept file the source that writes it, by the command that the file names", () => {
    const kept = [...readFigures().values()].map(({ source, command }) => `${source}: ${command}`);
    const written = SOURCES.map(({ name, command }) => `${name}: ${command}`);
    expect(written).toEqual(expect.arrayContaining(nonEmpty(kept)));
    expect(kept.length).toBe(written.length);
  });
});

it("a printed table is read under its key, and a missing one is an error", () => {
  const printed = "words\n| a | b |\n|---|---:|\n| x | 1 |\n\n| c |\n|---|\n| y |\n";
  expect(printedTables(printed, ["first", "second"]).first).toEqual({ columns: ["a", "b"], rows: [["x", "1"]] });
  expect(() => printedTables(printed, ["first"])).toThrow("expected 1 tables, found 2");
});
