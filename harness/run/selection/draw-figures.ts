import { relative, resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { requirePart } from "../../../base/parts.ts";
import { parsePlainly, problemsOf } from "../../../base/plain-issues.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import { colorOrder } from "../../record/config/matrix.ts";
import { plotsSchema } from "../../record/config/plots-schema.ts";
import type { Config } from "../../record/config/schema.ts";
import { type Results, withScores } from "../../results/analyses/results.ts";
import type { Figure } from "../../show/drawing/figure.ts";

/** The flags of `runs stage plots` that ask for figures in another style than the run's own. */
export interface FigureFlags {
  out?: string;
  where?: string[];
  only?: string[];
  widthMm?: number;
  fontPt?: number;
  dpi?: number;
  greyscale?: boolean;
  /** False by `--no-title`. */
  title?: boolean;
}

/** True when any of them is given. */
export function asksForFigures({ out, where, only, widthMm, fontPt, dpi, greyscale, title }: FigureFlags): boolean {
  return title === false || [out, where, only, widthMm, fontPt, dpi, greyscale].some((flag) => flag !== undefined);
}

interface Drawing {
  runDirectory: string;
  config: Config;
  flags: FigureFlags;
  io: Io;
}

/** Figures for a paper, in a folder of their own: the run keeps those that its configuration describes. */
export async function drawFigures({ runDirectory, config, flags, io }: Drawing): Promise<void> {
  requirePart("report");
  const [{ FIGURES }, { writeFigures }] = await Promise.all([
    import("../../show/figures/registry.ts"),
    import("../../show/plots/write-figures.ts"),
  ]);
  const figures = chosen(FIGURES, flags.only);
  const plots = styleFrom(config.plots, flags);
  const folder = resolve(io.cwd, flags.out ?? "figures");
  const results = await resultsOf({ runDirectory, config, flags, io });
  const written = await writeFigures({
    results,
    figures,
    config,
    plots,
    models: colorOrder(config),
    folder,
    ...(flags.where ? { selection: selectionOf(flags.where, results) } : {}),
    untitled: flags.title === false,
    signal: io.signal,
    progress: () => undefined,
  });
  io.out(`${countOf(written, "figure")} in ${relative(io.cwd, folder) || "."}, ${plots.width_mm} mm wide`);
}

async function resultsOf({ runDirectory, config, flags: { where }, io }: Drawing): Promise<Results> {
  if (!where) return (await import("../../results/analyses/read-results.ts")).readResults(runDirectory);
  const [{ analyse }, { scoreWhere }] = await Promise.all([
    import("../../results/analyses/analyse.ts"),
    import("./write-selection.ts"),
  ]);
  const scored = await scoreWhere({ runDirectory, config, where, io });
  return withScores(analyse(scored), scored);
}

/** Names of models and scenarios hold no comma. */
function selectionOf(where: readonly string[], { summary }: Results): string {
  const parts = where.map((text) => text.replace("=", " ").replaceAll(",", " or "));
  return `A selection: ${parts.join(", ")}; ${countOf(summary.cells, "execution")}.`;
}

function chosen(figures: readonly Figure[], only: readonly string[] | undefined): readonly Figure[] {
  const unknown = (only ?? []).filter((name) => !figures.some((figure) => figure.name === name));
  if (unknown.length > 0)
    throw new UserError("usage", `no figure named ${unknown.map((name) => `'${name}'`).join(", ")}`, {
      hint: `figures: ${figures.map(({ name }) => name).join(", ")}`,
    });
  return only ? figures.filter(({ name }) => only.includes(name)) : figures;
}

function styleFrom(own: Config["plots"], flags: FigureFlags): Config["plots"] {
  const { widthMm = own.width_mm, fontPt = own.font_pt, dpi = own.dpi, greyscale = own.greyscale } = flags;
  const parsed = parsePlainly(plotsSchema, { ...own, width_mm: widthMm, font_pt: fontPt, dpi, greyscale });
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error).map((problem) => `--${problem.replace("_", "-")}`);
  throw new UserError("usage", `figures can't be drawn so: ${problems.join("; ")}`, {
    hint: "widths of 60 to 400 mm, type of 5 to 16 pt, 72 to 1,200 dpi",
  });
}
