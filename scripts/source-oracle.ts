/**
 * Reads every file in five folders of test/input/formats with its adapter and prints what is equal to what others
 * count there: `node --import tsx scripts/source-oracle.ts [folder] [--all]`.
 */
import { fileURLToPath } from "node:url";
import { argumentsOf } from "./arguments.ts";
import { compare, readExpectations, type SourceComparison } from "./source-oracle/compare.ts";

const { values, positionals } = argumentsOf(import.meta.filename, { all: { type: "boolean", default: false } });
const root = positionals[0] ?? fileURLToPath(new URL("../test/input/formats", import.meta.url));
const comparisons: SourceComparison[] = [];
for (const expectation of await readExpectations()) comparisons.push(await compare(root, expectation));

console.log(
  "| folder | adapter | files | equal | read whole | with reports | refused above 1 % | refused | detected |\n|---|---|---|---|---|---|---|---|---|",
);
const groups = new Map<string, SourceComparison[]>();
for (const item of comparisons) {
  const key = `${item.expectation.path.split("/")[0]} | ${item.expectation.adapter}`;
  groups.set(key, [...(groups.get(key) ?? []), item]);
}
for (const [key, items] of groups) {
  const of = (verdict: string) => items.filter((item) => item.verdict === verdict).length;
  const equal = items.filter(({ differences }) => differences.length === 0).length;
  const detected = items.filter(({ detected: name, expectation }) => name === expectation.adapter).length;
  console.log(
    `| ${key} | ${items.length} | ${equal} | ${of("read")} | ${of("reported")} | ${of("above")} | ${of("refused")} | ${detected} |`,
  );
}
for (const { expectation, verdict, differences, detected, said } of comparisons) {
  if (values.all || differences.length > 0 || verdict !== "read" || detected !== expectation.adapter)
    console.log(
      `${differences.length > 0 ? "DIFFERENT" : "equal"}  ${expectation.path}  ${verdict}  detected as ${detected}${differences.map((line) => `\n  ${line}`).join("")}${verdict === "read" ? "" : `\n  ${said[0]}`}`,
    );
}
