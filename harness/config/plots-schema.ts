import { z } from "zod";

/** How the figures in `plots/` look. A journal's column is about 85 mm, its page 175 mm. */
export const plotsSchema = z.strictObject({
  width_mm: z.number().min(60).max(400).default(228).describe("of the whole figure"),
  font_pt: z.number().min(5).max(16).default(8.5).describe("of axis and legend text"),
  greyscale: z.boolean().default(false).describe("models distinguished by lightness"),
  dpi: z.number().int().min(72).max(1200).default(192).describe("of the PNG files"),
});
