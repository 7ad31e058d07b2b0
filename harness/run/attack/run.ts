import { resolve } from "node:path";
import pLimit from "p-limit";
import { costOf } from "../../../agent/models/cost.ts";
import { estimateTokens } from "../../../agent/models/tokens.ts";
import { count, countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { UserError } from "../../../base/user-error.ts";
import { entityIdReader } from "../../../db/ports/entity-ids.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import type { Judge } from "../../judge/judges/judge.ts";
import { makePrimaryRubric } from "../../judge/judges/rubric-primary.ts";
import { makerOf } from "../../judge/kinds/registry.ts";
import { makeJudge } from "../../judge/make-judge.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { hang, printable, wrap } from "../../print/text.ts";
import { judgeFacts } from "../../record/config/judges.ts";
import type { Config } from "../../record/config/schema.ts";
import { toPrice } from "../../record/config/to-agent.ts";
import { withServices } from "../interactive/with-services.ts";
import { JUDGE_CALL } from "../start/estimate.ts";
import { type Attacked, type AttackInput, attackScenario, shownToJudge } from "./attack-scenario.ts";
import { readAttackFacts, STRATEGIES } from "./strategies.ts";

interface AttackOptions {
  config: Config;
  io: Io;
  json: boolean;
  /** The configuration's own judge is asked, in place of the rubric. */
  judge: boolean;
  /** Its price is said, and nobody asked. */
  price: boolean;
}

/** Answers every scenario of a file by every strategy, and says what can be had without looking for anything. */
export async function attackScenarios(file: string, { config, io, json, judge, price }: AttackOptions): Promise<void> {
  if (judge && judgeFacts(config.judges.primary).outside !== null)
    throw new UserError("config", "judges.primary judges outside of this process: it cannot be asked here", {
      hint: "name a judge of the kind llm, or leave out --judge",
    });
  const { scenarios } = await readScenarioSet(resolve(io.cwd, file));
  const known = scenarios.filter(({ truth }) => truth !== "unknown");
  const attacked = await withServices({ config, io }, async (services) => {
    const own = judge ? makeJudge("primary", { judges: config.judges, environment: io.environment }) : undefined;
    const input = await openAttack(await services.substrate(), config, { signal: io.signal, judge: own });
    io.error(wrap(sayPrice(known, { input, config }), io.columns, ""));
    return price ? null : attackAll(known, { input, concurrency: config.concurrency });
  });
  if (attacked === null) return;
  if (json) io.out(jsonText(attacked, {}));
  else for (const line of tellAttacked(attacked, io.columns)) io.out(line);
}

/** What the strategies and verdicts rest on; without a judge of one's own the rubric's, which asks no model. */
export async function openAttack(
  substrate: Substrate,
  { judges }: Pick<Config, "judges">,
  { judge, signal = new AbortController().signal }: { judge?: Judge | undefined; signal?: AbortSignal } = {},
): Promise<AttackInput> {
  const ids = await entityIdReader(substrate.sql, substrate.manifest.mapping);
  const thresholds = { entity: judges.entity_threshold, alignment: judges.alignment_threshold };
  const corpus = await readAttackFacts(substrate);
  return { corpus, ids, thresholds, judge: judge ?? makePrimaryRubric(thresholds), signal };
}

/** What of whom would be asked, and what it costs. */
export function sayPrice(
  scenarios: readonly Scenario[],
  { input, config }: { input: AttackInput; config: Config },
): string {
  const what = `${countOf(STRATEGIES.length, "strategy", "strategies")} over ${countOf(scenarios.length, "scenario")}`;
  const { judge } = input;
  if (judge.standIn) return `${what}: no model is asked, so it costs nothing`;
  const shown = scenarios.flatMap((scenario) => shownToJudge(scenario, input));
  const prompt = estimateTokens(JSON.stringify(makerOf(config.judges.primary).code(config.judges.primary)));
  const tokens = {
    input: shown.reduce((sum, text) => sum + prompt + estimateTokens(text), 0),
    output: JUDGE_CALL.output * shown.length,
  };
  const cost = costOf(toPrice(judgeFacts(config.judges.primary).chain[0]?.price), tokens);
  const dollars = cost === null ? "at a price that is unknown" : `about $${cost.toFixed(2)}`;
  const asked = `${countOf(shown.length, "verdict")} of ${printable(judge.evaluator)}`;
  return `${what}: ${asked}, about ${count(tokens.input)} tokens in and ${count(tokens.output)} out, ${dollars}`;
}

async function attackAll(
  scenarios: readonly Scenario[],
  { input, concurrency }: { input: AttackInput; concurrency: number },
): Promise<Attacked[]> {
  const limit = pLimit(concurrency);
  const attacked = scenarios.map((scenario) =>
    limit(() => {
      input.signal.throwIfAborted();
      return attackScenario(scenario, input);
    }),
  );
  return (await Promise.all(attacked)).flat();
}

/** A line for each strategy, then the scenarios that one gets for nothing. */
export function tellAttacked(attacked: readonly Attacked[], columns: number): string[] {
  const byStrategy = grouped(attacked, ({ strategy }) => strategy);
  const width = Math.max(...STRATEGIES.map(({ name }) => name.length));
  const lines = STRATEGIES.flatMap(({ name, does }) => {
    const own = byStrategy.get(name) ?? [];
    const [answerable, not] = [own.filter((one) => one.answerable), own.filter((one) => !one.answerable)];
    const counted = [answerable, not].map((part) => `${part.filter(isHad).length} of ${part.length}`);
    const said = `gets ${counted[0]} answerable and ${counted[1]} unanswerable: it ${does}`;
    return hang(name.padEnd(width), said, columns).split("\n");
  });
  const had = [...grouped(attacked.filter(isSuspect), ({ scenario }) => scenario)];
  const named = had.flatMap(([id, own]) =>
    hang(`  ${printable(id, { singleLine: true })}`, sayHad(own), columns).split("\n"),
  );
  const about =
    had.length === 0
      ? "No scenario can be had for nothing, but the unanswerable ones by who always abstains: look at balanced accuracy, where that is worth .5."
      : "Had for nothing (a scenario whose verdict says little of an agent):";
  const missing = attacked.filter(({ judge_passes }) => judge_passes === null).length;
  const unasked =
    missing === 0 ? [] : wrap(`${countOf(missing, "answer")} without the judge's verdict.`, columns, "").split("\n");
  return [...lines, "", ...wrap(about, columns, "").split("\n"), ...named, ...unasked];
}

/** By which verdict a strategy gets what. */
export function sayHad(attacked: readonly Attacked[]): string {
  return attacked
    .filter(isHad)
    .map(({ strategy, passes, judge_passes }) =>
      passes && judge_passes ? strategy : `${strategy} (${passes ? "functional" : "judge"})`,
    )
    .map((said) => printable(said))
    .join(", ");
}

function isHad({ passes, judge_passes }: Attacked): boolean {
  return passes || judge_passes === true;
}

/** To abstain is right where there is nothing to find: that is no fault of the scenario. */
export function isSuspect(one: Attacked): boolean {
  return isHad(one) && (one.answerable || one.strategy !== "abstain");
}
