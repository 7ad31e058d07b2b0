import pLimit, { type LimitFunction } from "p-limit";
import type { TokenUsage } from "../../../../agent/contract/contract.ts";
import { untilAborted } from "../../../../base/until-aborted.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { type LiveSteps, openLiveSteps } from "../../../dag/progress/steps.ts";
import type { Services } from "../../../dag/services.ts";
import type { ServedContext } from "../../../dag/stage.ts";
import type { Dispatcher, LevelSubstrate, MadeExecution } from "../../../dag/worker-pool.ts";
import { resolveConfig } from "../../../record/config/factors/resolve.ts";
import { type Configuration, executionName } from "../../../record/domain/names.ts";
import type { ExecutionKey, ExecutionRecord } from "../../../record/domain/records.ts";
import { readManifest } from "../../../record/run-directory/manifest.ts";
import { runPath } from "../../../record/run-directory/paths.ts";
import { readRecords, recordsOf } from "../../../record/run-directory/records.ts";
import { dispatcherOf, snapshotOf } from "../dispatcher-of.ts";
import { runnerOf } from "../system-of.ts";
import { writePrompts } from "../write-prompts.ts";
import { executeOne } from "./execute-one.ts";
import type { LossCount } from "./loss-count.ts";
import { spendingOf } from "./spending.ts";

/** Null for one that was cut off or ended by a lost server: it leaves no record, and is run again on resume. */
type Make = (
  key: ExecutionKey,
  scenario: Scenario,
) => Promise<{ record: ExecutionRecord; usage?: TokenUsage | undefined } | null>;

/** Who makes the executions of a run: this process, or a pool. */
interface Makers {
  of(configuration: Configuration, asked: { keys: readonly ExecutionKey[]; of: ServedContext }): Promise<Make>;
  limit: LimitFunction;
  /** Everything was made. */
  finish(): Promise<void>;
  /** However it ended. */
  close(): Promise<void>;
}

export async function openMakers(context: ServedContext, losses: LossCount): Promise<Makers> {
  const { stages } = await readManifest(context.runDirectory);
  const attempt = stages.execute?.attempts ?? 1;
  const { services } = context;
  if (services.pool?.makes("execute")) await services.close(); // Whoever executes has databases of its own.
  const dispatcher = await dispatcherOf("execute", context);
  return dispatcher ? poolMakers({ context, losses, dispatcher }) : ownMakers({ context, losses, attempt });
}

interface Making {
  context: ServedContext;
  losses: LossCount;
  /** Which start of the stage this is. */
  attempt: number;
}

function ownMakers({ context, losses, attempt }: Making): Makers {
  const { ceilings } = context.services;
  const watched: LiveSteps[] = [];
  const leave = (): null => {
    ceilings.leave("execute");
    return null;
  };
  return {
    limit: pLimit(context.config.concurrency),
    async of(configuration, { of }) {
      const own = { ...of, config: resolveConfig(of.config, configuration) };
      const run = await runnerOf(configuration, own);
      const steps = await openLiveSteps(context.runDirectory, configuration, context.effects.log);
      watched.push(steps);
      return async (key, scenario) => {
        const end = await ceilings.begin(`execute ${key.model}`);
        if (typeof end === "string") return leave();
        const ended = await executeOne(run, {
          key,
          scenario,
          attempt: `${attempt}`,
          context: own,
          steps: steps.begin(executionName(key), context.effects.now()),
          signal: losses.signal,
        }).catch((error: unknown) => {
          end();
          throw error;
        });
        end({ stage: "execute", ...spendingOf(ended.run.usage, { config: context.config, model: key.model }) });
        if (losses.signal.aborted && ended.run.outcome !== "success") return null;
        losses.count(key, ended.run);
        return ended.record && { record: ended.record, usage: ended.run.usage };
      };
    },
    finish: async () => undefined,
    close: async () => void (await Promise.all(watched.map((steps) => steps.close()))),
  };
}

/** Workers are told of a substrate that is not the run's own, which they open once for all of its configurations. */
async function levelSubstrate(
  of: ServedContext,
  { dispatcher, own }: { dispatcher: Dispatcher; own: Services },
): Promise<LevelSubstrate | undefined> {
  if (of.services === own) return undefined;
  const snapshot = await snapshotOf(of);
  await dispatcher.addSnapshot(snapshot);
  return { snapshot: snapshot.hash, corrective: of.config.corrective };
}

/** All that is missing is asked for at once: how many are made at a time is the workers' affair. */
function poolMakers({ context, losses, dispatcher }: Omit<Making, "attempt"> & { dispatcher: Dispatcher }): Makers {
  const { runDirectory, services } = context;
  const { signal } = losses;
  const finishing: (() => Promise<void>)[] = [];
  return {
    limit: pLimit(Number.POSITIVE_INFINITY),
    async of(configuration, { keys, of }) {
      const over = await levelSubstrate(of, { dispatcher, own: services });
      const records = await readRecords({ runDirectory, part: "rawOutput", configuration });
      const threads = new Set(records.map(({ thread_id }) => thread_id));
      // Of an execution that is made again the trace of before would stand in the way.
      const traces = await recordsOf({ runDirectory, part: "workerTraces", configuration }).open({
        keep: ({ thread_id }) => threads.has(thread_id),
      });
      finishing.push(() => traces.finish(keys));
      const keep = async ({ trace, prompts }: MadeExecution): Promise<void> => {
        await writePrompts(runPath(runDirectory, "workerTraces", "prompts"), prompts);
        if (!traces.has(trace)) await traces.append(trace);
      };
      return async (key, scenario) => {
        const ended = await untilAborted(
          dispatcher.make<"execute">({ stage: "execute", key, scenario, over }),
          signal,
        ).catch((why: unknown) => {
          if (!signal.aborted) throw why;
          return null;
        });
        if (ended === null) return null;
        if ("stopped" in ended) {
          services.ceilings.leave("execute");
          return null;
        }
        if ("lost" in ended) {
          losses.count(key, {
            outcome: "infrastructure",
            turns: [],
            error: { code: "server_lost", message: ended.lost },
          });
          return null;
        }
        losses.count(key, { outcome: ended.made.record.outcome, turns: [] });
        await keep(ended.made); // Before the record: a kill in between has it handed over again.
        return ended.made;
      };
    },
    async finish() {
      for (const finish of finishing) await finish();
    },
    close: () => dispatcher.stageOver(),
  };
}
