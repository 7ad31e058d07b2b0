import { basename, dirname, join } from "node:path";
import { z } from "zod";
import { isObject, jsonOrUndefined } from "../../../../base/json-object.ts";
import { fitForeign } from "../../compare/sources/outside.ts";
import type { AuditedFile, AuditedRow } from "../audited.ts";
import {
  type AuditReader,
  plainText,
  type ResultsFile,
  recordsOf,
  refuseVersion,
  textIfThere,
} from "../results-file.ts";

const sampleSchema = z.looseObject({
  doc_id: z.union([z.number(), z.string()]),
  doc: z.unknown(),
  target: z.unknown(),
  arguments: z.unknown(),
  filtered_resps: z.unknown(),
  filter: z.string().default("none"),
  metrics: z.array(z.string()),
});
type Sample = z.infer<typeof sampleSchema>;

const summarySchema = z.looseObject({
  lm_eval_version: z.string(),
  "n-samples": z.record(z.string(), z.looseObject({ effective: z.number() })).nullish(),
});

const KNOWN = "0.4";
const SAMPLES = /^samples_(.+)_(\d{4}-\d\d-\d\dT[\d.:-]+)\.jsonl$/;

export const lmEvalReader: AuditReader = {
  tool: "lm-evaluation-harness",
  file: "`samples_*.jsonl` of `--log_samples`, with `results_*.json` beside",
  versions: `${KNOWN}, stated in results_*.json`,
  knows: (file) => recordsOf(file)?.every((record) => "doc_id" in record && "doc_hash" in record) ?? false,
  read: readLmEval,
};

/** Logged samples, an execution for each filter of an answer. */
async function readLmEval(file: ResultsFile): Promise<AuditedFile> {
  const { name, path } = file;
  const samples = fitForeign(name, recordsOf(file), {
    schema: z.array(sampleSchema),
    what: "samples of lm-evaluation-harness",
    hint: "lm_eval --log_samples --output_path writes them",
  });
  const summary = await summaryBeside(path, name);
  const filters = new Set(samples.map(({ filter }) => filter)).size;
  const planned = summary?.found["n-samples"]?.[SAMPLES.exec(basename(path))?.[1] ?? ""]?.effective;
  return {
    ...{ name, tool: "lm-evaluation-harness", version: summary?.found.lm_eval_version ?? null },
    expected: planned === undefined ? null : planned * filters,
    rows: samples.map((sample) => rowOf(sample, { system: name, single: filters === 1 })),
    parts: summary ? [summary.path] : [],
  };
}

/** The results of the same moment. @throws UserError `input` for another version */
async function summaryBeside(path: string, name: string) {
  const beside = `results_${SAMPLES.exec(basename(path))?.[2]}.json`;
  const text = await textIfThere(join(dirname(path), beside));
  if (text === null) return null;
  const found = fitForeign(join(dirname(name), beside), jsonOrUndefined(text), {
    schema: summarySchema,
    what: "results of lm-evaluation-harness",
    hint: "lm_eval --output_path writes them",
  });
  if (!found.lm_eval_version.startsWith(`${KNOWN}.`))
    refuseVersion(name, { tool: "lm-evaluation-harness", found: found.lm_eval_version, known: KNOWN });
  return { path: join(dirname(path), beside), found };
}

function rowOf(sample: Sample, { system, single }: { system: string; single: boolean }): AuditedRow {
  const { doc_id, doc, filtered_resps, filter, metrics } = sample;
  const asked = requestsOf(sample.arguments);
  const [own = "", ...shown] = (asked[0]?.prompt || plainText(doc)).split("\n\n").reverse();
  return {
    ...{ name: `doc ${doc_id}${single ? "" : ` ${filter}`}`, item: `doc ${doc_id}` },
    ...{ system: single ? system : `${system} ${filter}`, question: own, target: targetOf(sample, asked), shown },
    ...{ answer: plainText(filtered_resps), error: null },
    scores: Object.fromEntries(
      metrics.map((metric) => [metric, { value: typeof sample[metric] === "number" ? sample[metric] : null }]),
    ),
  };
}

interface Request {
  /** Solved examples first, the question last; the same for each choice. */
  prompt: string;
  /** What the model was asked the probability of, or how to generate. */
  continuation: unknown;
}

/** What the model was given: a choice is a request of its own. */
function requestsOf(given: unknown): Request[] {
  const requests = isObject(given) ? Object.values(given) : Array.isArray(given) ? given : [];
  return requests.map((request) => {
    const [prompt, continuation] = isObject(request)
      ? [request.arg_0, request.arg_1]
      : Array.isArray(request)
        ? request
        : [];
    return { prompt: typeof prompt === "string" ? prompt : "", continuation };
  });
}

/** Of a choice its words: its place may differ where the same is asked again. */
function targetOf({ target }: Sample, asked: readonly Request[]): string {
  const chosen = asked.length > 1 ? asked[Number(plainText(target))]?.continuation : undefined;
  return plainText(chosen ?? target);
}
