import { readdir, readFile, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { isObject, jsonOrUndefined, parseObject, repeatedName, textOf } from "../../../base/json-object.ts";
import { parsePlainly, problemsOf } from "../../../base/plain-issues.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { readTextFile } from "../../../base/utf8-text.ts";
import type { TracedCall } from "./calls.ts";
import type { RecordedTurn } from "./turns.ts";

/** What is not read. */
const other = z.unknown().optional();
const count = z.number().int().min(0).nullish();
const content = z.union([z.string(), z.array(z.looseObject({ type: z.string(), text: z.string().optional() }))]);
/** ATIF allows no other members; without a time nothing tells how long a turn took. */
const stepSchema = z.strictObject({
  step_id: z.number().int(),
  timestamp: z.iso.datetime({ offset: true }),
  source: z.enum(["system", "user", "agent"]),
  message: content,
  model_name: z.string().nullish(),
  tool_calls: z
    .array(
      z.strictObject({
        tool_call_id: z.string(),
        function_name: z.string(),
        arguments: z.unknown(),
        extra: other,
      }),
    )
    .nullish(),
  observation: z
    .strictObject({
      results: z.array(
        z.strictObject({
          source_call_id: z.string().nullish(),
          content: content.nullish(),
          subagent_trajectory_ref: other,
          extra: other,
        }),
      ),
    })
    .nullish(),
  metrics: z.looseObject({ prompt_tokens: count, completion_tokens: count }).nullish(),
  ...{ reasoning_effort: other, reasoning_content: other, is_copied_context: other },
  ...{ llm_call_count: other, extra: other },
});
type Step = z.infer<typeof stepSchema>;
const trajectorySchema = z.looseObject({
  schema_version: z.string().regex(/^ATIF-v1\.\d+$/, "expected ATIF-v1.x"),
  agent: z.looseObject({ model_name: z.string().nullish() }),
  steps: z
    .array(stepSchema)
    .refine((steps) => steps.some(({ source }) => source === "user"), "no step tells what a person said"),
  final_metrics: z.looseObject({ total_prompt_tokens: count, total_completion_tokens: count }).nullish(),
});
type Trajectory = z.infer<typeof trajectorySchema>;

/**
 * The turns of trajectories in ATIF 1 (Agent Trajectory Interchange Format), as Harbor's agents write them: a file, or every
 * `trajectory.json` below a folder, such as a job's. Of a trial of Harbor, what its `result.json` says went wrong is the turn's error.
 * @throws UserError `input` with every file that is no trajectory, or does not tell when its steps were
 */
export async function readTrajectories(path: string): Promise<RecordedTurn[]> {
  const files = await trajectoriesOf(path);
  const turns: RecordedTurn[] = [];
  const problems: string[] = files.length === 0 ? [`no trajectory.json below ${path}`] : [];
  for (const file of files) {
    const text = await readTextFile(file);
    const twice = repeatedName(text);
    const parsed = parsePlainly(trajectorySchema, jsonOrUndefined(text));
    if (twice !== null) problems.push(`${file}: ${JSON.stringify(twice)} stands twice in one object`);
    else if (parsed.success) turns.push(...turnsOf(parsed.data, await errorOfTrial(file)));
    else problems.push(...problemsOf(parsed.error).map((problem) => `${file}: ${problem}`));
  }
  if (problems.length === 0) return turns;
  throw new UserError("input", `${path} is no recording in ATIF`, {
    problems: problems.slice(0, 20),
    hint: "expected trajectories of ATIF-v1, whose steps have timestamps",
  });
}

async function trajectoriesOf(path: string): Promise<string[]> {
  if (!(await stat(path)).isDirectory()) return [path];
  const names = (await readdir(path, { recursive: true })).sort(compareText);
  return names.filter((name) => /(^|[\\/])trajectory\.json$/.test(name)).map((name) => join(path, name));
}

/** Where a trial of Harbor keeps it: the trajectory is in the folder `agent` beside. */
async function errorOfTrial(file: string): Promise<string | null> {
  const result = await readFile(join(dirname(dirname(file)), "result.json"), "utf8").then(parseObject, () => null);
  const exception = isObject(result?.exception_info) ? result.exception_info : null;
  return exception && `${textOf(exception.exception_type)}: ${textOf(exception.exception_message)}`;
}

function turnsOf(trajectory: Trajectory, error: string | null): RecordedTurn[] {
  const steps = trajectory.steps.filter(({ source }) => source !== "system");
  const asked = steps.flatMap((step, at) => (step.source === "user" ? [at] : []));
  // What a person says before the agent has answered belongs to the same turn.
  const ends = asked.filter((at) => steps[at + 1]?.source !== "user");
  return ends.map((at, turn): RecordedTurn => {
    const own = steps.slice(at + 1, asked.find((next) => next > at) ?? steps.length);
    const isLast = turn === ends.length - 1;
    const failed = isLast ? error : null;
    const startMs = timeOf(steps[at]!);
    return {
      users: asked.filter((before) => before <= at).map((before) => messageOf(steps[before]!)),
      answer: failed === null ? answerOf(own) : null,
      error: failed,
      startMs,
      tookMs: own.length === 0 ? 0 : timeOf(own.at(-1)!) - startMs,
      usage: usageOf(own) ?? (ends.length === 1 ? totalUsage(trajectory) : null),
      modelCalls: own.length,
      servedModels: modelsOf(own, trajectory),
      calls: own.flatMap((step) => callsOf(step, startMs)),
    };
  });
}

function timeOf({ timestamp }: Step): number {
  return Date.parse(timestamp);
}

function messageOf({ message }: Step): string {
  return plainText(message);
}

/** Of parts those that are texts. */
function plainText(parts: z.infer<typeof content>): string {
  return typeof parts === "string" ? parts : parts.flatMap(({ text }) => text ?? []).join("\n");
}

/** The last words that are not on the way to a call. */
function answerOf(steps: readonly Step[]): string | null {
  const last = steps.findLast((step) => messageOf(step) !== "" && (step.tool_calls ?? []).length === 0);
  return last ? messageOf(last) : null;
}

function usageOf(steps: readonly Step[]): RecordedTurn["usage"] {
  const counts = steps.map(({ metrics }) => tokensOf(metrics?.prompt_tokens, metrics?.completion_tokens));
  if (counts.length === 0 || counts.some((count) => count === null)) return null;
  return {
    input_tokens: counts.reduce((sum, count) => sum + count!.input_tokens, 0),
    output_tokens: counts.reduce((sum, count) => sum + count!.output_tokens, 0),
  };
}

function totalUsage({ final_metrics: totals }: Trajectory): RecordedTurn["usage"] {
  return tokensOf(totals?.total_prompt_tokens, totals?.total_completion_tokens);
}

function tokensOf(input: number | null | undefined, output: number | null | undefined): RecordedTurn["usage"] {
  return input == null || output == null ? null : { input_tokens: input, output_tokens: output };
}

function modelsOf(steps: readonly Step[], { agent }: Trajectory): string[] {
  return [...new Set(steps.flatMap(({ model_name }) => model_name ?? agent.model_name ?? []))];
}

function callsOf({ tool_calls, observation, ...step }: Step, startMs: number): TracedCall[] {
  const results = observation?.results ?? [];
  return (tool_calls ?? []).map((call) => {
    const result = results.find(({ source_call_id }) => source_call_id === call.tool_call_id)?.content;
    return {
      ...{ tool: call.function_name, arguments: call.arguments ?? null, error: null },
      result: result == null ? null : plainText(result),
      ...{ start_ms: timeOf(step) - startMs, duration_ms: 0 },
    };
  });
}
