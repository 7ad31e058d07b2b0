import { z } from "zod";
import { isObject } from "../../../../base/json-object.ts";
import { fitForeign } from "../../compare/sources/outside.ts";
import type { AuditedFile } from "../audited.ts";
import { type AuditReader, numberOf, plainText, type ResultsFile, recordsOf } from "../results-file.ts";

const itemSchema = z.looseObject({
  id: z.string(),
  experimentId: z.string(),
  experimentItemId: z.string(),
  level: z.string().nullish(),
  input: z.unknown(),
  output: z.unknown(),
  expectedOutput: z.unknown(),
  scores: z.array(z.looseObject({ name: z.string(), value: z.unknown(), comment: z.string().nullish() })).nullish(),
});

export const langfuseReader: AuditReader = {
  tool: "Langfuse",
  file: "an experiment's items with `fields=io,scores` as JSON (the API's answer, or its `data`)",
  versions: "the file states none; as SDK 5 describes them",
  knows: (file) => itemsOf(file)?.every((item) => "experimentItemId" in item) ?? false,
  read: readLangfuse,
};

const itemsOf = (file: ResultsFile) =>
  isObject(file.json) && "data" in file.json ? recordsOf({ ...file, json: file.json.data }) : recordsOf(file);

/** Items of experiments, each of which is a system. */
function readLangfuse(file: ResultsFile): AuditedFile {
  const { name } = file;
  const items = fitForeign(name, itemsOf(file), {
    schema: z.array(itemSchema),
    what: "items of an experiment of Langfuse",
    hint: "get them with the fields io and scores",
  });
  const single = new Set(items.map(({ experimentId }) => experimentId)).size === 1;
  const rows = items.map(({ id, experimentId, experimentItemId, level, input, output, expectedOutput, scores }) => ({
    ...{ name: id, item: experimentItemId, system: single ? name : experimentId },
    ...{ question: plainText(input), target: plainText(expectedOutput) },
    answer: output == null ? null : plainText(output),
    error: level === "ERROR" ? "its span ended in an error" : null,
    scores: Object.fromEntries(
      (scores ?? []).map(({ name, value, comment }) => [name, { value: numberOf(value), reason: comment ?? null }]),
    ),
  }));
  return { name, tool: "Langfuse", version: null, expected: null, rows };
}
