import { Resvg } from "@resvg/resvg-js";
import * as vega from "vega";
import type { TopLevelSpec } from "vega-lite";
import { compileFigure } from "../../charts/compile.ts";
import type { Theme } from "../../charts/theme.ts";
import type { Font } from "./fonts.ts";

/** Pixels of PNG per pixel of SVG: sharp in print at column width. */
const PNG_SCALE = 2;

/** A Vega-Lite spec as a self-contained SVG text: fonts inside, nothing loaded. Equal specs give equal bytes. */
export async function drawSvg(spec: TopLevelSpec, theme: Theme, fonts: readonly Font[]): Promise<string> {
  useFonts(fonts);
  vega.resetSVGDefIds();
  const view = new vega.View(vega.parse(compileFigure(spec, theme)), { renderer: "none", loader: refusingLoader() });
  const svg = await view.toSVG();
  view.finalize();
  return svg.replace(/^(<svg[^>]*>)/, `$1${fontFaces(fonts)}`);
}

/** The same figure as PNG bytes. `fontFiles`: paths of sfnt files; system fonts are not looked at. */
export function drawPng(svg: string, fontFiles: readonly string[]): Buffer {
  const font = { fontFiles: [...fontFiles], loadSystemFonts: false, defaultFontFamily: "Inter" };
  return new Resvg(svg, { fitTo: { mode: "zoom", value: PNG_SCALE }, font }).render().asPng();
}

type TextWidth = (item: { fontSize?: number; fontWeight?: number | string }, text: unknown) => number;

/** Vega lays text out by these widths (its documented hook); without, it guesses 0.8 em a letter and leaves gaps. */
function useFonts(fonts: readonly Font[]): void {
  const { textMetrics } = vega as unknown as { textMetrics: { width: TextWidth } };
  textMetrics.width = (item, text) => {
    const bold = item.fontWeight === "bold" || Number(item.fontWeight) >= 600;
    const font = fonts.find(({ weight }) => weight === (bold ? 700 : 400)) ?? fonts[0]!;
    return font.measure(String(text)) * (item.fontSize ?? 11);
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
