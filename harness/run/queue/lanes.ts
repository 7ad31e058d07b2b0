import type { Task } from "../../dag/worker-pool.ts";
import { JUDGE_ROLES, type JudgeRole, judgingModels } from "../../record/config/judges.ts";
import { modelNames } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";

/** Tasks that need the same keys: of a model, or of a judge. A worker takes the lanes that it has the keys for. */
export interface Lane {
  /** For people: the model's name, or the judge's role. */
  name: string;
  /** Part of the queue's name. */
  id: string;
}

const JUDGE_OF = { judge: "primary", baselines: "primary", calibrate: "calibration", "meta-judge": "meta" } as const;

/** All of a run. Only language models judge elsewhere: what decides by rules takes less than a job. */
export function lanesOf(config: Config): Lane[] {
  const judges = JUDGE_ROLES.filter((role) => judgingModels(config.judges, [role]).length > 0);
  return [...modelNames(config).map((name, index) => ({ name, id: String(index) })), ...judges.map(judgeLane)];
}

function judgeLane(role: JudgeRole): Lane {
  return { name: `judge ${role}`, id: role };
}

export function laneOf(task: Task, config: Config): Lane {
  if (task.stage !== "execute") return judgeLane(JUDGE_OF[task.stage]);
  const { model } = task.key;
  return { name: model, id: String(modelNames(config).indexOf(model)) };
}

export function roleOf<S extends keyof typeof JUDGE_OF>(stage: S): (typeof JUDGE_OF)[S] {
  return JUDGE_OF[stage];
}
