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
  /** One colour per model, in the order of the configuration; told apart by lightness as well as by hue. */
  models: readonly string[];
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
  models: ["#0072b2", "#c2410c", "#0b7f5c", "#7a3e9d", "#7a6200", "#b0306a"],
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
  models: ["#56b4e9", "#f08a5d", "#4cc49a", "#c79bf2", "#e0c04a", "#f28ab8"],
};

/** For pages: colours stay variables in the SVG, so that a figure follows light, dark and print without drawing again. */
export const PAGE: Theme = {
  ...(Object.fromEntries(
    Object.keys(LIGHT)
      .filter((token) => token !== "models")
      .map((token) => [token, `var(--${token})`]),
  ) as Omit<Theme, "models">),
  models: LIGHT.models.map((_, index) => `var(--model-${"abcdef"[index]})`),
};

/** Below this width, legends stand below each other and configurations are written short. */
export const NARROW = 560;

/** Vega-Lite configuration shared by all figures. */
export function chartConfig({ theme, width }: { theme: Theme; width: number }): Config {
  const label = { labelFont: FONT, titleFont: FONT, labelColor: theme.muted, titleColor: theme.muted };
  const sizes = { labelFontSize: 11.5, titleFontSize: 11.5, titleFontWeight: 400 as const };
  return {
    font: FONT,
    background: theme === PAGE ? "transparent" : theme.paper,
    padding: theme === PAGE ? 2 : 16,
    view: { stroke: null },
    axis: { ...label, ...sizes, grid: false, domainColor: theme.rule, tickColor: theme.rule, gridColor: theme.rule },
    axisQuantitative: { grid: true, domain: false, ticks: false, gridOpacity: 0.7, tickCount: 5, labelPadding: 6 },
    axisBand: { domain: false, ticks: false, labelPadding: 8, labelLimit: 300 },
    header: { ...label, ...sizes, labelFontWeight: 700, labelColor: theme.ink },
    legend: {
      ...label,
      ...sizes,
      symbolSize: 80,
      orient: "top",
      offset: 8,
      labelLimit: 240,
      ...legendLayout(width),
    },
    text: { font: FONT, fontSize: 11.5, color: theme.ink },
    title: {
      font: FONT,
      fontSize: 15,
      fontWeight: 700,
      color: theme.ink,
      subtitleFont: FONT,
      subtitleFontSize: 11.5,
      subtitleColor: theme.muted,
      anchor: "start",
      frame: "bounds",
      offset: 12,
    },
  };
}

/** Vega's own option; Vega-Lite passes it on, although its types do not know it. */
function legendLayout(width: number): object {
  return { layout: { top: { direction: width < NARROW ? "vertical" : "horizontal", anchor: "start" } } };
}
