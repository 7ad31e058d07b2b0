import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { stringify } from "yaml";
import { z } from "zod";
import { asEnvironmentError } from "../../../base/atomic.ts";
import { UserError } from "../../../base/user-error.ts";
import { replaceFolder, withFolderBeside } from "../../../base/whole-folder.ts";
import { writeFile } from "../../../base/write-file.ts";
import { readYaml } from "../../../base/yaml.ts";
import { decodeLsa, encodeLsa, type LsaModel } from "../../../db/embeddings/lsa.ts";
import { diagnosticsSchema, patternFactsSchema } from "../../../db/issues/patterns.ts";
import { PIPELINES } from "./pipelines.ts";

const patternSchema = z.strictObject({
  id: z.string().regex(/^P[1-9]\d*$/),
  name: z.string().describe("its heaviest terms, or what a person calls it"),
  terms: z.array(z.string()).describe("what its reports say more often than others' (c-TF-IDF), heaviest first"),
  members: z.array(z.string()).describe("ids of its reports, in code-unit order"),
  typical: z.array(z.string()).describe("ids of the reports nearest to its centre"),
  summary: z.array(z.string()).describe("the most central sentences of its reports: extracts, written by no model"),
  agreement: z.number().nullable().describe("how well it is found again in resamples; null: not measured"),
  group: z
    .number()
    .int()
    .nullable()
    .describe("which of the coarser groups it is part of, from 1; null: none were made"),
  ...patternFactsSchema.pick({ components: true, triggers: true, within: true, nearest: true, place: true }).shape,
});
/** Reports of faults that are alike. */
export type FaultPattern = z.infer<typeof patternSchema>;

/** `patterns.yaml`: fault patterns of the reports of a tracker, and how they were found. */
const patternFileSchema = z.strictObject({
  version: z.literal(1),
  corpus: z.string(),
  corpus_hash: z.string(),
  types: z.array(z.string()).describe("artifact types that are reports"),
  reports: z.number().int().describe("that were mined"),
  seed: z.number().int(),
  pipeline: z.enum(PIPELINES).default("linkage"),
  pair_share: z.number().describe("at most this share of all pairs of reports was put together, by linkage"),
  height: z
    .number()
    .nullable()
    .describe("mean cosine distance at which reports still are of one pattern; null: no tree"),
  patterns: z.array(patternSchema),
  apart: z.array(z.string()).describe("reports in no pattern"),
  diagnostics: diagnosticsSchema.nullable().default(null),
});
export type PatternFile = z.infer<typeof patternFileSchema>;

const [FILE, MODEL] = ["patterns.yaml", "words.lsa"];
const HEAD = "# Patterns of faults. Names are yours to edit; the rest is kept by `scopebench corpus patterns`.\n";

/** Replaces the folder: `patterns.yaml`, and what was learned of the reports' words, by which new reports are assigned. */
export async function writePatterns(folder: string, file: PatternFile, model: LsaModel): Promise<void> {
  await withFolderBeside(folder, async (finished) => {
    await writeFile(join(finished, MODEL), encodeLsa(model));
    await writeFile(join(finished, FILE), HEAD + stringify(file));
    await replaceFolder(folder, finished);
  });
}

/** @throws UserError `input` where it is no folder of patterns, or its file does not fit, with each line */
export async function readPatterns(folder: string): Promise<{ file: PatternFile; model: LsaModel }> {
  for (const name of [FILE, MODEL])
    if (!existsSync(join(folder, name)))
      throw new UserError("input", `there is no ${join(folder, name)}`, {
        hint: "make patterns with: scopebench corpus patterns <export> --to <folder>",
      });
  const file = await readPatternFile(join(folder, FILE));
  return { file, model: decodeLsa(await readFile(join(folder, MODEL))) };
}

/** @throws UserError `input` where it does not fit, with each line, or a pattern or a report stands there twice */
export async function readPatternFile(path: string): Promise<PatternFile> {
  const file = await readYaml(path, patternFileSchema, "input");
  const twice = [
    ...repeated(file.patterns.map(({ id }) => id)),
    ...repeated([...file.patterns.flatMap(({ members }) => members), ...file.apart]),
  ];
  if (twice.length === 0) return file;
  throw new UserError("input", `${path} contradicts itself`, {
    problems: twice.map((id) => `${id} stands there twice`),
    hint: "mend it, or restore an earlier version",
  });
}

function repeated(ids: readonly string[]): string[] {
  const seen = new Set<string>();
  return ids.filter((id) => seen.size === seen.add(id).size);
}

/** A folder that holds something else is not replaced. @throws UserError `usage` */
export async function refuseOthers(folder: string): Promise<void> {
  const found = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return [];
    throw asEnvironmentError(error, folder);
  });
  const others = found.filter((name) => name !== FILE && name !== MODEL);
  if (others.length > 0)
    throw new UserError("usage", `${folder} holds something else: ${others.slice(0, 3).join(", ")}`, {
      hint: "name a new folder with --to",
    });
}
