import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { chooseTests, type SourceTree } from "../../scripts/test-affected/choose-tests.ts";
import { nonEmpty } from "../non-empty.ts";

const TREE: SourceTree = new Map([
  ["package.json", null],
  ["base/a.ts", `export const a = 1;`],
  ["base/b.ts", `import type { a } from "./a.ts"; const later = () => import("./late.ts");`],
  ["base/late.ts", `/** As "./a.ts" does it. */\nexport const late = 1;`],
  ["cli/start.mjs", `await import(new URL("./main.ts", import.meta.url));`],
  ["cli/main.ts", `import "../base/b.ts"; if (path === "..") end();`],
  ["show/place.ts", `const PAGES = new URL("../pages/", import.meta.url);`],
  ["pages/one.md", null],
  ["test/process.ts", `const BIN = new URL("../cli/start.mjs", import.meta.url);`],
  ["test/output/rows.csv", null],
  ["test/b.test.ts", `import "../base/b.ts";`],
  ["test/late.test.ts", `import "../base/late.ts";`],
  ["test/golden.test.ts", `const GOLDEN = join(import.meta.dirname, "..", "test/output", "rows.csv");`],
  ["test/pages.test.ts", `import { PAGES } from "../show/place.ts";`],
  ["test/spawning.test.ts", `import { BIN } from "./process.ts";`],
  ["test/rules.test.ts", `const ROOT = new URL("../", import.meta.url);`],
]);
const chosen = (...changed: string[]) => [...chooseTests(TREE, changed).keys()];
/** It reads the tree. */
const ALWAYS = "test/rules.test.ts";

it.each([
  ["what imports it, for a type, when it is needed, or in a process that is spawned", "base/a.ts", ["b", "spawning"]],
  ["what comes to it by an import of later", "base/late.ts", ["b", "late", "spawning"]],
  ["who compares with a golden", "test/output/rows.csv", ["golden"]],
  ["who uses a folder of templates, by a new file in it", "pages/two.md", ["pages"]],
  ["itself", "test/late.test.ts", ["late"]],
  ["nobody but who reads the tree", "README.md", []],
])("a change chooses %s", (_, changed, names) => {
  expect(chosen(changed).filter((path) => path !== ALWAYS)).toEqual(names.map((name) => `test/${name}.test.ts`));
  expect(chosen(changed)).toContain(ALWAYS);
});

it("what was deleted chooses who imports it; what all stand on chooses all", () => {
  const without = new Map([...TREE].filter(([path]) => path !== "base/late.ts"));
  expect([...chooseTests(without, ["base/late.ts"]).keys()]).toContain("test/b.test.ts");
  expect(chosen("package.json")).toHaveLength(6);
});

it("each is said with its way to what changed", () => {
  expect(chooseTests(TREE, ["base/a.ts"]).get("test/spawning.test.ts")).toEqual([
    "test/spawning.test.ts",
    "test/process.ts",
    "cli/start.mjs",
    "cli/main.ts",
    "base/b.ts",
    "base/a.ts",
  ]);
});

it("in this tree, a golden, a style of pages, a schema, a tool and a metric choose the tests that see them, and not all", () => {
  const ROOT = join(import.meta.dirname, "../..");
  const list = execFileSync("git", ["ls-files", "--cached"], { cwd: ROOT, encoding: "utf8" });
  const tree = new Map(
    list
      .split("\n")
      .filter((path) => /\.(?:ts|tsx|mjs|js|css|csv|sql)$/.test(path))
      .map((path) => [path, /\.(?:csv|sql)$/.test(path) ? null : readFileSync(join(ROOT, path), "utf8")]),
  );
  for (const [changed, test] of nonEmpty([
    ["test/output/small-matrix.csv", "e2e/small-matrix"],
    ["reports/src/style.css", "reports/pages"],
    ["agent/tools/registry.ts", "e2e/small-matrix"],
    ["measure/metrics/ranking/ndcg.ts", "measure/metrics/ranking"],
  ] as const)) {
    const found = [...chooseTests(tree, [changed]).keys()];
    expect(found, changed).toContain(`test/${test}.test.ts`);
    expect(found, changed).not.toContain("test/base/blank.test.ts");
  }
});
