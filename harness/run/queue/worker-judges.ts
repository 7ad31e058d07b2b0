import type { IdReader } from "../../../base/ids/id-reader.ts";
import { entityIdReader } from "../../../db/ports/entity-ids.ts";
import type { Services } from "../../dag/services.ts";
import type { MadeRecord, Task, Unmade } from "../../dag/worker-pool.ts";
import type { JudgeOutcome, MetaOutcome } from "../../judge/judges/judge.ts";
import { makeJudge, makeMetaJudge } from "../../judge/make-judge.ts";
import type { Config } from "../../record/config/schema.ts";
import type { Effects } from "../../record/effects.ts";
import { isSettled } from "../stages/judge/verdict.ts";
import { roleOf } from "./lanes.ts";

type JudgeTask = Exclude<Task, { stage: "execute" }>;

interface Needs {
  config: Config;
  effects: Pick<Effects, "environment">;
  services: Pick<Services, "substrate" | "snapshot">;
}

/** The judges of a run, in a worker; opened on first use. */
export function openJudges(needs: Needs): (task: JudgeTask, signal: AbortSignal) => Promise<MadeRecord | Unmade> {
  let ids: Promise<IdReader> | undefined;
  return async (task, signal) => {
    ids ??= readIds(needs.services);
    const made = await judgeOn(task, { ...needs, ids: await ids, signal }).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    if (made === null) return { lost: null, tokens: 0, costUsd: 0 }; // A request that was cut tells nothing.
    const { usage } = made;
    const tokens = usage ? usage.tokens_in + usage.tokens_out : 0;
    return { made, final: isSettled(made), tokens, costUsd: usage ? usage.cost : 0 };
  };
}

async function judgeOn(
  task: JudgeTask,
  { config: { judges }, effects: { environment }, ids, signal }: Needs & { ids: IdReader; signal: AbortSignal },
): Promise<JudgeOutcome | MetaOutcome> {
  const judged = { scenario: task.scenario, extraction: task.extraction, ids };
  if (task.stage === "meta-judge")
    return makeMetaJudge({ judges, environment }).arbitrate({ ...judged, a: task.a, b: task.b }, signal);
  return makeJudge(roleOf(task.stage), { judges, environment }).judge(judged, signal);
}

/** As the run's own list of ids gives it. */
async function readIds(services: Needs["services"]): Promise<IdReader> {
  const [{ sql }, { mapping }] = [await services.substrate(), await services.snapshot()];
  return entityIdReader(sql, mapping);
}
