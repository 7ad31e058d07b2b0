import { z } from "zod";
import { isObject } from "../../../../base/json-object.ts";
import { fitForeign } from "../../compare/sources/outside.ts";
import type { AuditedFile, AuditedScore } from "../audited.ts";
import { type AuditReader, plainText, type ResultsFile, refuseVersion } from "../results-file.ts";

const scoreSchema = z.object({ value: z.unknown(), explanation: z.string().nullish() });
const logSchema = z.object({
  version: z.number(),
  eval: z.object({
    dataset: z.object({ sample_ids: z.array(z.unknown()).nullish() }).nullish(),
    config: z.object({ epochs: z.number().nullish() }).nullish(),
  }),
  samples: z
    .array(
      z.object({
        id: z.union([z.string(), z.number()]),
        epoch: z.number().int(),
        input: z.unknown(),
        target: z.unknown(),
        scores: z.record(z.string(), scoreSchema).nullish(),
        error: z.object({ message: z.string() }).nullish(),
        output: z.object({ completion: z.string().nullish() }).nullish(),
      }),
    )
    .nullish(),
});

const KNOWN_VERSION = 2;
const LETTERS: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

export const inspectReader: AuditReader = {
  tool: "Inspect AI",
  file: "a log as JSON (`inspect log convert --to json`)",
  versions: `${KNOWN_VERSION}`,
  knows: ({ json }) => isObject(json) && "version" in json && "status" in json && "eval" in json,
  read: readInspect,
};

/** Samples of a log, faults and all. */
function readInspect({ json, name }: ResultsFile): AuditedFile {
  const log = fitForeign(name, json, {
    schema: logSchema,
    what: "a log of Inspect AI",
    hint: "inspect log convert --to json makes one of an .eval file",
  });
  if (log.version !== KNOWN_VERSION)
    refuseVersion(name, { tool: "Inspect AI's logs", found: log.version, known: `${KNOWN_VERSION}` });
  const { dataset, config } = log.eval;
  const items = dataset?.sample_ids?.length ?? null;
  return {
    ...{ name, tool: "Inspect AI", version: `${log.version}` },
    expected: items === null ? null : items * (config?.epochs ?? 1),
    rows: (log.samples ?? []).map(({ id, epoch, input, target, scores, error, output }) => ({
      ...{ system: name, item: String(id), name: `${id} epoch ${epoch}` },
      ...{ question: plainText(input), target: plainText(target), error: error?.message ?? null },
      answer: output?.completion ?? null,
      scores: Object.fromEntries(Object.entries(scores ?? {}).map(([name, score]) => [name, scoreOf(score)])),
    })),
  };
}

function scoreOf({ value, explanation }: z.infer<typeof scoreSchema>): AuditedScore {
  const letter = typeof value === "string" && value in LETTERS ? value : null;
  const number = typeof value === "boolean" ? Number(value) : letter === null ? value : LETTERS[letter];
  return { value: typeof number === "number" ? number : null, reason: explanation ?? null, letter };
}
