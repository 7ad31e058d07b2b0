import { renderAsync } from "@resvg/resvg-js";
import * as vega from "vega";
import type { TopLevelSpec } from "vega-lite";
import { compileFigure } from "../drawing/compile.ts";
import type { Theme } from "../drawing/theme.ts";
import type { Font } from "./fonts.ts";

/** A figure laid out, before it is written in any format. */
export interface Drawing {
  view: vega.View;
  /** Self-contained SVG: fonts inside, nothing loaded. Equal specs give equal bytes. */
  svg: string;
  /** Pixels of the whole. */
  width: number;
  height: number;
}

interface DrawOptions {
  /** The spec for a width, and for plots of a share of their usual height. */
  makeSpec: (size: { width: number; stretch: number }) => TopLevelSpec;
  width: number;
  /** Pixels of the file, with space on the right where the drawing is narrower. Default: as it comes out. */
  exactWidth?: number;
  /** Pixels that the whole may be tall at most. */
  maximumHeight?: number;
  theme: Theme;
  fonts: readonly Font[];
}

/** Panels beside each other divide the width by guess; what comes out too wide or too narrow is drawn again with the difference. */
const ATTEMPTS = 4;

/** Share of the height that text takes, how often a figure that is too tall is drawn again, and how much lower each time. */
const TEXT = 0.35;
const HEIGHTS = 8;
const LOWER = 0.75;

/** Narrower than this share, panels would be squeezed for the sake of a legend that does not fit anyway. */
const NARROWEST = 0.75;

/** Pixels that a figure may be narrower than asked for. */
const SLACK = 4;

/** Draws in the width and height wherever the figure can be made to fit them. */
export async function draw(options: DrawOptions): Promise<Drawing> {
  return inExactWidth(await drawToFit(options), options.exactWidth);
}

/** A column of a page is as wide as it is: figures of one paper must not differ by what their panels came out as. */
function inExactWidth(drawing: Drawing, width: number | undefined): Drawing {
  if (width === undefined || drawing.width > width) return drawing;
  const svg = drawing.svg
    .replace(/^(<svg[^>]* width=")[\d.]+"/, `$1${width}"`)
    .replace(/^(<svg[^>]* viewBox="0 0 )[\d.]+ /, `$1${width} `);
  return { ...drawing, svg, width };
}

async function drawToFit(options: DrawOptions): Promise<Drawing> {
  const { maximumHeight = Number.POSITIVE_INFINITY } = options;
  const usual = await drawInWidth(options, 1);
  if (usual.height <= maximumHeight) return usual;
  // Titles, legends and axes keep their height.
  const kept = TEXT * maximumHeight;
  let stretch = (maximumHeight - kept) / (usual.height - kept);
  let drawing = usual;
  for (let attempt = 0; attempt < HEIGHTS && drawing.height > maximumHeight; attempt++, stretch *= LOWER) {
    drawing.view.finalize();
    drawing = await drawInWidth(options, stretch);
  }
  return drawing;
}

async function drawInWidth({ makeSpec, width, theme, fonts }: DrawOptions, stretch: number): Promise<Drawing> {
  let wanted = width;
  let drawing = await layOut(makeSpec({ width: wanted, stretch }), theme, fonts);
  for (let attempt = 1; attempt < ATTEMPTS && (drawing.width > width || drawing.width < width - SLACK); attempt++) {
    // Labels are cut to a share of what is wanted, so that the difference alone would come near it and never there.
    wanted = Math.max(NARROWEST * width, wanted + 1.2 * (width - drawing.width));
    const next = await layOut(makeSpec({ width: wanted, stretch }), theme, fonts);
    const [kept, dropped] = next.width > width && drawing.width <= width ? [drawing, next] : [next, drawing];
    dropped.view.finalize();
    drawing = kept;
    if (kept !== next) break;
  }
  return drawing;
}

async function layOut(spec: TopLevelSpec, theme: Theme, fonts: readonly Font[]): Promise<Drawing> {
  useFonts(fonts);
  vega.resetSVGDefIds();
  const view = new vega.View(vega.parse(compileFigure(spec, theme)), {
    renderer: "none",
    loader: refusingLoader(),
  });
  const svg = (await view.toSVG()).replace(/^(<svg[^>]*>)/, `$1${fontFaces(fonts)}`);
  const size = (name: string) => Number(new RegExp(`^<svg[^>]* ${name}="([\\d.]+)"`).exec(svg)?.[1]);
  return { view, svg, width: size("width"), height: size("height") };
}

/** The same figure as PNG bytes, painted by another thread. `fontFiles`: paths of sfnt files; system fonts are not looked at. */
export async function drawPng(
  svg: string,
  { fontFiles, scale }: { fontFiles: readonly string[]; scale: number },
): Promise<Buffer> {
  const font = { fontFiles: [...fontFiles], loadSystemFonts: false, defaultFontFamily: "Inter" };
  return (await renderAsync(svg, { fitTo: { mode: "zoom", value: scale }, font })).asPng();
}

interface TextItem {
  fontSize?: number;
  fontWeight?: number | string;
  /** A longer text is drawn shortened to it. */
  limit?: number;
}
type TextWidth = (item: TextItem, text: unknown) => number;

/** Vega lays text out by these widths (its documented hook); without, it guesses and leaves gaps. */
function useFonts(fonts: readonly Font[]): void {
  const { textMetrics } = vega as unknown as { textMetrics: { width: TextWidth } };
  textMetrics.width = (item, text) => {
    const bold = item.fontWeight === "bold" || Number(item.fontWeight) >= 600;
    const font = fonts.find(({ weight }) => weight === (bold ? 700 : 400)) ?? fonts[0]!;
    return Math.min(item.limit || Number.POSITIVE_INFINITY, font.measure(String(text)) * (item.fontSize ?? 11));
  };
}

/** Figures carry their data; a spec that names an address is a bug. */
function refusingLoader(): vega.Loader {
  const refuse = (uri: string) => Promise.reject(new Error(`a figure may not load ${uri}`));
  return { ...vega.loader(), load: refuse, http: refuse, file: refuse };
}

function fontFaces(fonts: readonly Font[]): string {
  const faces = fonts.map(
    ({ family, weight, woff2 }) =>
      `@font-face{font-family:"${family}";font-weight:${weight};src:url(data:font/woff2;base64,${woff2.toString("base64")}) format("woff2")}`,
  );
  return `<style>${faces.join("")}</style>`;
}
