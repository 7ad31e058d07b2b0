import { resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { idReader } from "../../../base/ids/id-reader.ts";
import { readEntityIds } from "../../../db/ports/entity-ids.ts";
import type { Substrate } from "../../../db/ports/ports.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { hang, printable, wrap } from "../../print/text.ts";
import type { Config } from "../../record/config/schema.ts";
import { withServices } from "../interactive/with-services.ts";
import { type Attacked, type AttackInput, attackScenario } from "./attack-scenario.ts";
import { readAttackFacts, STRATEGIES } from "./strategies.ts";

/** Answers every scenario of a file by every strategy, and says what can be had without looking for anything. */
export async function attackScenarios(
  file: string,
  { config, io, json }: { config: Config; io: Io; json: boolean },
): Promise<void> {
  const { scenarios } = await readScenarioSet(resolve(io.cwd, file));
  const known = scenarios.filter(({ truth }) => truth !== "unknown");
  io.error(
    wrap(
      `${countOf(STRATEGIES.length, "strategy", "strategies")} over ${countOf(known.length, "scenario")}: no model is asked, so it costs nothing`,
      io.columns,
      "",
    ),
  );
  const attacked = await withServices({ config, io }, async (services) =>
    attackAll(known, await openAttack(await services.substrate(), config, io.signal)),
  );
  if (json) io.out(jsonText(attacked, {}));
  else for (const line of tellAttacked(attacked, io.columns)) io.out(line);
}

/** What the strategies and verdicts rest on. */
export async function openAttack(
  substrate: Substrate,
  { judges }: Pick<Config, "judges">,
  signal = new AbortController().signal,
): Promise<AttackInput> {
  const ids = idReader(await readEntityIds(substrate.sql), substrate.manifest.mapping);
  const thresholds = { entity: judges.entity_threshold, alignment: judges.alignment_threshold };
  return { corpus: await readAttackFacts(substrate), ids, thresholds, signal };
}

async function attackAll(scenarios: readonly Scenario[], input: AttackInput): Promise<Attacked[]> {
  const results: Attacked[] = [];
  for (const scenario of scenarios) {
    input.signal.throwIfAborted();
    results.push(...(await attackScenario(scenario, input)));
  }
  return results;
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
  return [...lines, "", ...wrap(about, columns, "").split("\n"), ...named];
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
  return passes || judge_passes;
}

/** To abstain is right where there is nothing to find: that is no fault of the scenario. */
export function isSuspect(one: Attacked): boolean {
  return isHad(one) && (one.answerable || one.strategy !== "abstain");
}
