import { runPath } from "../../record/run-directory/paths.ts";
import { LATEX_PACKAGES } from "../../results/table-format/render-latex.ts";
import { copiedFiles } from "./copied.ts";
import type { ExportFormat } from "./format.ts";

export const latexFormat: ExportFormat = {
  name: "latex",
  about: "every table, and main.tex, which pdfLaTeX turns into a document of them",
  async *files({ runDirectory }) {
    const names: string[] = [];
    for await (const file of copiedFiles(runPath(runDirectory, "tables"), ".tex")) {
      names.push(file.path);
      yield file;
    }
    yield { path: "main.tex", content: mainFile(names) };
  },
};

/** A document of tables, each from a page of its own on. */
export function mainFile(names: readonly string[]): string {
  return [
    "\\documentclass{article}",
    "\\usepackage[a4paper,landscape,margin=1cm]{geometry}",
    "\\usepackage[T1]{fontenc}",
    "\\usepackage[utf8]{inputenc}",
    ...LATEX_PACKAGES.map((name) => `\\usepackage{${name}}`),
    "\\begin{document}",
    ...names.map((name) => `\\input{${name}}\\clearpage`),
    "\\end{document}",
    "",
  ].join("\n");
}
