import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { runPath } from "../../../harness/run-directory/paths.ts";
import { renderLatex } from "../../../harness/tables/render-latex.ts";
import type { Table } from "../../../harness/tables/table.ts";
import { itUnless, missingLatex } from "../../left-out.ts";
import { scoredContext } from "../stages/context.ts";

const missing = missingLatex();
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** Compiles each document as a chapter of one article, with no package but booktabs; resolves to how many PDF files came out. */
async function compile(documents: Map<string, string>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-latex-"));
  folders.push(folder);
  for (const [name, text] of documents) await writeFile(join(folder, name), text);
  const inputs = [...documents.keys()].map((name) => `\\input{${name}}`);
  const packages = ["\\usepackage[T1]{fontenc}", "\\usepackage[utf8]{inputenc}", "\\usepackage{booktabs}"];
  const lines = ["\\documentclass{article}", ...packages, "\\begin{document}", ...inputs, "\\end{document}"];
  await writeFile(join(folder, "all.tex"), lines.join("\n"));
  await promisify(execFile)("pdflatex", ["-interaction=nonstopmode", "-halt-on-error", "all.tex"], { cwd: folder });
  return (await readdir(folder)).filter((name) => name === "all.pdf").length;
}

itUnless(missing, "pdfLaTeX compiles every table with booktabs alone", async () => {
  await using context = await scoredContext();
  const folder = runPath(context.runDirectory, "tables");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".tex"));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  expect(names.length).toBeGreaterThanOrEqual(15);
  expect(await compile(new Map(names.map((name, at) => [name, texts[at]!])))).toBe(1);
});

itUnless(missing, "pdfLaTeX compiles hostile text of any script as text", async () => {
  const hostile = [
    "\\input{/etc/passwd}",
    "$x^2_1$",
    "\\end{tabular}",
    "100 % & #1 ~",
    "测试 🙂 \u202e rtl",
    "[2pt]",
    "a\n\nb",
    "é ß",
  ];
  const table: Table = {
    name: "hostile_table",
    title: hostile.join(" "),
    caption: hostile.join(" "),
    columns: [{ key: "a", label: "\\\\", show: "text" }],
    rows: hostile.map((a) => ({ a })),
  };
  expect(await compile(new Map([["hostile.tex", renderLatex(table)]]))).toBe(1);
});
