/**
 * Whoever may write into the queue's database, or send on its channel, may write anything: what we did not enqueue is left alone and
 * ends nobody's work. Versions need no check here: a worker of other code is refused before.
 */
import { z } from "zod";
import { isObject, parseObject } from "../../../base/json-object.ts";
import { UserError } from "../../../base/user-error.ts";
import type { MadeBy, Task, TaskStage } from "../../dag/worker-pool.ts";
import { type Config, configSchema, correctiveSchema } from "../../record/config/schema.ts";
import type { RunOffer } from "./run-table.ts";

const text = z.string();
const taskSchema = z.object({
  stage: z.enum(["execute", "judge", "calibrate", "baselines", "meta-judge"]),
  key: z.object({
    scenario_id: text,
    model: text,
    workflow: text,
    knowledge: text,
    repeat: z.int(),
    levels: text.optional(),
  }),
  scenario: z.looseObject({ id: text }),
  over: z.object({ snapshot: text, corrective: correctiveSchema.optional() }).optional(),
});
/** `takes`: the lanes of which it takes tasks, models and judges; absent while it opens the run's corpus. */
const sharesSchema = z.array(
  z.object({
    run: text,
    takes: z.array(text).optional(),
    doing: z.array(z.object({ what: text, seconds: z.number() })),
  }),
);
/** No provider asks to wait for longer than a day. */
const newsSchema = z.object({
  provider: text,
  pauseMs: z.number().min(0).max(86_400_000).optional(),
  isFreed: z.boolean().optional(),
});

/** What a worker does for one run. */
export type WorkerShare = z.infer<typeof sharesSchema>[number];

/** What workers tell each other: that the limit changed, that the provider asks to wait, or that some of the limit came free. */
export type News = z.infer<typeof newsSchema>;

/** A task as it travels: as text, since a column of JSON keeps no order of members, which a model that judges reads, and takes no NUL. */
export interface SentTask {
  task: string;
}

export function sentTask(task: Task): SentTask {
  return { task: JSON.stringify(task) };
}

/** Null for anything but a task of ours. */
export function readTask(data: unknown): Task | null {
  const task = isObject(data) && typeof data.task === "string" ? parseObject(data.task) : undefined;
  return taskSchema.safeParse(task).success ? (task as unknown as Task) : null;
}

/** What a worker made of a task; null for anything else. */
export function readMade(stage: TaskStage, record: string): MadeBy[TaskStage] | null {
  const made = parseObject(record);
  const isWhole = made && (stage !== "execute" || [made.record, made.trace, made.prompts].every(isObject));
  return isWhole ? (made as unknown as MadeBy[TaskStage]) : null;
}

/** What a worker says that it does: nothing, where it says something else. */
export function readShares(work: string): WorkerShare[] {
  return sharesSchema.safeParse(jsonOf(work)).data ?? [];
}

export function readNews(payload: string): News | null {
  return newsSchema.safeParse(jsonOf(payload)).data ?? null;
}

/** @throws UserError `not-comparable` */
export function readConfig({ name, config }: Pick<RunOffer, "name" | "config">): Config {
  const found = configSchema.safeParse(jsonOf(config));
  if (found.success) return found.data;
  throw new UserError(
    "not-comparable",
    `the configuration of ${name} in the queue cannot be read by this version of scopebench`,
    {
      hint: "scopebench queue purge takes the run out of the queue; resume --queue enqueues it again",
    },
  );
}

/** Undefined for invalid JSON. */
function jsonOf(read: string): unknown {
  return parseObject(`{"value":${read}}`)?.value;
}
