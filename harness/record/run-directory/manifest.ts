import { readFile } from "node:fs/promises";
import { z } from "zod";
import { FAILURE_REASON_NAMES } from "../../../agent/contract/failure-reasons.ts";
import { writeFileAtomic } from "../../../base/atomic.ts";
import { sha256 } from "../../../base/hash.ts";
import { isObject } from "../../../base/json-object.ts";
import { parsePlainly, problemsOf } from "../../../base/plain-issues.ts";
import { UserError } from "../../../base/user-error.ts";
import type { SubstrateManifest } from "../../../db/ports/substrate-manifest.ts";
import { ceilingsSchema } from "../config/ceilings-schema.ts";
import { seriesSchema } from "../domain/looks.ts";
import { plannedRaceSchema } from "../domain/race.ts";
import { RUN_FORMAT } from "../domain/records.ts";
import { STAGE_NAMES } from "./graph.ts";
import { RUN_PATHS, runPath } from "./paths.ts";

/** What decides a stage's result: its version, hashes of its settings by name, and of the artifacts that it reads by path. */
const stageInputsSchema = z.object({
  version: z.number(),
  settings: z.record(z.string(), z.string()),
  reads: z.record(z.string(), z.string()),
});
export type StageInputs = z.infer<typeof stageInputsSchema>;

const stageStateSchema = z.preprocess(
  withOutputs,
  z.object({
    status: z.enum(["running", "complete"]),
    /** What it was made from; null in runs of versions that kept one hash of all. */
    inputs: stageInputsSchema.nullable().default(null),
    /** Path of each artifact that it left, with its hash; null for a database, which changes whenever it is opened. {} while running. */
    outputs: z.record(z.string(), z.string().nullable()),
    started_at: z.string(),
    finished_at: z.string().nullable(),
    duration_ms: z.number(),
    /** Times the stage was started since it last started afresh: 1 for an uninterrupted run. */
    attempts: z.number().int(),
    summary: z.string(),
    /** Opened again to make a part anew: what it holds is right, whatever it was made from has become. */
    reopened: z.boolean().optional(),
    /** Of runs of older versions: one hash over all that the stage wrote. */
    output_hash: z.string().optional(),
  }),
);
export type StageState = z.infer<typeof stageStateSchema>;

/** Older versions kept the artifacts in one list, and one hash of them all. */
function withOutputs(state: unknown): unknown {
  const {
    output_hash,
    written = [],
    outputs,
  } = (state ?? {}) as { output_hash?: string; written?: string[]; outputs?: unknown };
  if (outputs !== undefined || output_hash === undefined) return state;
  const hashOf = (path: string) =>
    path === RUN_PATHS.state || path === RUN_PATHS.externalAgentState ? null : output_hash;
  return { ...(state as object), outputs: Object.fromEntries(written.map((path) => [path, hashOf(path)])) };
}

/** The recording that a run's model calls are recorded to, replayed from, or taken from as long as they are the same. */
const recordingSchema = z.object({
  mode: z.enum(["record", "replay", "reuse"]),
  /** Path, from the run directory on. */
  cassette: z.string(),
  /** Checksum of its content; null while it is being recorded. */
  hash: z.string().nullable(),
  /** Calls in it. */
  calls: z.number().int().nullable(),
});
export type RecordingState = z.infer<typeof recordingSchema>;

/** `manifest.json`: what this run was made of. */
export const manifestSchema = z.object({
  format: z.literal(RUN_FORMAT),
  /** The run has a list of checksums. Absent in runs of versions that wrote none. */
  checksums: z.boolean().optional(),
  /** A name that is printed everywhere: nothing in it that a terminal would obey. */
  run_id: z.string().regex(/^[^\p{Cc}\p{Cf}]+$/u, "expected no control characters"),
  created_at: z.string(),
  scopebench_version: z.string(),
  config_hash: z.string(),
  /** `changes`: a hash of everything that was not committed. Absent where all was, and in runs of earlier versions. */
  git: z.object({ commit: z.string(), dirty: z.boolean(), changes: z.string().optional() }).nullable(),
  lock_file_hash: z.string().nullable(),
  environment: z.object({
    runtime: z.string(),
    platform: z.string(),
    arch: z.string(),
    cpus: z.number(),
    packages: z.record(z.string(), z.string()),
  }),
  synthetic_corpus: z.boolean(),
  stand_in_models: z.array(z.string()),
  stand_in_judges: z.array(z.string()),
  substrate: z.custom<SubstrateManifest>(isObject).nullable(),
  scenarios: z.object({ count: z.number(), hash: z.string(), notes: z.array(z.string()) }).nullable(),
  system: z.object({ name: z.string(), version: z.string() }).nullable(),
  /** Each tool as an agent sees it (description, argument schema with the limits of the run): name -> 48 bits of its hash. */
  tools: z.record(z.string(), z.string()).default({}),
  /** External agents. Absent in runs without any. */
  subjects: z.array(z.object({ name: z.string(), version: z.string() })).optional(),
  /** Executions that a lost server ended: they have no record. Absent before they were run, and in runs of older versions. */
  lost_executions: z.number().int().optional(),
  /** Why, each reason with its executions. Absent where none was lost. */
  lost_reasons: z.partialRecord(z.enum(FAILURE_REASON_NAMES), z.number().int()).optional(),
  /** Executions of the matrix that nobody asked for and that have no record: of people's threads, and of what a series of looks or a race did not come to. */
  unasked_executions: z.number().int().optional(),
  /** Executions of which a reused recording answered every call. Absent where there is none. */
  reused_executions: z.number().int().optional(),
  /** Ceilings that a resume was given in place of the configuration's. */
  ceilings: ceilingsSchema.optional(),
  /** A ceiling that was reached, and how much of which stages was left unmade so. */
  stopped_at: z
    .object({ reached: z.string(), left: z.partialRecord(z.enum(STAGE_NAMES), z.number().int()) })
    .optional(),
  /** Where the run is executed look by look until the gate decides. */
  series: seriesSchema.optional(),
  /** Where the configurations are raced: who may be asked what so far. */
  race: plannedRaceSchema.optional(),
  /** From which cosine on graded retrieval counts as good, in either space. Absent where nothing is graded, and in runs of older versions. */
  grade_thresholds: z.object({ dense: z.number(), sparse: z.number() }).optional(),
  /** By workflow, the compiled graph that retrieves, grades and answers. Absent where no workflow is one, and in runs of older versions. */
  graphs: z
    .record(
      z.string(),
      z.object({
        nodes: z.array(z.string()),
        edges: z.array(z.object({ from: z.string(), to: z.string(), when: z.string().optional() })),
      }),
    )
    .optional(),
  judge_fingerprints: z.record(z.string(), z.string()),
  /** Model name -> ids actually served. */
  served_models: z.record(z.string(), z.array(z.string())),
  /** Null: models were asked, and nothing was recorded. */
  recording: recordingSchema.nullable().default(null),
  /** The run's name in the queue, where its executions were spread over workers. */
  queue: z.object({ id: z.string() }).optional(),
  stages: z.partialRecord(z.enum(STAGE_NAMES), stageStateSchema),
  /** SHA-256 of the file with 64 zeros in this place. Absent in runs of versions that wrote none. */
  sha256: z.string().optional(),
});
export type Manifest = z.infer<typeof manifestSchema>;

/** @throws UserError `run-directory` when it is missing, of another format version, or damaged. */
export async function readManifest(runDirectory: string): Promise<Manifest> {
  const path = runPath(runDirectory, "manifest");
  try {
    return parseManifest(await readFile(path, "utf8"), path);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== "ENOENT") throw cause;
    throw new UserError("run-directory", `no run here: ${path} is missing`, { cause, hint: WHERE });
  }
}

const FROM_A_COPY = "it was damaged: take it from a copy of the run, nothing else says what was run";
const WHERE = "give the path of a run directory, or its name under runs/";

/** As `readManifest`, on a text; `path` is only named in messages. */
export function parseManifest(text: string, path: string): Manifest {
  const raw = parseJson(text, path);
  const format = (raw as { format?: unknown } | null)?.format;
  if (format !== RUN_FORMAT)
    throw new UserError(
      "run-directory",
      `${path}: run format ${String(format)}, this scopebench reads format ${RUN_FORMAT}`,
      {
        hint: "use the scopebench version that wrote the run",
      },
    );
  const parsed = parsePlainly(manifestSchema, raw);
  if (parsed.success) return parsed.data;
  throw new UserError("run-directory", `${path} is damaged`, {
    problems: problemsOf(parsed.error),
    hint: FROM_A_COPY,
  });
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UserError("run-directory", `${path} cannot be read as JSON`, { cause, hint: FROM_A_COPY });
  }
}

export async function writeManifest(runDirectory: string, manifest: Manifest): Promise<void> {
  const { sha256: _before, ...content } = manifest;
  const blank = `${JSON.stringify({ ...content, sha256: BLANK }, null, 2)}\n`;
  const text = withHash(blank, sha256(blank));
  // A run that somebody has removed is not made again.
  await writeFileAtomic(runPath(runDirectory, "manifest"), text, { makesFolder: false });
}

/** False where a byte of a manifest is not what was written; null where it carries no hash of itself. */
export function isManifestWhole(text: string): boolean | null {
  const [, hash] = /"sha256": "([0-9a-f]{64})"\n\}\n$/.exec(text) ?? [];
  return hash === undefined ? null : sha256(withHash(text, BLANK)) === hash;
}

const BLANK = "0".repeat(64);

/** The hash stands right before the end: `"`, and a bracket between two line breaks. */
function withHash(text: string, hash: string): string {
  const end = text.length - '"\n}\n'.length;
  return text.slice(0, end - hash.length) + hash + text.slice(end);
}

/** Reads, changes and writes the manifest. Only the process that holds the run's lock may call this. */
export async function updateManifest(
  runDirectory: string,
  change: (manifest: Manifest) => Partial<Manifest>,
): Promise<Manifest> {
  const manifest = await readManifest(runDirectory);
  const next = { ...manifest, ...change(manifest) };
  await writeManifest(runDirectory, next);
  return next;
}
