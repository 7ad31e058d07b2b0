import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";

export const PICTURES = fileURLToPath(new URL("../../docs/pictures/", import.meta.url));

/** A picture with the place that it was made of, so that nobody has to guess how old it is. */
const pictureSchema = z.strictObject({
  name: z.string(),
  files: z.array(z.string()).min(2).describe("light, then dark"),
  shows: z.string().describe("for a reader who does not see it"),
  command: z.string().describe("what was run, as a reader types it"),
  run: z.string().nullable().describe("name of the run that it shows"),
  version: z.string().describe("of the package"),
  commit: z.string(),
  date: z.iso.date(),
});
export type Picture = z.infer<typeof pictureSchema>;

/** The pictures of README and docs/, as `scripts/docs-pictures.ts` left them. */
export function readPictures(): Picture[] {
  return z.array(pictureSchema).parse(JSON.parse(readFileSync(join(PICTURES, "pictures.json"), "utf8")));
}
