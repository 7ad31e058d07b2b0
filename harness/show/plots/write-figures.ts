import { join } from "node:path";
import { makeFolder } from "../../../base/make-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Figure, StoredFigure } from "../drawing/figure.ts";
import { figureSpec } from "../drawing/figure-spec.ts";
import { PANEL_FACTORS } from "../drawing/panels.ts";
import { describeFigure } from "../figures/describe-figure.ts";
import { formatCsv } from "./csv.ts";
import { type FontSet, withFonts } from "./font-files.ts";
import { type Style, styleOf } from "./style.ts";

export interface FiguresToWrite {
  results: Results;
  figures: readonly Figure[];
  config: Config;
  /** Default: the run's. */
  plots?: Config["plots"];
  /** Names in the order of their colours. */
  models: readonly string[];
  /** Made when absent. */
  folder: string;
  /** Said in each file of results that are a part of the run's. */
  selection?: string;
  /** Default: each file begins with what the figure shows. */
  untitled?: boolean;
  signal: AbortSignal;
  progress(done: number): void;
}

/** Figures with their rows, and a list in `index.json`. Gives how many were written; fewer than asked for when interrupted. */
export async function writeFigures(options: FiguresToWrite): Promise<number> {
  const { results, figures, config, models, selection, untitled = false, folder, signal, progress } = options;
  const style = styleOf(options.plots ?? config.plots);
  await makeFolder(folder);
  return withFonts(async (fontSet) => {
    const index: object[] = [];
    let writing: Promise<void> = Promise.resolve();
    for (const figure of figures) {
      if (signal.aborted) break;
      const stored = describeFigure(figure, { results, models, config, selection });
      const write = await drawFigure({ figure, stored, style, untitled, fontSet, folder });
      await writing;
      // Another thread paints its PNG while the next figure is laid out. What goes wrong is told where it is awaited.
      writing = write();
      writing.catch(() => undefined);
      index.push(indexEntry(stored));
      progress(index.length);
    }
    await writing;
    await writeFile(join(folder, "index.json"), `${JSON.stringify(index, null, 2)}\n`);
    return index.length;
  });
}

interface FigureFiles {
  figure: Figure;
  stored: StoredFigure;
  style: Style;
  untitled: boolean;
  fontSet: FontSet;
  folder: string;
}

/** Lays a figure out; what it gives writes the files. */
async function drawFigure({
  figure,
  stored,
  style,
  untitled,
  fontSet,
  folder,
}: FigureFiles): Promise<() => Promise<void>> {
  // Vega and PDFKit load only where something is drawn.
  const [{ draw, drawPng }, { drawPdf }] = await Promise.all([import("./draw.ts"), import("./pdf.ts")]);
  const { name, title, notice, models, caption } = stored;
  const panels = (stored.panels ?? []).slice(0, PANEL_FACTORS);
  const { theme, fontSize, scale } = style;
  const { fonts, files } = fontSet;
  const makeSpec = (size: { width: number; stretch: number }) =>
    figureSpec(figure, stored, {
      ...size,
      fontSize,
      theme,
      models,
      notice,
      panels,
      ...(!untitled && { title: caption }),
    });
  const { view, svg, width, height } = await draw({ ...style, makeSpec, fonts });
  const file = (extension: string) => join(folder, `${name}.${extension}`);
  const pdf = await drawPdf(view, { width, height, fonts, title: caption, subject: title });
  view.finalize();
  return async () => {
    await Promise.all([
      writeFile(file("svg"), svg),
      drawPng(svg, { fontFiles: files, scale }).then((png) => writeFile(file("png"), png)),
      writeFile(file("pdf"), pdf),
      writeFile(file("csv"), formatCsv(stored)),
      writeFile(file("json"), `${JSON.stringify(stored)}\n`),
    ]);
  };
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
