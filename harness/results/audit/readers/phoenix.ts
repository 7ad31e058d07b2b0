import { z } from "zod";
import type { JsonObject } from "../../../../base/json-object.ts";
import { fitForeign } from "../../compare/sources/outside.ts";
import type { AuditedFile } from "../audited.ts";
import { type AuditReader, numberOf, plainText, type ResultsFile, recordsOf } from "../results-file.ts";

const runSchema = z.looseObject({
  example_id: z.string(),
  repetition_number: z.number(),
  input: z.unknown(),
  reference_output: z.unknown(),
  output: z.unknown(),
  error: z.string().nullish(),
  annotations: z.array(
    z.looseObject({ name: z.string(), score: z.number().nullish(), explanation: z.string().nullish() }),
  ),
});

export const phoenixReader: AuditReader = {
  tool: "Phoenix",
  file: "an experiment as JSON or CSV (`/v1/experiments/ID/json`, or its download)",
  versions: "the file states none; written as by 20",
  knows: (file) => runsOf(file)?.every((run) => "example_id" in run && "annotations" in run) ?? false,
  read: readPhoenix,
};

/** A table has a column for each member of an annotation. */
function runsOf(file: ResultsFile): JsonObject[] | null {
  const { table } = file;
  if (table === null) return recordsOf(file);
  const names = table.header.flatMap((column) => SCORE.exec(column)?.[1] ?? []);
  if (names.length === 0) return null;
  return table.rows.map(({ repetition_number, ...row }) => ({
    ...{ ...row, repetition_number: numberOf(repetition_number) },
    annotations: names.map((name) => ({
      ...{ name, score: numberOf(row[`annotation_${name}_score`]) },
      explanation: row[`annotation_${name}_explanation`],
    })),
  }));
}

const SCORE = /^annotation_(.+)_score$/;

/** Runs of an experiment with their annotations. */
function readPhoenix(file: ResultsFile): AuditedFile {
  const { name } = file;
  const runs = fitForeign(name, runsOf(file), {
    schema: z.array(runSchema),
    what: "an experiment of Phoenix",
    hint: "GET /v1/experiments/ID/json gives one",
  });
  const rows = runs.map(({ example_id, repetition_number, input, reference_output, output, error, annotations }) => ({
    ...{ name: `${example_id} repetition ${repetition_number}`, item: example_id, system: name },
    ...{ question: plainText(input), target: plainText(reference_output), error: error ?? null },
    answer: output == null ? null : plainText(output),
    scores: Object.fromEntries(
      annotations.map(({ name, score, explanation }) => [name, { value: score ?? null, reason: explanation ?? null }]),
    ),
  }));
  return { name, tool: "Phoenix", version: null, expected: null, rows };
}
