import { existsSync } from "node:fs";
import { readJsonLines } from "../../../base/json-lines.ts";
import { JUDGE_ROLES, judgeFacts } from "../../record/config/judges.ts";
import type { Config } from "../../record/config/schema.ts";
import type { SpentRecord } from "../../record/domain/records.ts";
import type { StageName } from "../../record/run-directory/graph.ts";
import { runPath } from "../../record/run-directory/paths.ts";

/** What a run's judges took, by its ledger: verdicts that were given again count again. */
export interface JudgeSpending {
  tokens: number;
  /** US dollars; null when a price is unknown. */
  cost: number | null;
  /** True where some judge does not tell what it took. */
  unreported: boolean;
}

const JUDGING: readonly (string | null)[] = ["judge", "calibrate", "meta-judge"] satisfies StageName[];

export async function judgeSpending(runDirectory: string, { judges }: Pick<Config, "judges">): Promise<JudgeSpending> {
  const facts = JUDGE_ROLES.map((role) => judgeFacts(judges[role]));
  if (facts.every(({ standIn }) => standIn)) return { tokens: 0, cost: 0, unreported: false };
  const path = runPath(runDirectory, "spent");
  const lines = (await readJsonLines<SpentRecord>(path)).filter(({ stage }) => JUDGING.includes(stage));
  // An evaluator outside tells nobody; what a run spent before it kept a ledger is not known either.
  const unreported = facts.some(({ outside }) => outside !== null) || !existsSync(path);
  const unpriced = unreported || lines.some(({ cost_usd }) => cost_usd === null);
  return {
    tokens: lines.reduce((sum, { tokens }) => sum + tokens, 0),
    cost: unpriced ? null : lines.reduce((sum, { cost_usd }) => sum + (cost_usd ?? 0), 0),
    unreported,
  };
}
