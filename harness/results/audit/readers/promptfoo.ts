import { z } from "zod";
import { isObject } from "../../../../base/json-object.ts";
import { fitForeign } from "../../compare/sources/outside.ts";
import type { AuditedFile, AuditedRow } from "../audited.ts";
import { type AuditReader, plainText, type ResultsFile, refuseVersion } from "../results-file.ts";

const resultSchema = z.looseObject({
  provider: z.object({ id: z.string(), label: z.string().nullish() }),
  promptIdx: z.number().int(),
  testIdx: z.number().int().nullish(),
  vars: z.record(z.string(), z.unknown()).default({}),
  testCase: z.looseObject({ assert: z.array(z.unknown()).nullish() }).nullish(),
  success: z.boolean(),
  score: z.number(),
  /** 2: the provider or an assertion broke, rather than said no. */
  failureReason: z.number().nullish(),
  error: z.string().nullish(),
  response: z.looseObject({ output: z.unknown() }).nullish(),
  gradingResult: z.looseObject({ reason: z.string().nullish() }).nullish(),
});
type Result = z.infer<typeof resultSchema>;
const fileSchema = z.object({ results: z.object({ version: z.number(), results: z.array(resultSchema) }) });

const KNOWN_VERSION = 3;
const BROKE = 2;

export const promptfooReader: AuditReader = {
  tool: "promptfoo",
  file: "`promptfoo eval -o results.json`",
  versions: `${KNOWN_VERSION}`,
  knows: ({ json }) => isObject(json) && isObject(json.results) && "version" in json.results,
  read: readPromptfoo,
};

/** Results, faults and all. */
function readPromptfoo({ json, name }: ResultsFile): AuditedFile {
  const { results } = fitForeign(name, json, {
    schema: fileSchema,
    what: "a file of promptfoo's results",
    hint: "promptfoo eval -o results.json writes one",
  });
  if (results.version !== KNOWN_VERSION)
    refuseVersion(name, { tool: "promptfoo's results", found: results.version, known: `${KNOWN_VERSION}` });
  const single = new Set(results.results.map(systemOf)).size === 1;
  const rows = results.results.map((result, at) => rowOf(result, { file: name, single, name: `result ${at + 1}` }));
  return { name, tool: "promptfoo", version: `${results.version}`, expected: null, rows };
}

function rowOf(result: Result, { file, single, name }: { file: string; single: boolean; name: string }): AuditedRow {
  const { vars, testCase, score, success, failureReason, error, gradingResult, response, testIdx } = result;
  // What is asserted is no answer: one question may be asked for several properties.
  const question = JSON.stringify([vars, testCase?.assert ?? null]);
  return {
    ...{ name, system: single ? file : systemOf(result), question, target: "" },
    item: testIdx == null ? question : `test ${testIdx + 1}`,
    answer: response?.output == null ? null : plainText(response.output),
    scores: { score: { value: score, reason: gradingResult?.reason ?? null } },
    unchecked: success && (testCase?.assert ?? []).length === 0,
    error: failureReason === BROKE ? (error ?? "the provider or an assertion broke") : null,
  };
}

function systemOf({ provider, promptIdx }: Result): string {
  return `${provider.label || provider.id} prompt ${promptIdx + 1}`;
}
