import { z } from "zod";
import { UserError } from "../../../base/user-error.ts";
import { readForeignJson } from "../compare/sources/outside.ts";
import type { AuditedFile, AuditedScore } from "./audited.ts";

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
      }),
    )
    .nullish(),
});

const KNOWN_VERSION = 2;
const LETTERS: Readonly<Record<string, number>> = { C: 1, P: 0.5, I: 0, N: 0 };

/** Rows of a log that Inspect AI wrote as JSON, faults and all. @throws UserError `input` for another version or shape */
export async function readInspectRows(path: string, name: string): Promise<AuditedFile> {
  const log = await readForeignJson(path, logSchema, {
    what: "a log of Inspect AI",
    hint: "inspect log convert --to json makes one of an .eval file",
  });
  if (log.version !== KNOWN_VERSION)
    throw new UserError("input", `${name}: version ${log.version} of Inspect AI's logs is not known`, {
      hint: `expected version ${KNOWN_VERSION}`,
    });
  const { dataset, config } = log.eval;
  const items = dataset?.sample_ids?.length ?? null;
  return {
    ...{ name, tool: "Inspect AI", expected: items === null ? null : items * (config?.epochs ?? 1) },
    rows: (log.samples ?? []).map(({ id, epoch, input, target, scores, error }) => ({
      ...{ system: name, item: String(id), name: `${id} epoch ${epoch}` },
      ...{ question: JSON.stringify(input), target: JSON.stringify(target), error: error?.message ?? null },
      scores: Object.fromEntries(Object.entries(scores ?? {}).map(([name, score]) => [name, scoreOf(score)])),
    })),
  };
}

function scoreOf({ value, explanation }: z.infer<typeof scoreSchema>): AuditedScore {
  const letter = typeof value === "string" && value in LETTERS ? value : null;
  const number = typeof value === "boolean" ? Number(value) : letter === null ? value : LETTERS[letter];
  return { value: typeof number === "number" ? number : null, reason: explanation ?? null, letter };
}
