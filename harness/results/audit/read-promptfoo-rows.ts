import { z } from "zod";
import { UserError } from "../../../base/user-error.ts";
import { readForeignJson } from "../compare/sources/outside.ts";
import type { AuditedFile, AuditedRow } from "./audited.ts";

const resultSchema = z.looseObject({
  provider: z.object({ id: z.string(), label: z.string().nullish() }),
  promptIdx: z.number().int(),
  testIdx: z.number().int().nullish(),
  vars: z.record(z.string(), z.unknown()).default({}),
  testCase: z.looseObject({ assert: z.unknown() }).nullish(),
  success: z.boolean(),
  score: z.number(),
  /** 2: the provider or an assertion broke, rather than said no. */
  failureReason: z.number().nullish(),
  error: z.string().nullish(),
  gradingResult: z.looseObject({ reason: z.string().nullish() }).nullish(),
});
type Result = z.infer<typeof resultSchema>;
const fileSchema = z.object({ results: z.object({ version: z.number(), results: z.array(resultSchema) }) });

const KNOWN_VERSION = 3;
const BROKE = 2;

/** Rows of `promptfoo eval -o results.json`, faults and all. @throws UserError `input` for another version or shape */
export async function readPromptfooRows(path: string, name: string): Promise<AuditedFile> {
  const { results } = await readForeignJson(path, fileSchema, {
    what: "a file of promptfoo's results",
    hint: "promptfoo eval -o results.json writes one",
  });
  if (results.version !== KNOWN_VERSION)
    throw new UserError("input", `${name}: version ${results.version} of promptfoo's results is not known`, {
      hint: `expected version ${KNOWN_VERSION}`,
    });
  const single = new Set(results.results.map(systemOf)).size === 1;
  const rows = results.results.map((result, at) => rowOf(result, { file: name, single, name: `result ${at + 1}` }));
  return { name, tool: "promptfoo", expected: null, rows };
}

function rowOf(result: Result, { file, single, name }: { file: string; single: boolean; name: string }): AuditedRow {
  const { vars, testCase, score, failureReason, error, gradingResult, testIdx } = result;
  // What is asserted is no answer: one question may be asked for several properties.
  const question = JSON.stringify([vars, testCase?.assert ?? null]);
  return {
    ...{ name, system: single ? file : systemOf(result), question, target: "" },
    item: testIdx == null ? question : `test ${testIdx + 1}`,
    scores: { score: { value: score, reason: gradingResult?.reason ?? null, letter: null } },
    error: failureReason === BROKE ? (error ?? "the provider or an assertion broke") : null,
  };
}

function systemOf({ provider, promptIdx }: Result): string {
  return `${provider.label || provider.id} prompt ${promptIdx + 1}`;
}
