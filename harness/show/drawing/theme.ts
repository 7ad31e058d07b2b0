import type { Config } from "vega-lite";

/** Colours and type of a figure. Every value is a token; the pages pass CSS variables of the same names. */
export interface Theme {
  paper: string;
  panel: string;
  ink: string;
  muted: string;
  rule: string;
  accent: string;
  found: string;
  grounded: string;
  invented: string;
  lost: string;
  none: string;
  /** One colour per model, in the run's order of colours; distinguished by lightness as well as by hue. */
  models: readonly string[];
  /** Three steps from little to much, for ordered levels that are no model: complexity. */
  levels: readonly string[];
}

const FONT = "Inter, system-ui, sans-serif";

export const LIGHT: Theme = {
  paper: "#fdfdfb",
  panel: "#f5f5f0",
  ink: "#1c1f23",
  muted: "#5d646d",
  rule: "#dcdcd4",
  accent: "#1f5fa8",
  found: "#0b7f5c",
  grounded: "#1f5fa8",
  invented: "#b3261e",
  lost: "#9a6700",
  none: "#8a8f98",
  models: ["#2c65b3", "#e07807", "#0a4513", "#cc2de0", "#a00b34", "#1b117b"],
  levels: ["#c8a24a", "#8c6d6d", "#3f3a60"],
};

export const DARK: Theme = {
  paper: "#15171a",
  panel: "#1d2024",
  ink: "#e7e8ea",
  muted: "#a0a7b0",
  rule: "#33383f",
  accent: "#7db3f0",
  found: "#4cc49a",
  grounded: "#7db3f0",
  invented: "#f2857c",
  lost: "#e0b34a",
  none: "#8a8f98",
  models: ["#37b0f1", "#b36c41", "#99ecbb", "#9742a9", "#f3b541", "#fcf9a9"],
  levels: ["#6f6a9c", "#b79a9a", "#f0d48a"],
};

/** For print without colour: models and levels are distinguished by lightness, in their order (`inOrder`). */
export const GREYSCALE: Theme = {
  paper: "#ffffff",
  panel: "#f2f2f2",
  ink: "#1a1a1a",
  muted: "#595959",
  rule: "#d4d4d4",
  accent: "#4d4d4d",
  found: "#3d3d3d",
  grounded: "#666666",
  invented: "#111111",
  lost: "#8c8c8c",
  none: "#bdbdbd",
  models: ["#1f1f1f", "#383838", "#505050", "#6b6b6b", "#898989", "#a6a6a6"],
  levels: ["#b0b0b0", "#757575", "#262626"],
};

/** Of greys from dark to light so many, as far apart as they can be, in their order; of colours the first. */
export function inOrder(colors: readonly string[], n: number, theme: Theme): string[] {
  const places = Array.from({ length: n }, (_, place) => place);
  const spread = theme === GREYSCALE && n > 1 && n < colors.length;
  const step = spread ? (colors.length - 1) / (n - 1) : 1;
  return places.map((place) => colors[Math.round(place * step) % colors.length]!);
}

/** Steps of grey for the parts of one bar. */
const LIGHTEST_PART = 0xd0;
const DARKEST_PART = 0x24;

/** Colours of the parts of a bar, from left to right: without colour, from dark to light. */
export function partColors(colors: readonly string[], theme: Theme): string[] {
  if (theme !== GREYSCALE) return [...colors];
  const step = (LIGHTEST_PART - DARKEST_PART) / Math.max(1, colors.length - 1);
  return colors.map(
    (_, place) =>
      `#${Math.round(DARKEST_PART + place * step)
        .toString(16)
        .repeat(3)}`,
  );
}

/** For pages: colours stay variables in the SVG, so that a figure follows light, dark and print without drawing again. */
export const PAGE: Theme = {
  ...(Object.fromEntries(
    Object.keys(LIGHT)
      .filter((token) => token !== "models" && token !== "levels")
      .map((token) => [token, `var(--${token})`]),
  ) as Omit<Theme, "models" | "levels">),
  models: LIGHT.models.map((_, index) => `var(--model-${"abcdef"[index]})`),
  levels: LIGHT.levels.map((_, index) => `var(--level-${"abc"[index]})`),
};

/** Below this width at the usual type size, legends stand below each other and configurations are written short. */
const NARROW = 560;

/** Where a label goes on in another line: a sign that Vega, SVG and JSON all take. */
export const LINE_BREAK = "\u200b";

/** Of a page, in pixels. */
export const FONT_SIZE = 11.5;

interface Size {
  width: number;
  fontSize?: number;
  stretch?: number;
}

export function fontSizeOf({ fontSize = FONT_SIZE }: Size): number {
  return fontSize;
}

/** Smaller type makes room: what counts is how much text fits into the width. */
export function isNarrow({ width, fontSize = FONT_SIZE }: Size, limit = NARROW): boolean {
  return (width * FONT_SIZE) / fontSize < limit;
}

/** Height of a plot that is usually `height` pixels tall, at the given type and where the figure has to be lower. */
export function plotHeight(size: Size, height: number): number {
  return Math.max(20, Math.round((height * (size.stretch ?? 1) * fontSizeOf(size)) / FONT_SIZE));
}

/** Height of one row of a row chart, in pixels. */
export function rowHeight(size: Size): number {
  return Math.max(2, 1.83 * fontSizeOf(size) * (size.stretch ?? 1));
}

/** Type of the rows' names: smaller where rows are closer than it. */
export function rowFontSize(size: Size): number {
  return Math.max(4, Math.min(fontSizeOf(size), 0.86 * rowHeight(size)));
}

/** Area of a mark that is usually `area`, smaller where type is smaller or rows are closer. */
export function markSize(size: Size, area: number): number {
  return Math.min(area * (fontSizeOf(size) / FONT_SIZE) ** 2, 0.8 * rowHeight(size) ** 2);
}

/** Vega-Lite configuration shared by all figures. */
export function chartConfig(options: Size & { theme: Theme; models?: readonly string[] }): Config {
  const { theme } = options;
  const fontSize = fontSizeOf(options);
  const label = { labelFont: FONT, titleFont: FONT, labelColor: theme.muted, titleColor: theme.muted };
  const sizes = { labelFontSize: fontSize, titleFontSize: fontSize, titleFontWeight: 400 as const };
  return {
    font: FONT,
    background: theme === PAGE ? "transparent" : theme.paper,
    padding: theme === PAGE ? 2 : fontSize,
    view: { stroke: null },
    lineBreak: LINE_BREAK,
    axis: { ...label, ...sizes, grid: false, domainColor: theme.rule, tickColor: theme.rule, gridColor: theme.rule },
    axisQuantitative: { grid: true, domain: false, ticks: false, gridOpacity: 0.7, tickCount: 5, labelPadding: 6 },
    axisBand: { domain: false, ticks: false, labelPadding: 8, labelLimit: 300 },
    header: { ...label, ...sizes, labelFontWeight: 700, labelColor: theme.ink, labelLimit: options.width - 40 },
    legend: {
      ...label,
      ...sizes,
      symbolSize: markSize(options, 80),
      orient: "top",
      titleOrient: "left",
      titlePadding: 8,
      offset: 8,
      labelLimit: Math.min(240, 0.6 * options.width),
      ...legendLayout(isNarrow(options, 720) || namesAreLong(options)),
    },
    text: { font: FONT, fontSize, color: theme.ink },
    title: {
      font: FONT,
      fontSize: titleSize(options),
      fontWeight: 700,
      color: theme.ink,
      subtitleFont: FONT,
      subtitleFontSize: fontSize,
      subtitleColor: theme.muted,
      anchor: "start",
      frame: "bounds",
      offset: fontSize,
    },
  };
}

/** The legend of models alone takes the width. */
function namesAreLong({ models = [], ...size }: Size & { models?: readonly string[] }): boolean {
  return 0.54 * fontSizeOf(size) * models.join("").length > 0.3 * size.width;
}

/** Of a finding: a sentence, so little more than the text. */
export function titleSize(size: Size): number {
  return Math.round(11.5 * fontSizeOf(size)) / 10;
}

/** Vega's own option; Vega-Lite passes it on, although its types do not know it. */
function legendLayout(narrow: boolean): object {
  return {
    layout: { top: { direction: narrow ? "vertical" : "horizontal", anchor: "start", margin: narrow ? 4 : 20 } },
  };
}
