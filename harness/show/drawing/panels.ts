import type { TopLevelSpec } from "vega-lite";
import { levelLabel as furtherLabel } from "../../print/format.ts";
import { cellsOf, type FactorialConfig } from "../../record/config/factors/cells.ts";
import { configurationName } from "../../record/domain/names.ts";
import { levelFilter } from "../../results/selection/filters.ts";
import { labelSpace } from "./configuration-axis.ts";
import { DATA } from "./data-marks.ts";
import type { ChartOptions, Figure, FigureData, FigureRow, PanelFactor } from "./figure.ts";
import { frame } from "./frame.ts";
import { FONT_SIZE, fontSizeOf } from "./theme.ts";
import { wrapText } from "./wrap.ts";

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
            rows: panel.rows.filter((row) => isAt(row, { at: [[factor, level]] })),
          })),
        ),
      start,
    )
    .filter((panel) => panel.rows.length > 0);
}

/** Marks and their axes need so much, in pixels at the usual size of type; rows have their names beside. */
const NARROWEST = { rows: 100, marks: 200 } as const;
const GAP = 18;
/** Plots are so much lower than one that stands alone; rows keep their height. */
const LOW = 0.6;

/** A figure once a panel, on the axes that the whole figure has; null where it has no panels. */
export function panelSpec(figure: Figure, data: FigureData, options: ChartOptions): TopLevelSpec | null {
  const { panels: factors = [] } = options;
  const panels = figure.panels && factors.length > 0 ? panelsOf(data.rows, factors) : [];
  if (panels.length < 2) return null;
  const { title: _, ...untitled } = options;
  const own = {
    ...untitled,
    notice: [],
    whole: options.width,
    stretch: (figure.panels === "rows" ? 1 : LOW) * (options.stretch ?? 1),
  };
  const fits = (width: number) =>
    figure.panels === "marks" ? width >= NARROWEST.marks * scaleOf(options) : haveRoom(panels, { ...own, width });
  const { columns, width } = columnsFor(factors.at(-1)!.levels.length, options.width, fits);
  // The same length is the same number in every panel, however long the names beside it.
  const ofLevels = figure.panels === "rows" ? "independent" : "shared";
  const room = Math.min(...panels.map(({ rows }) => roomBeside(rows, { ...own, width })));
  return {
    ...frame([{}], { ...options, link: undefined }),
    columns,
    spacing: GAP,
    concat: panels.map((panel, at) =>
      numbered(onePanel(figure, { panel, data, options: { ...own, width }, room }), at),
    ),
    // Legends are of the whole figure; axes are of each panel and alike. Panels of rows have no legend, and may have different workflows,
    // whose shapes a shared scale would take from one of them.
    resolve: { scale: { color: "shared", shape: ofLevels, opacity: ofLevels, strokeDash: "shared" } },
  } as TopLevelSpec;
}

function scaleOf(options: ChartOptions): number {
  return fontSizeOf(options) / FONT_SIZE;
}

/** Whether there is room beside the names of each panel's rows. */
function haveRoom(panels: readonly Panel[], options: ChartOptions): boolean {
  return panels.every(({ rows }) => roomBeside(rows, options) >= NARROWEST.rows * scaleOf(options));
}

/** Pixels beside the names of rows, and beside the numbers at the right. */
function roomBeside(rows: readonly FigureRow[], options: ChartOptions): number {
  const labels = [...new Set(rows.map(({ configuration }) => String(configuration)))];
  return Math.floor(options.width - labelSpace(labels, options) - 3.5 * fontSizeOf(options));
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

/** As many panels side by side as fit and divide the levels evenly, so that one level is one column; the width of each. */
function columnsFor(levels: number, whole: number, fits: (width: number) => boolean) {
  const widthOf = (columns: number) => Math.floor((whole - (columns - 1) * GAP) / columns);
  const dividing = Array.from({ length: levels }, (_, at) => levels - at).filter((count) => levels % count === 0);
  const columns = dividing.find((count) => fits(widthOf(count))) ?? 1;
  return { columns, width: widthOf(columns) };
}

function onePanel(
  figure: Figure,
  { panel, data, options, room }: { panel: Panel; data: FigureData; options: ChartOptions; room: number },
): object {
  const levels = panel.at.map(([factor, level]) =>
    level === null ? `${factor.replaceAll("_", " ")} does not apply` : furtherLabel(factor, level),
  );
  const [heading, fontSize] = [levels.join(" · "), fontSizeOf(options)];
  // Headings are bold, so wider than other text.
  const lines = wrapText(heading, options.width, 1.1 * fontSize);
  const text = lines.length === 1 ? heading : lines;
  const title = { text, anchor: "start", frame: "group", fontSize, limit: options.width };
  const rows = figure.panels === "rows" ? panel.rows : data.rows;
  const {
    config: _,
    $schema,
    autosize,
    width,
    ...spec
  } = figure.spec({ ...data, rows }, options) as unknown as Record<string, unknown>;
  if (figure.panels === "rows") return { ...spec, title, width: Math.max(60, room) };
  const { values } = spec.data as { values: readonly FigureRow[] };
  return { ...spec, title, data: { values: values.filter((row) => isAt(row, panel)) } };
}

function isAt(row: FigureRow, { at }: Pick<Panel, "at">): boolean {
  return at.every(([factor, level]) => (row[levelFilter(factor)] ?? null) === level);
}
