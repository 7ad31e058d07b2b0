import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Figure, StoredFigure } from "../../charts/figure.ts";
import { makeNotice } from "../../charts/notice.ts";
import { readResults } from "../../charts/read-results.ts";
import { FIGURES } from "../../charts/registry.ts";
import type { Results } from "../../charts/results.ts";
import { LIGHT } from "../../charts/theme.ts";
import type { Stage } from "../../dag/stage.ts";
import { RUN_PATHS, runPath } from "../../run-directory/paths.ts";
import { formatCsv } from "./csv.ts";
import { type Font, loadFonts } from "./fonts.ts";

const WIDTH = 860;

/** Draws every figure to `plots/<name>.svg` and `.png`, with its rows (`.csv`, `.json`) and a list in `index.json`. */
export const plotsStage: Stage = {
  name: "plots",
  version: 1,
  needs: ["score"],
  writes: [RUN_PATHS.plots],
  configKeys: () => null,
  async run({ runDirectory, progress, signal }) {
    const results = await readResults(runDirectory);
    await mkdir(runPath(runDirectory, "plots"), { recursive: true });
    return withFonts(async (fonts, fontFiles) => {
      const index: object[] = [];
      for (const figure of FIGURES) {
        if (signal.aborted) break;
        const stored = describe(figure, results);
        await writeFigure({ figure, stored, fonts, fontFiles, runDirectory });
        index.push(indexEntry(stored));
        progress({ done: index.length, total: FIGURES.length });
      }
      await writeFile(runPath(runDirectory, "plots", "index.json"), `${JSON.stringify(index, null, 2)}\n`);
      return `${index.length} figures as SVG and PNG`;
    });
  },
};

/** A figure's rows and words, as stored and as pages read them. */
export function describe(figure: Figure, results: Results): StoredFigure {
  const data = figure.read(results);
  const { name, title, definition, columns } = figure;
  const models = [...new Set(results.summary.configurations.map(({ model }) => model))];
  const words = { name, title, definition, caption: figure.caption(data), columns, notice: makeNotice(results) };
  return { ...words, models, ...data };
}

interface FigureFiles {
  figure: Figure;
  stored: StoredFigure;
  fonts: readonly Font[];
  fontFiles: readonly string[];
  runDirectory: string;
}

async function writeFigure({ figure, stored, fonts, fontFiles, runDirectory }: FigureFiles): Promise<void> {
  const { drawPng, drawSvg } = await import("./draw.ts"); // Vega loads only where something is drawn.
  const { name, title, notice, models } = stored;
  const spec = figure.spec(stored, { width: WIDTH, theme: LIGHT, models, notice, title });
  const svg = await drawSvg(spec, LIGHT, fonts);
  const file = (extension: string) => runPath(runDirectory, "plots", `${name}.${extension}`);
  await Promise.all([
    writeFile(file("svg"), svg),
    writeFile(file("png"), drawPng(svg, fontFiles)),
    writeFile(file("csv"), formatCsv(stored)),
    writeFile(file("json"), `${JSON.stringify(stored)}\n`),
  ]);
}

function indexEntry({ name, title, definition, caption, notice, rows }: StoredFigure): object {
  const files = { svg: `${name}.svg`, png: `${name}.png`, rows: `${name}.csv`, json: `${name}.json` };
  return { figure: name, title, caption, definition, notice, n_rows: rows.length, ...files };
}

/** The PNG renderer reads fonts from files only, so they are unpacked into a temporary folder. */
async function withFonts<T>(use: (fonts: readonly Font[], files: readonly string[]) => Promise<T>): Promise<T> {
  const fonts = await loadFonts();
  const folder = await mkdtemp(join(tmpdir(), "scopebench-fonts-"));
  try {
    const files = await Promise.all(
      fonts.map(async ({ weight, sfnt }) => {
        const path = join(folder, `inter-${weight}.ttf`);
        await writeFile(path, sfnt);
        return path;
      }),
    );
    return await use(fonts, files);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
