import type { Config } from "../../record/config/schema.ts";
import { GREYSCALE, LIGHT, type Theme } from "../drawing/theme.ts";

/** How figures look in files. */
export interface Style {
  /** Pixels: 96 an inch. */
  width: number;
  exactWidth: number;
  fontSize: number;
  theme: Theme;
  /** Pixels: what a page has beside the text. */
  maximumHeight: number;
  /** PNG pixels of one pixel. */
  scale: number;
}

const PIXELS_PER_INCH = 96;
const MAXIMUM_HEIGHT_MM = 120;

export function styleOf({ width_mm, font_pt, greyscale, dpi }: Config["plots"]): Style {
  return {
    width: Math.floor(pixels(width_mm)),
    exactWidth: Math.round(1000 * pixels(width_mm)) / 1000,
    maximumHeight: Math.floor(pixels(MAXIMUM_HEIGHT_MM)),
    fontSize: (font_pt / 72) * PIXELS_PER_INCH,
    theme: greyscale ? GREYSCALE : LIGHT,
    scale: dpi / PIXELS_PER_INCH,
  };
}

function pixels(millimetres: number): number {
  return (millimetres / 25.4) * PIXELS_PER_INCH;
}
