import type { TopLevelSpec } from "vega-lite";
import { levelLabel as furtherLabel } from "../../print/format.ts";
import { cellsOf, type FactorialConfig } from "../../record/config/factors/cells.ts";
import { configurationName } from "../../record/domain/names.ts";
import { levelFilter } from "../../results/selection/filters.ts";
import { labelSpace } from "../drawing/configuration-axis.ts";
import { DATA } from "../drawing/data-marks.ts";
import type { ChartOptions, Figure, FigureData, FigureRow, PanelFactor } from "../drawing/figure.ts";
import { frame } from "../drawing/frame.ts";
import { FONT_SIZE, fontSizeOf } from "../drawing/theme.ts";

/** Colour, shape and lightness tell three factors apart; the levels of so many more are panels. */
export const PANEL_FACTORS = 2;
/** A factor of more levels is told by the rows' names alone. */
const MOST_LEVELS = 4;

/** Rows with the level of each further factor, as `f.<factor>`, and which of the factors can be panels. Rows without a further factor stay as they are. */
export function withPanels<Row extends FigureRow>(
  rows: readonly Row[],
  config: FactorialConfig,
): { rows: readonly Row[]; panels: readonly PanelFactor[] } {
  const further = config.factors ?? [];
  if (further.length === 0) return { rows, panels: [] };
  const byName = new Map(cellsOf(config).cells.map((cell) => [configurationName(cell.configuration), cell.levels]));
  const levelled = rows.map((row) => ({ row, levels: byName.get(String(row.name)) ?? NONE }));
  const panels = further.flatMap(({ name: factor, levels: declared }) => {
    const present = new Set(levelled.map(({ levels }) => levels.get(factor)));
    const levels = declared.map(({ name }) => name).filter((level) => present.has(level));
    return levels.length > 1 && levels.length <= MOST_LEVELS ? [{ factor, levels }] : [];
  });
  const named = levelled.map(({ row, levels }) => ({
    ...row,
    ...Object.fromEntries([...levels].map(([factor, level]) => [levelFilter(factor), level])),
  }));
  return { rows: named, panels };
}

/** Of what is not made of the run's factors. */
const NONE: ReadonlyMap<string, string> = new Map();

/** Rows at one level of each factor of the panels; `null`: those to which the factor does not apply. */
interface Panel {
  at: readonly (readonly [factor: string, level: string | null])[];
  rows: readonly FigureRow[];
}

function panelsOf(rows: readonly FigureRow[], factors: readonly PanelFactor[]): Panel[] {
  const start: Panel[] = [{ at: [], rows }];
  return factors
    .reduce(
      (panels, { factor, levels }) =>
        panels.flatMap((panel) =>
          [...levels, null].map((level) => ({
            at: [...panel.at, [factor, level] as const],
            rows: panel.rows.filter((row) => (row[levelFilter(factor)] ?? null) === level),
          })),
        ),
      start,
    )
    .filter((panel) => panel.rows.length > 0);
}

/** Type and axes of a panel need so much, in pixels at the usual size of type. */
const NARROWEST = { rows: 190, marks: 160 } as const;
const GAP = 18;
/** Plots are so much lower than one that stands alone; rows keep their height. */
const LOW = 0.6;

/** A figure once a panel, on the axes that the whole figure has; null where it has no panels. */
export function panelSpec(figure: Figure, data: FigureData, options: ChartOptions): TopLevelSpec | null {
  const { panels: factors = [] } = options;
  const panels = figure.panels && factors.length > 0 ? panelsOf(data.rows, factors) : [];
  if (panels.length < 2) return null;
  const scale = fontSizeOf(options) / FONT_SIZE;
  const columns = columnsFor(
    factors.at(-1)!.levels.length,
    Math.floor((options.width + GAP) / (NARROWEST[figure.panels ?? "rows"] * scale + GAP)),
  );
  const width = Math.floor((options.width - (columns - 1) * GAP) / columns);
  const { title: _, ...untitled } = options;
  const own: ChartOptions = {
    ...untitled,
    notice: [],
    width,
    inPanel: true,
    stretch: (figure.panels === "rows" ? 1 : LOW) * (options.stretch ?? 1),
  };
  return {
    ...frame({}, [{}], options),
    columns,
    spacing: GAP,
    concat: panels.map((panel, at) => numbered(onePanel(figure, { panel, data, options: own }), at)),
    // Legends are of the whole figure; axes are of each panel and alike.
    resolve: { scale: { color: "shared", shape: "shared", opacity: "shared" } },
  } as TopLevelSpec;
}

/** Vega knows a layer by its name, which is one of the whole drawing. */
function numbered(spec: object, panel: number): object {
  const named = ([key, value]: [string, unknown]): [string, unknown] => {
    if (key === "name" && typeof value === "string")
      return [key, value.replace(/^data(?:_(\d+))?$/, (_, own = "") => `${DATA}_${panel}${own}`)];
    if (["layer", "hconcat"].includes(key)) return [key, (value as object[]).map((one) => numbered(one, panel))];
    return [key, key === "spec" ? numbered(value as object, panel) : value];
  };
  return Object.fromEntries(Object.entries(spec).map(named));
}

/** As many panels side by side as fit and divide the levels evenly, so that one level is one column. */
function columnsFor(levels: number, fitting: number): number {
  const dividing = Array.from({ length: levels }, (_, at) => levels - at).filter((count) => levels % count === 0);
  return dividing.find((count) => count <= fitting) ?? 1;
}

function onePanel(
  figure: Figure,
  { panel, data, options }: { panel: Panel; data: FigureData; options: ChartOptions },
): object {
  const heading = panel.at.map(([factor, level]) =>
    level === null ? `${factor.replaceAll("_", " ")} does not apply` : furtherLabel(factor, level),
  );
  const title = { text: heading.join(" · "), anchor: "start", fontSize: fontSizeOf(options) };
  const rows = figure.panels === "rows" ? panel.rows : data.rows;
  const {
    config: _,
    $schema,
    autosize,
    width,
    ...spec
  } = figure.spec({ ...data, rows }, options) as unknown as Record<string, unknown>;
  if (figure.panels === "rows") {
    const labels = [...new Set(rows.map(({ configuration }) => String(configuration)))];
    const inner = Number(width) - labelSpace(labels, options) - 3.5 * fontSizeOf(options);
    return { ...spec, title, width: Math.max(60, Math.floor(inner)) };
  }
  const isHere = panel.at
    // A row that the factor does not apply to has no such member, and Vega's expressions know no `undefined`.
    .map(([factor, level]) => `datum[${JSON.stringify(levelFilter(factor))}] == ${JSON.stringify(level)}`)
    .join(" && ");
  return { ...spec, title, transform: [{ filter: isHere }, ...((spec.transform as object[] | undefined) ?? [])] };
}
