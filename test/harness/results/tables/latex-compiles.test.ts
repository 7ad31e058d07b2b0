import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect } from "vitest";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { renderLatex } from "../../../../harness/results/table-format/render-latex.ts";
import type { Table } from "../../../../harness/results/table-format/table.ts";
import { mainFile } from "../../../../harness/show/export/latex.ts";
import { itUnless, missingLatex } from "../../../left-out.ts";
import { scoredContext } from "../../run/stages/context.ts";

const missing = missingLatex();
const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true }))));

/** Compiles each document as a chapter of one article; resolves to how many lines were too wide for the page. */
async function compile(documents: Map<string, string>): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), "scopebench-latex-"));
  folders.push(folder);
  for (const [name, text] of documents) await writeFile(join(folder, name), text);
  const names = [...documents.keys()];
  await writeFile(join(folder, "main.tex"), mainFile(names));
  const command = ["-interaction=nonstopmode", "-halt-on-error", "main.tex"];
  const { stdout } = await promisify(execFile)("pdflatex", command, { cwd: folder, maxBuffer: 1e8 });
  expect(await readdir(folder)).toContain("main.pdf");
  return stdout.match(/^Overfull/gm)?.length ?? 0;
}

itUnless(missing, "pdfLaTeX compiles every table, none wider than its page", async () => {
  await using context = await scoredContext();
  const folder = runPath(context.runDirectory, "tables");
  const names = (await readdir(folder)).filter((name) => name.endsWith(".tex"));
  const texts = await Promise.all(names.map((name) => readFile(join(folder, name), "utf8")));
  expect(names.length).toBeGreaterThanOrEqual(15);
  expect(await compile(new Map(names.map((name, at) => [name, texts[at]!])))).toBe(0);
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
    columns: [{ key: "a", label: "\\\\", format: "text" }],
    rows: hostile.map((a) => ({ a })),
  };
  await compile(new Map([["hostile.tex", renderLatex(table)]]));
});
