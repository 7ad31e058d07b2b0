import { capJudge, capMetaJudge } from "../../dag/ceilings/capped-judge.ts";
import type { ServedContext } from "../../dag/stage.ts";
import type { Dispatcher, TaskStage } from "../../dag/worker-pool.ts";
import type { Judge, MetaJudge } from "../../judge/judges/judge.ts";
import { withoutRuling } from "../../judge/judges/without-ruling.ts";
import { type JudgeRole, judgingModels } from "../../record/config/judges.ts";
import { keyOf } from "../../record/domain/names.ts";
import { dispatcherOf } from "./dispatcher-of.ts";

/** A judge as a stage asks it, and how much of it at a time. */
interface Placed<J> {
  judge: J;
  /** Verdicts at a time. */
  concurrency: number;
  /** Configurations at a time. */
  files: number;
}

type JudgeStage = Exclude<TaskStage, "execute" | "meta-judge">;

/** Language models judge where the pool is, all other judges here. */
export async function placeJudge(judge: Judge, stage: JudgeStage, context: ServedContext): Promise<Placed<Judge>> {
  const role = stage === "calibrate" ? "calibration" : "primary";
  const dispatcher = asksModels(context, role) ? await dispatcherOf(stage, context) : null;
  if (dispatcher) return elsewhere(judgeOver(dispatcher, judge, stage, context));
  return here(capJudge(judge, { stage, ceilings: context.services.ceilings }), context);
}

export async function placeMetaJudge(judge: MetaJudge, context: ServedContext): Promise<Placed<MetaJudge>> {
  const dispatcher = asksModels(context, "meta") ? await dispatcherOf("meta-judge", context) : null;
  if (dispatcher) return elsewhere(metaJudgeOver(dispatcher, judge, context));
  return here(capMetaJudge(judge, { stage: "meta-judge", ceilings: context.services.ceilings }), context);
}

function asksModels({ config }: ServedContext, role: JudgeRole): boolean {
  return judgingModels(config.judges, [role]).length > 0;
}

/**
 * Workers decide how many are judged at once; taken from several configurations, so that none is waited for alone. The limit is for memory:
 * a task holds a whole trace, some 100 kB, and 4,000 of them keep 250 workers of 16 slots at work.
 */
function elsewhere<J>(judge: J): Placed<J> {
  return { judge, concurrency: 1_000, files: 4 };
}

function here<J extends Judge | MetaJudge>(judge: J, { config }: ServedContext): Placed<J> {
  return { judge, concurrency: judge.standIn ? 1 : config.concurrency, files: 1 };
}

function judgeOver(
  dispatcher: Dispatcher,
  { evaluator, standIn }: Judge,
  stage: JudgeStage,
  context: ServedContext,
): Judge {
  return {
    evaluator,
    standIn,
    async judge({ scenario, extraction }, signal) {
      const ended = await dispatcher.make<JudgeStage>({ stage, key: keyOf(extraction), scenario, extraction });
      if (ended !== null && "made" in ended) return ended.made;
      const reason = whyNot(ended, { stage, context, signal });
      return {
        ...{ type: "blocked", evaluator, stand_in: standIn, judgement: null },
        ...{ reason, claims_disagree: [], attempts: [] },
      };
    },
  };
}

function metaJudgeOver(dispatcher: Dispatcher, { evaluator, standIn }: MetaJudge, context: ServedContext): MetaJudge {
  const stage = "meta-judge";
  return {
    evaluator,
    standIn,
    async arbitrate({ scenario, extraction, a, b }, signal) {
      const ended = await dispatcher.make<typeof stage>({ stage, key: keyOf(extraction), scenario, extraction, a, b });
      if (ended !== null && "made" in ended) return ended.made;
      const reason = whyNot(ended, { stage, context, signal });
      return withoutRuling({ type: "blocked", evaluator, stand_in: standIn, reason });
    },
  };
}

interface Refused {
  stage: TaskStage;
  context: ServedContext;
  signal: AbortSignal;
}

/** @throws the signal's reason where it was aborted */
function whyNot(ended: { lost: string } | { stopped: string } | null, { stage, context, signal }: Refused): string {
  if (ended === null) {
    signal.throwIfAborted();
    throw new Error("the pool ended its work before everything was made");
  }
  if ("lost" in ended) return `no worker could judge it: ${ended.lost}`;
  context.services.ceilings.leave(stage);
  return ended.stopped;
}
