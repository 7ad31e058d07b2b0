import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { isObject, jsonOrUndefined } from "../../../../base/json-object.ts";
import { fitForeign } from "../../compare/sources/outside.ts";
import type { AuditedFile, AuditedRow } from "../audited.ts";
import { type AuditReader, type ResultsFile, refuseVersion, textIfThere } from "../results-file.ts";

/** A file without a version is of the first, as Harbor has it. */
const version = z.number().default(1);
const trialSchema = z.looseObject({
  schema_version: version,
  task_name: z.string(),
  trial_name: z.string(),
  task_checksum: z.string().default(""),
  agent_info: z.looseObject({ name: z.string(), model_info: z.looseObject({ name: z.string() }).nullish() }),
  verifier_result: z.looseObject({ rewards: z.record(z.string(), z.number()).nullish() }).nullish(),
  exception_info: z.looseObject({ exception_type: z.string(), exception_message: z.string() }).nullish(),
  /** False where the exception says nothing of the agent. */
  reward_valid: z.boolean().nullish(),
});
type Trial = z.infer<typeof trialSchema>;
const jobSchema = z.looseObject({ schema_version: version, n_total_trials: z.number() });
const atifSchema = z.looseObject({
  schema_version: z.string(),
  steps: z.array(z.looseObject({ source: z.string(), message: z.unknown() })),
});

const KNOWN = 1;
const TRAJECTORY = join("agent", "trajectory.json");

export const harborReader: AuditReader = {
  tool: "Harbor",
  file: "a job's or a trial's `result.json`, with its ATIF trajectories",
  versions: `${KNOWN}; trajectories ATIF-v1`,
  knows: ({ json }) => isJob(json) || isTrial(json),
  read: (file) => (isJob(file.json) ? readJob(file) : readTrial(file)),
};

const isJob = (json: unknown) => isObject(json) && "n_total_trials" in json && "stats" in json;
const isTrial = (json: unknown) => isObject(json) && "trial_name" in json && "task_name" in json;

/** A job and the trials in folders beside its result. */
async function readJob({ json, name, path }: ResultsFile): Promise<AuditedFile> {
  const { schema_version, n_total_trials } = fitted(name, json, jobSchema);
  refuseOther(name, schema_version);
  const folders = (await readdir(dirname(path), { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const trials = await Promise.all(
    folders.map(async (folder) => {
      const [at, called] = [join(dirname(path), folder.name), join(dirname(name), folder.name)];
      const text = await textIfThere(join(at, "result.json"));
      const trial: unknown = text === null ? null : jsonOrUndefined(text);
      return isTrial(trial) ? rowOf(trial, { at, name: join(called, "result.json") }) : null;
    }),
  );
  const found = trials.filter((trial) => trial !== null);
  return {
    ...{ name, tool: "Harbor", version: `${schema_version}`, expected: n_total_trials },
    rows: found.map(({ row }) => row),
    parts: found.flatMap(({ parts }) => parts),
  };
}

async function readTrial({ json, name, path }: ResultsFile): Promise<AuditedFile> {
  const { row, parts, trial } = await rowOf(json, { at: dirname(path), name });
  return {
    name,
    tool: "Harbor",
    version: `${trial.schema_version}`,
    expected: null,
    rows: [row],
    parts: parts.slice(1),
  };
}

async function rowOf(json: unknown, { at, name }: { at: string; name: string }) {
  const trial = fitted(name, json, trialSchema);
  refuseOther(name, trial.schema_version);
  const trajectory = join(at, TRAJECTORY);
  const text = await textIfThere(trajectory);
  const row: AuditedRow = {
    ...{ name: trial.trial_name, item: trial.task_name, question: trial.task_name, target: trial.task_checksum },
    ...{ system: systemOf(trial), error: errorOf(trial), answer: text === null ? null : lastWords(text, trajectory) },
    scores: Object.fromEntries(
      Object.entries(trial.verifier_result?.rewards ?? {}).map(([metric, value]) => [metric, { value }]),
    ),
  };
  return { row, trial, parts: [join(at, "result.json"), ...(text === null ? [] : [trajectory])] };
}

function fitted<T>(name: string, json: unknown, schema: z.ZodType<T>): T {
  return fitForeign(name, json, { schema, what: "a result of Harbor", hint: "harbor run writes result.json" });
}

function refuseOther(name: string, found: number): void {
  if (found !== KNOWN) refuseVersion(name, { tool: "Harbor's results", found, known: `${KNOWN}` });
}

function systemOf({ agent_info: { name, model_info } }: Trial): string {
  return model_info ? `${name} ${model_info.name}` : name;
}

/** An agent that ran out of its time has failed at the task, and its reward counts: Harbor says which exceptions are so. */
function errorOf({ exception_info, reward_valid, verifier_result }: Trial): string | null {
  if (exception_info == null) return verifier_result?.rewards ? null : "the verifier left no reward";
  return reward_valid === true ? null : `${exception_info.exception_type}: ${exception_info.exception_message}`;
}

/** What the agent said last. @throws UserError `input` for what is no trajectory of ATIF 1 */
function lastWords(text: string, path: string): string | null {
  const { schema_version, steps } = fitForeign(path, jsonOrUndefined(text), {
    schema: atifSchema,
    what: "a trajectory",
    hint: "agents write it in ATIF",
  });
  if (!schema_version.startsWith("ATIF-v1."))
    refuseVersion(path, { tool: "ATIF", found: schema_version, known: "ATIF-v1" });
  const last = steps.findLast(({ source }) => source === "agent")?.message;
  return typeof last === "string" ? last : null;
}
