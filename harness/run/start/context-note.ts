import { CHARACTERS_A_TOKEN } from "../../../agent/models/tokens.ts";
import { count } from "../../../base/counts.ts";
import { resolveConfig } from "../../record/config/factors/resolve.ts";
import { configurationsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { contextNeeds, judgeNeeds } from "../preflight/context.ts";
import { JUDGE_CALL, tokensARequest } from "./estimate.ts";

/** Results that a model has before it at least, when it decides on the next step. */
const RESULTS_AT_ONCE = 2;

interface Worst {
  tokens: number;
  room: number;
  window: number;
  workflow: string;
}

/**
 * What to know of models whose requests are expected to exceed their declared windows: each model once, by its largest
 * request. What is expected is the larger of the published mean and of the prompt, the tools and two results.
 */
export async function contextNotes(config: Config): Promise<string[]> {
  const fixed = await contextNeeds(config);
  const worst = new Map<string, Worst>();
  for (const configuration of configurationsOf(config)) {
    const resolved = resolveConfig(config, configuration);
    const { model, workflow, knowledge } = configuration;
    for (const need of fixed.filter((one) => one.model === model && one.workflow === workflow)) {
      if (need.knowledge !== knowledge) continue;
      const shown = need.records ?? (RESULTS_AT_ONCE * resolved.limits.preview_chars) / CHARACTERS_A_TOKEN;
      const published = need.records === undefined ? tokensARequest(workflow, resolved) : 0;
      const tokens = Math.round(Math.max(published, need.fixed + shown));
      const known = worst.get(model);
      const { room, window } = need;
      if (tokens > room && tokens > (known?.tokens ?? 0)) worst.set(model, { tokens, room, window, workflow });
    }
  }
  const judges = judgeNeeds(config).filter(({ room }) => JUDGE_CALL.input > room);
  return [
    ...sayWorst(worst),
    ...judges.map(
      ({ model, window, room }) =>
        `${model}: a judge's requests are expected to take some ${count(JUDGE_CALL.input)} tokens, its context_window of ${count(window)} leaves ${count(room)}: verdicts may be blocked`,
    ),
  ];
}

function sayWorst(worst: ReadonlyMap<string, Worst>): string[] {
  return [...worst].map(
    ([model, { tokens, room, window, workflow }]) =>
      `${model}: requests of ${workflow} are expected to take some ${count(tokens)} tokens, its context_window of ${count(window)} leaves ${count(room)}: histories will be summarised early, and executions may fail with context_overflow`,
  );
}
