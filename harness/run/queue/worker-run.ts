import { rm } from "node:fs/promises";
import { configurationFrom, consentTo } from "../../../base/consent/consent.ts";
import { parseObject } from "../../../base/json-object.ts";
import type { Outages } from "../../../base/outages/outages.ts";
import { UserError } from "../../../base/user-error.ts";
import { makeScratchFolder } from "../../../base/whole-folder.ts";
import type { ServedContext } from "../../dag/stage.ts";
import type { MadeRecord, Task, Unmade } from "../../dag/worker-pool.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Effects } from "../../record/effects.ts";
import type { Need } from "../../record/run-directory/graph.ts";
import { actsOf } from "../preflight/acts.ts";
import { checkExternalAgents } from "../preflight/external-agents.ts";
import { checkCrossEncoder, checkKeys, keyedModels } from "../preflight/keys.ts";
import { checkSomeTokens } from "../preflight/live-sources.ts";
import { makeLossCount } from "../stages/execute/loss-count.ts";
import { checkSnapshot, openTasks } from "../stages/execute/tasks.ts";
import { openServices } from "../stages/open-services.ts";
import type { QueueDatabase } from "./database.ts";
import { readConfig } from "./foreign.ts";
import { type Lane, lanesOf } from "./lanes.ts";
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
  const context = { config: mine, effects, services, runDirectory: folder, signal };
  const tasks = openTasks(context, { ...offer, losses: makeLossCount(context) });
  const close = async (): Promise<void> => {
    await tasks.close();
    await rm(folder, { recursive: true, force: true });
  };
  try {
    await checkSnapshot(services, offer);
    await checkAgents(offer, context);
    const judges = openJudges(context);
    // What cannot be executed ends its task, and no worker: whoever writes into the queue may send anything.
    const make: WorkerRun["make"] = (task, attempt) =>
      task.stage === "execute" ? tasks.execute(task, attempt) : tasks.overOwn(() => judges(task, signal));
    return { config, lanes, make, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A queue brings configurations: whoever can write into it decides what this machine would run. */
const WORKERS_NEEDS: readonly Need[] = ["substrate", "models", "external_agents", "primary", "calibration", "meta"];

/** What a user adds to the agents lies on each machine by itself. @throws UserError `not-comparable` */
async function checkAgents(
  { name: run, agents }: RunOffer,
  context: Pick<ServedContext, "config" | "services" | "runDirectory">,
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
      if (part.models.length > 0) {
        checkCrossEncoder(config, environment);
        checkSomeTokens(config, environment);
      }
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
