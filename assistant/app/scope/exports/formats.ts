import { csvOf } from "./csv.ts";
import { junitOf } from "./junit.ts";
import { markdownOf } from "./markdown.ts";
import { type ScopeExport, uncoveredOf } from "./scope-export.ts";
import { testrailOf } from "./testrail.ts";

interface Format {
  label: string;
  file: string;
  /** @throws Error that says why there is nothing to write */
  write(scope: ScopeExport): Promise<Blob>;
}

const text = (type: string, render: (scope: ScopeExport) => string) => async (scope: ScopeExport) =>
  new Blob([render(scope)], { type: `${type};charset=utf-8` });

/** What a scope is saved as: tables with everything, lists and selections with what is kept. */
export const FORMATS: readonly Format[] = [
  { label: "CSV", file: "scope.csv", write: text("text/csv", (scope) => csvOf(tableOf(scope))) },
  {
    label: "XLSX",
    file: "scope.xlsx",
    async write(scope) {
      // A fifth of the page's code, for who wants it.
      const { default: writeWorkbook } = await import("write-excel-file/browser");
      const [head, ...rows] = tableOf(scope);
      const bold = head!.map((value) => ({ value, type: String, fontWeight: "bold" as const }));
      const cells = rows.map((row) => row.map((value) => ({ value, type: String })));
      return writeWorkbook([bold, ...cells], { sheet: "scope" }).toBlob();
    },
  },
  { label: "Markdown", file: "scope.md", write: text("text/markdown", markdownOf) },
  { label: "JUnit XML", file: "scope.junit.xml", write: text("application/xml", junitOf) },
  { label: "TestRail run", file: "scope.testrail.json", write: text("application/json", testrailOf) },
];

/** Items without a test stand below, without anything where a test's id would be. */
function tableOf(scope: ScopeExport): string[][] {
  const { lines } = scope;
  const names = [...new Set(lines.flatMap(({ attributes }) => [...attributes.keys()]))];
  const head = ["rank", "test", "name", "kept", "why", "why not", "evidence", "tier", ...names];
  const rows = lines.map(({ rank, id, title, kept, why, dropped, evidence, tier, attributes }) => [
    ...[rank === null ? "" : String(rank), id, title, kept ? "yes" : "no", why, dropped, evidence, tier],
    ...names.map((name) => attributes.get(name) ?? ""),
  ]);
  const { said, items } = uncoveredOf(scope);
  const gaps = items.map(({ id, name }) => ["", "", `${id} ${name}`, "", "", "", "", "not covered: no recorded test"]);
  const all = [...rows, ...gaps, ["", "", said, "", "", "", "", "coverage"]];
  return [head, ...all.map((row) => [...row, ...head.slice(row.length).map(() => "")])];
}
