import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { OWN } from "../../../agent/contract.ts";
import type { Results } from "../../analyses/results.ts";
import type { Config } from "../../config/schema.ts";
import type { Figure, FigureData, StoredFigure } from "../../figures/figure.ts";
import { figureSpec } from "../../figures/figure-spec.ts";
import { makeNotice } from "../../figures/notice.ts";
import { formatCsv } from "./csv.ts";
import { type FontSet, withFonts } from "./font-files.ts";
import { type Style, styleOf } from "./style.ts";

export interface FiguresToWrite {
  results: Results;
  figures: readonly Figure[];
  plots: Config["plots"];
  /** Names in the order of their colours. */
  models: readonly string[];
  /** Made when absent. */
  folder: string;
  signal: AbortSignal;
  progress(done: number): void;
}

/** Figures with their rows, and a list in `index.json`. Gives how many were written; fewer than asked for when interrupted. */
export async function writeFigures(options: FiguresToWrite): Promise<number> {
  const { results, figures, plots, models, folder, signal, progress } = options;
  const style = styleOf(plots);
  await mkdir(folder, { recursive: true });
  return withFonts(async (fontSet) => {
    const index: object[] = [];
    for (const figure of figures) {
      if (signal.aborted) break;
      const stored = describe(figure, { results, models });
      await writeFigure({ figure, stored, style, fontSet, folder });
      index.push(indexEntry(stored));
      progress(index.length);
    }
    await writeFile(join(folder, "index.json"), `${JSON.stringify(index, null, 2)}\n`);
    return index.length;
  });
}

/** A figure's rows and words, as stored and as pages read them. */
export function describe(
  figure: Figure,
  { results, models }: { results: Results; models: readonly string[] },
): StoredFigure {
  const data = figure.read(results);
  const { name, title, columns } = figure;
  const definition = [figure.definition, ...(figure.details ? [figure.details(data)] : [])].join(" ").trim();
  const caption = [figure.caption(data), ...unreported(data, results)].join(" ");
  const words = { name, title, definition, caption, columns, notice: makeNotice(results) };
  return { ...words, models, marks: figure.marks(data), ...data };
}

/** External agents and that tell nothing of what a figure by model is drawn from. */
function unreported({ rows }: FigureData, { summary }: Results): string[] {
  const shown = new Set(rows.flatMap((row) => (typeof row.model === "string" ? [row.model] : [])));
  const absent = summary.configurations.filter(({ model, workflow }) => workflow === OWN && !shown.has(model));
  if (shown.size === 0 || absent.length === 0) return [];
  return [`Unscored, since not reported: ${absent.map(({ model }) => model).join(", ")}.`];
}

interface FigureFiles {
  figure: Figure;
  stored: StoredFigure;
  style: Style;
  fontSet: FontSet;
  folder: string;
}

async function writeFigure({ figure, stored, style, fontSet, folder }: FigureFiles): Promise<void> {
  // Vega and PDFKit load only where something is drawn.
  const [{ draw, drawPng }, { drawPdf }] = await Promise.all([import("./draw.ts"), import("./pdf.ts")]);
  const { name, title, notice, models, caption } = stored;
  const { theme, fontSize, scale } = style;
  const { fonts, files } = fontSet;
  const makeSpec = (size: { width: number; stretch: number }) =>
    figureSpec(figure, stored, { ...size, fontSize, theme, models, notice, title: caption });
  const { view, svg, width, height } = await draw({ ...style, makeSpec, fonts });
  const file = (extension: string) => join(folder, `${name}.${extension}`);
  await Promise.all([
    writeFile(file("svg"), svg),
    writeFile(file("png"), drawPng(svg, { fontFiles: files, scale })),
    writeFile(file("pdf"), await drawPdf(view, { width, height, fonts, title: caption, subject: title })),
    writeFile(file("csv"), formatCsv(stored)),
    writeFile(file("json"), `${JSON.stringify(stored)}\n`),
  ]);
  view.finalize();
}

function indexEntry({ name, title, definition, caption, notice, rows, marks }: StoredFigure): object {
  const files = {
    svg: `${name}.svg`,
    png: `${name}.png`,
    pdf: `${name}.pdf`,
    rows: `${name}.csv`,
    json: `${name}.json`,
  };
  return { figure: name, title, caption, definition, notice, n_rows: rows.length, n_marks: marks, ...files };
}
