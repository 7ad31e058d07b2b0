import { z } from "zod";

/** How the figures in `plots/` look. A journal's column is about 85 mm, its page 175 mm. */
export const plotsSchema = z.strictObject({
  width_mm: z.number().min(60).max(400).default(228).describe("of the whole figure"),
  font_pt: z.number().min(5).max(16).default(8.5).describe("of axis and legend text"),
  greyscale: z.boolean().default(false).describe("models distinguished by lightness"),
  color_order: z
    .array(z.string().min(1))
    .default([])
    .describe(
      "names of models and external agents: the place of a name is its colour, in every figure and page. A run freezes it, with the names that this leaves out in the order of this file",
    ),
  dpi: z.number().int().min(72).max(1200).default(192).describe("of the PNG files"),
});
