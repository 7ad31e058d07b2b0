import { rm } from "node:fs/promises";
import { configurationFrom, consentTo } from "../../../base/consent/consent.ts";
import { parseObject } from "../../../base/json-object.ts";
import type { Outages } from "../../../base/outages/outages.ts";
import { UserError } from "../../../base/user-error.ts";
import { makeScratchFolder } from "../../../base/whole-folder.ts";
import type { Services } from "../../dag/services.ts";
import type { Task } from "../../dag/worker-pool.ts";
import { resolveConfig } from "../../record/config/factors/resolve.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { type Configuration, configurationName, keyOf } from "../../record/domain/names.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";
import type { Effects } from "../../record/effects.ts";
import type { Need } from "../../record/run-directory/graph.ts";
import { actsOf } from "../preflight/acts.ts";
import { checkExternalAgents } from "../preflight/external-agents.ts";
import { checkCrossEncoder, checkKeys, keyedModels } from "../preflight/keys.ts";
import { substrateKey } from "../stages/execute/by-substrate.ts";
import { executeOne } from "../stages/execute/execute-one.ts";
import { type LossCount, makeLossCount } from "../stages/execute/loss-count.ts";
import { spendingOf } from "../stages/execute/spending.ts";
import { toExtraction } from "../stages/extract/extraction.ts";
import { openServices } from "../stages/open-services.ts";
import { runnerOf, systemOf } from "../stages/system-of.ts";
import type { QueueDatabase } from "./database.ts";
import { readConfig } from "./foreign.ts";
import { type Lane, lanesOf } from "./lanes.ts";
import { OneSubstrate } from "./one-substrate.ts";
import type { MadeRecord, Unmade } from "./record-table.ts";
import type { RunOffer } from "./run-table.ts";
import { fetchSnapshot } from "./snapshots/fetch.ts";
import { openJudges } from "./worker-judges.ts";

interface WorkerRunOptions {
  offer: RunOffer;
  database: QueueDatabase;
  effects: Effects;
  outages: Outages;
  /** Cuts what is being made. */
  signal: AbortSignal;
  /** Models whose jobs are taken, where the user chose. */
  only: readonly string[] | undefined;
}

/** One run, as a worker works on it. */
export interface WorkerRun {
  config: Config;
  /** Of whose tasks this worker has what they need. */
  lanes: readonly Lane[];
  make(task: Task, attempt: string): Promise<MadeRecord | Unmade>;
  close(): Promise<void>;
}

/**
 * Opens a run's corpus and its agents, over databases of this worker's own.
 * @throws UserError `not-comparable` where the corpus is another than the coordinator's, `credentials` where no model has its key
 */
export async function openWorkerRun(options: WorkerRunOptions): Promise<WorkerRun> {
  const { offer, database, effects, outages, signal, only } = options;
  const config = readConfig(offer);
  const lanes = await takeable(config, { only, effects });
  const mine = ofModels(
    config,
    lanes.map(({ name }) => name),
  );
  await configurationFrom({ type: "sent" });
  await consentTo(actsOf(mine, { needs: WORKERS_NEEDS, environment: effects.environment }));
  const folder = await makeScratchFolder("worker");
  const fetch = (snapshot: string) => fetchSnapshot({ ...effects, database, snapshot, signal, say: effects.log });
  const services = openServices({ config: mine, effects, signal, outages, snapshotHash: offer.snapshot, fetch });
  const substrates = new OneSubstrate({ snapshot: offer.snapshot, services });
  const close = async (): Promise<void> => {
    await substrates.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await checkSnapshot(services, offer);
    const context = { config: mine, effects, services, runDirectory: folder, signal };
    await checkAgents(offer, context);
    const losses = makeLossCount(context);
    const judges = openJudges(context);
    const own = { snapshot: offer.snapshot, open: async () => services };
    // What cannot be executed ends its task, and no worker: whoever writes into the queue may send anything.
    const make: WorkerRun["make"] = async (task, attempt) => {
      if (task.stage !== "execute") return substrates.use(own, () => judges(task, signal));
      const executed = executedAs(task, mine);
      const { snapshot } = task.over ?? offer;
      const open = () => openLevel(services, { config: executed.group, name: offer.name, snapshot });
      return substrates.use(task.over ? { snapshot, open } : own, (over) =>
        execute(task, { attempt, context: { ...context, services: over, config: executed.group }, losses, executed }),
      );
    };
    return { config, lanes, make, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A queue brings configurations: whoever can write into it decides what this machine would run. */
const WORKERS_NEEDS: readonly Need[] = ["substrate", "models", "external_agents", "primary", "calibration", "meta"];

/** The substrate of a level of the run. @throws UserError `not-comparable` where it is another than the coordinator's */
async function openLevel(
  services: Services,
  { config, ...expected }: { config: Config } & Pick<RunOffer, "name" | "snapshot">,
): Promise<Services> {
  const level = services.forConfig(config, expected.snapshot);
  await checkSnapshot(level, expected);
  return level;
}

async function checkSnapshot(
  services: Pick<Services, "snapshot">,
  { name, snapshot }: Pick<RunOffer, "name" | "snapshot">,
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

/** What a user adds to the agents lies on each machine by itself. @throws UserError `not-comparable` */
async function checkAgents(
  { name: run, agents }: RunOffer,
  context: Pick<Making["context"], "config" | "services" | "runDirectory">,
): Promise<void> {
  const { config, services } = context;
  const system = config.models.length > 0 ? [await services.system(context)] : [];
  const external = config.external_agents.length > 0 ? (await services.externalAgents(context)).values() : [];
  const expected = parseObject(agents) ?? {};
  const others = [...system, ...external].filter(({ name, version }) => expected[name] !== version);
  if (others.length === 0) return;
  throw new UserError("not-comparable", `this worker's agents are not those of ${run}`, {
    problems: others.map(({ name, version }) => `${name}: expected version ${expected[name]}, found ${version}`),
    hint: "give the worker the files that the run's configuration names, as the coordinator has them",
  });
}

function ofModels(config: Config, names: readonly string[]): Config {
  return {
    ...config,
    models: config.models.filter(({ name }) => names.includes(name)),
    external_agents: config.external_agents.filter(({ name }) => names.includes(name)),
  };
}

async function takeable(
  config: Config,
  { only, effects: { environment, log } }: Pick<WorkerRunOptions, "only" | "effects">,
): Promise<Lane[]> {
  const all = lanesOf(config);
  const wanted = all.filter(({ name }) => only === undefined || only.includes(name));
  const problems = new Set<string>();
  const lanes: Lane[] = [];
  for (const lane of wanted) {
    const part = ofModels(config, [lane.name]);
    try {
      checkKeys(keyedModels(part, ["models", lane.id]), environment);
      if (part.models.length > 0) checkCrossEncoder(config, environment);
      await checkExternalAgents(part, environment);
      lanes.push(lane);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      for (const problem of error.problems.length > 0 ? error.problems : [error.message]) problems.add(problem);
    }
  }
  if (lanes.length === 0)
    throw new UserError("credentials", "this worker can take no task of the run", {
      problems:
        problems.size > 0
          ? [...problems]
          : [`--only: expected some of ${all.map(({ name }) => name).join(", ")}, found ${only?.join(", ")}`],
      hint: "keys come from the worker's own environment, by the names that the run's configuration gives",
    });
  for (const problem of problems) log(`tasks left to other workers: ${problem}`);
  return lanes;
}

interface Making {
  attempt: string;
  context: Parameters<typeof systemOf>[1] & Pick<WorkerRunOptions, "effects" | "signal"> & { config: Config };
  losses: LossCount;
  executed: Executed;
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
  const { thread_id, assistant_id } = record;
  const system = await systemOf(configuration, context);
  const trace = await system.readTrace({ threadId: thread_id, assistantId: assistant_id });
  const made = {
    record,
    usage: told.usage,
    trace: { ...toExtraction(record, trace), thread_id },
    prompts: trace.prompts ?? {},
  };
  return { made, final: true, ...spent };
}

type ExecuteTask = Extract<Task, { stage: "execute" }>;

function configurationOf(key: Configuration, config: Config): Configuration {
  const found = configurationsOf(config).find((one) => configurationName(one) === configurationName(key));
  if (!found) throw new Error(`the run has no configuration ${configurationName(key)}`);
  return found;
}
