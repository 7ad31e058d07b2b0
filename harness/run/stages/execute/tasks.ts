import { UserError } from "../../../../base/user-error.ts";
import type { Services } from "../../../dag/services.ts";
import type { ServedContext } from "../../../dag/stage.ts";
import type { MadeRecord, Task, Unmade } from "../../../dag/worker-pool.ts";
import { resolveConfig } from "../../../record/config/factors/resolve.ts";
import { configurationsOf } from "../../../record/config/matrix.ts";
import type { Config } from "../../../record/config/schema.ts";
import { type Configuration, configurationName, keyOf } from "../../../record/domain/names.ts";
import type { ExecutionKey } from "../../../record/domain/records.ts";
import { toExtraction } from "../extract/extraction.ts";
import { runnerOf, systemOf } from "../system-of.ts";
import { substrateKey } from "./by-substrate.ts";
import { executeOne } from "./execute-one.ts";
import type { LossCount } from "./loss-count.ts";
import { OneSubstrate } from "./one-substrate.ts";
import { spendingOf } from "./spending.ts";

type Context = Pick<ServedContext, "config" | "effects" | "services" | "runDirectory" | "signal"> & {
  /** Null: its state is kept in memory, and let go of with each execution. */
  journal?: null;
};

/** A run as those see it who make executions in its process' place. */
interface Offered {
  name: string;
  /** Hash of its own substrate. */
  snapshot: string;
  losses: Pick<LossCount, "signal" | "count">;
}

type ExecuteTask = Extract<Task, { stage: "execute" }>;

/** Makes a run's executions elsewhere than in its process, one substrate after the other. */
export interface Tasks {
  /** Rejects where the run cannot have sent the task. */
  execute(task: ExecuteTask, attempt: string): Promise<MadeRecord | Unmade>;
  /** Does something over the run's own substrate. */
  overOwn<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

export function openTasks(context: Context, { name, snapshot, losses }: Offered): Tasks {
  const { services, config } = context;
  const substrates = new OneSubstrate({ snapshot, services });
  const own = { snapshot, open: async () => services };
  return {
    overOwn: (work) => substrates.use(own, work),
    async execute(task, attempt) {
      const executed = executedAs(task, config);
      const of = task.over?.snapshot ?? snapshot;
      const open = () => openLevel(services, { config: executed.group, name, snapshot: of });
      return substrates.use(task.over ? { snapshot: of, open } : own, (over) =>
        execute(task, { attempt, context: { ...context, services: over, config: executed.group }, losses, executed }),
      );
    },
    close: () => substrates.close(),
  };
}

/** The substrate of a level of the run. @throws UserError `not-comparable` where it is another than the run's process has */
async function openLevel(
  services: Services,
  { config, ...expected }: { config: Config } & Pick<Offered, "name" | "snapshot">,
): Promise<Services> {
  const level = services.forConfig(config, expected.snapshot);
  await checkSnapshot(level, expected);
  return level;
}

export async function checkSnapshot(
  services: Pick<Services, "snapshot">,
  { name, snapshot }: Pick<Offered, "name" | "snapshot">,
): Promise<void> {
  const { snapshot_hash: found } = await services.snapshot();
  if (found === snapshot) return;
  throw new UserError(
    "not-comparable",
    `this worker's corpus is not that of ${name}: expected snapshot ${snapshot}, found ${found}`,
    {
      hint: "give the worker the same database servers",
    },
  );
}

/** A task's configuration, and the run's over the substrate that it is executed over. */
interface Executed {
  key: ExecutionKey;
  configuration: Configuration;
  group: Config;
}

function executedAs({ key: given, over }: ExecuteTask, config: Config): Executed {
  const key = keyOf(given); // A queue does not keep the order of members.
  const configuration = configurationOf(key, config);
  const { substrate } = resolveConfig(config, configuration);
  if ((over === undefined) !== (substrateKey({ substrate }) === substrateKey(config)))
    throw new Error(`${configurationName(configuration)} is executed over another substrate than the coordinator says`);
  return { key, configuration, group: over ? { ...config, substrate, corrective: over.corrective } : config };
}

interface Making extends Pick<Offered, "losses"> {
  attempt: string;
  context: Context;
  executed: Executed;
}

async function execute(
  { scenario }: ExecuteTask,
  { attempt, context, losses, executed: { key, configuration } }: Making,
): Promise<MadeRecord | Unmade> {
  const own = { ...context, config: resolveConfig(context.config, configuration) };
  const run = await runnerOf(configuration, own);
  const ended = await executeOne(run, { key, scenario, attempt, context: own, signal: losses.signal });
  const { record, run: told } = ended;
  const spent = spendingOf(told.usage, { config: context.config, model: key.model });
  if (losses.signal.aborted && told.outcome !== "success") return { lost: null, ...spent };
  losses.count(key, told);
  if (record === null) return { lost: told.error?.message ?? "no server answered", ...spent };
  const ids = { threadId: record.thread_id, assistantId: record.assistant_id };
  const system = await systemOf(configuration, context);
  const trace = await system.readTrace(ids);
  await system.forget?.(ids);
  const made = {
    record,
    usage: told.usage,
    trace: { ...toExtraction(record, trace), thread_id: record.thread_id },
    prompts: trace.prompts ?? {},
  };
  return { made, final: true, ...spent };
}

function configurationOf(key: Configuration, config: Config): Configuration {
  const found = configurationsOf(config).find((one) => configurationName(one) === configurationName(key));
  if (!found) throw new Error(`the run has no configuration ${configurationName(key)}`);
  return found;
}
