import { z } from "zod";
import { isObject } from "../../../../base/json-object.ts";
import { fitForeign } from "../../compare/sources/outside.ts";
import type { AuditedFile } from "../audited.ts";
import { type AuditReader, plainText, type ResultsFile, recordsOf } from "../results-file.ts";

const eventSchema = z.looseObject({
  id: z.string().nullish(),
  input: z.unknown(),
  expected: z.unknown(),
  output: z.unknown(),
  error: z.unknown(),
  scores: z.record(z.string(), z.number().nullable()).nullish(),
  is_root: z.boolean().nullish(),
});

export const braintrustReader: AuditReader = {
  tool: "Braintrust",
  file: "an experiment's events as JSON or JSON lines (its download, `/v1/experiment/ID/fetch`, `EvalResult.as_dict()`)",
  versions: "the file states none; written as by SDK 0",
  knows: (file) =>
    eventsOf(file)?.every((event) => "expected" in event && "scores" in event && !("evaluations" in event)) ?? false,
  read: readBraintrust,
};

const eventsOf = (file: ResultsFile) =>
  isObject(file.json) && "events" in file.json ? recordsOf({ ...file, json: file.json.events }) : recordsOf(file);

/** Root events: a span below one is a part of it. */
function readBraintrust(file: ResultsFile): AuditedFile {
  const { name } = file;
  const events = fitForeign(name, eventsOf(file), {
    schema: z.array(eventSchema),
    what: "an experiment of Braintrust",
    hint: "download the experiment as JSON",
  });
  const rows = events
    .filter(({ is_root }) => is_root !== false)
    .map(({ id, input, expected, output, error, scores }, at) => ({
      ...{ name: id ?? `row ${at + 1}`, item: id ?? `row ${at + 1}`, system: name },
      ...{ question: plainText(input), target: plainText(expected) },
      answer: output == null ? null : plainText(output),
      error: error == null ? null : plainText(error),
      scores: Object.fromEntries(Object.entries(scores ?? {}).map(([metric, value]) => [metric, { value }])),
    }));
  return { name, tool: "Braintrust", version: null, expected: null, rows };
}
