import type { PgBoss } from "pg-boss";
import { Outages } from "../../base/outages/outages.ts";
import { NO_CEILINGS } from "../../harness/dag/ceilings/ceilings.ts";
import type { Ended, MadeExecution, MadeRecord, Task } from "../../harness/dag/worker-pool.ts";
import { type Config, configSchema } from "../../harness/record/config/schema.ts";
import type { ExecutionKey } from "../../harness/record/domain/records.ts";
import { makeEffects } from "../../harness/record/effects.ts";
import { createRun } from "../../harness/record/run-directory/create.ts";
import { closeBoss, openBoss } from "../../harness/run/queue/boss.ts";
import { openWorkerPool } from "../../harness/run/queue/coordinator.ts";
import { QueueDatabase } from "../../harness/run/queue/database.ts";
import { lanesOf } from "../../harness/run/queue/lanes.ts";

import { openRuns } from "../../harness/run/queue/run-table.ts";
import { prepareSchema } from "../../harness/run/queue/schema.ts";
import { Slots } from "../../harness/run/queue/slots.ts";
import type { Scenario } from "../../scenarios/set/schema.ts";

const MODELS = ["a", "b", "c"];

interface Party {
  /** Of the queue. */
  url: string;
  config: Config;
  log(message: string): void;
}

export function smallConfig(folder: string): Config {
  const models = MODELS.map((name) => ({ name, provider: "policy", model: "sprinter" }));
  return configSchema.parse({ models, runs_dir: folder });
}

/** Of `coordinate`, in its order. */
export function cellNames(count: number): string[] {
  return keysOf(count).map(nameOfKey);
}

interface Coordinated {
  executions: number;
  begun?: () => Promise<void>;
  scenarioOf?: (repeat: number) => Scenario;
  took?: (made: MadeExecution) => void;
}

/** A coordinator with so many executions to be made. Gives their names in order, as they came back. */
export async function coordinate(
  { url, config, log }: Party,
  { executions, begun, scenarioOf = () => ({ id: "S001" }) as Scenario, took }: Coordinated,
): Promise<string[]> {
  const pool = await openWorkerPool({ url, takeOverSeconds: 30, weight: 1, waitMs: 10_000, log });
  const runDirectory = await createRun(config, makeEffects({ environment: {}, log: () => undefined }));
  const dispatcher = await pool.begin({
    ...{ runDirectory, config, snapshot: { hash: "none" }, agents: {}, startsAfresh: true },
    ...{ signal: new AbortController().signal, ceilings: NO_CEILINGS, log },
  });
  await begun?.();
  const made = await Promise.all(
    keysOf(executions).map((key) =>
      dispatcher.make<"execute">({ stage: "execute", key, scenario: scenarioOf(key.repeat) }),
    ),
  );
  for (const one of made) if (one && "made" in one) took?.(one.made);
  await pool.finish(true);
  await pool.close();
  return made.map(nameOf);
}

/** As a worker does, with executions of no time, until it is over. */
export async function work(
  { url, config, log }: Party,
  { worker, isOver, saw }: { worker: string; isOver(): boolean; saw?(task: Task): void },
): Promise<void> {
  const database = await QueueDatabase.open(url, new Outages({ log }));
  await prepareSchema(database);
  let boss: PgBoss | undefined;
  let slots: Slots | undefined;
  while (!isOver()) {
    const offers = await openRuns(database);
    if (offers.length > 0 && !slots) {
      boss = await openBoss(database, { coordinates: false, log });
      slots = new Slots({ worker, boss, database, say: log });
    }
    const make = async (task: Task) => {
      saw?.(task);
      return madeOf(task);
    };
    const runs = offers.map((offer) => ({ offer, run: { lanes: lanesOf(config), make } }));
    await slots?.take(runs, 8 - slots.busy);
    await slots?.beat({ id: worker, slots: 8, ...slots.state(runs) });
    slots?.throwIfFailed();
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  if (boss) await closeBoss(boss);
  await database.close();
}

function keysOf(count: number): ExecutionKey[] {
  const cell = { scenario_id: "S001", workflow: "react", knowledge: "prompt" } as const;
  return Array.from({ length: count }, (_, repeat) => ({ ...cell, model: MODELS[repeat % 3] as string, repeat }));
}

function nameOfKey({ model, repeat }: Pick<ExecutionKey, "model" | "repeat">): string {
  return `${model}${repeat}`;
}

function nameOf(ended: Ended<"execute">): string {
  return ended && "made" in ended ? nameOfKey(ended.made.record) : JSON.stringify(ended);
}

/** With what was asked in its trace. */
function madeOf({ key, scenario }: Task): MadeRecord {
  const record = { ...key, thread_id: "t", outcome: "success" };
  return {
    made: { record, trace: scenario, prompts: {} },
    final: true,
    tokens: 0,
    costUsd: 0,
  } as unknown as MadeRecord;
}
