import { z } from "zod";
import { readYaml } from "../../../base/yaml.ts";

export const TERM_KINDS = ["acronym", "name", "version", "term"] as const;

const entrySchema = z.strictObject({
  term: z.string().min(1),
  kind: z.enum(TERM_KINDS),
  expansion: z.string().default("").describe("what an acronym stands for"),
  definition: z.string().default(""),
  seen: z.number().int().describe("texts that have it; 0: a PDF alone"),
  from: z.string().default("texts").describe("texts, or the PDF whose bold words it is among"),
  keep: z.boolean().nullable().default(null).describe("what a person says; null: nobody has looked"),
});
export type GlossaryEntry = z.infer<typeof entrySchema>;

const glossarySchema = z.strictObject({ version: z.literal(1), entries: z.array(entrySchema) });

/** @throws UserError `input` naming what in the file is wrong */
export async function readGlossary(file: string): Promise<GlossaryEntry[]> {
  return (await readYaml(file, glossarySchema, "input")).entries;
}
