/**
 * Five causes planted into executions of a run that passed, two of them rare: are they found again as groups of failures? Traces are damaged as
 * each cause would, scored anew, and grouped; nothing is written. Prints the groups with the causes of their members, purity, recall of causes, and how many
 * sentences are false of the damaged traces, by definitions of this script's own.
 *
 *     node --import tsx scripts/planted-failures.ts RUN [seeds]
 */
import type { IdReader } from "../base/ids/id-reader.ts";
import { makeRandom, shuffle } from "../base/random.ts";
import { processIo } from "../harness/print/io.ts";
import { configurationsOf, executionsOf } from "../harness/record/config/matrix.ts";
import { executionName } from "../harness/record/domain/names.ts";
import type { Extraction } from "../harness/record/domain/records.ts";
import { readRunIds } from "../harness/record/run-directory/corpus-ids.ts";
import { joinRecords } from "../harness/record/run-directory/join-records.ts";
import { openWholeRun } from "../harness/record/run-directory/open-run.ts";
import { runPath } from "../harness/record/run-directory/paths.ts";
import { FailureCollector } from "../harness/results/failures/collect-failures.ts";
import { DEFAULT_RULES, failedBy } from "../harness/results/failures/failed-by.ts";
import { mapFailures } from "../harness/results/failures/failure-map.ts";
import { ledgerSchema } from "../harness/results/failures/ledger.ts";
import { type ExecutionRecords, scoreRecords } from "../harness/run/stages/score/score-configuration.ts";
import { readScenarioSet } from "../scenarios/set-file.ts";

const [name = "latest", seeds = "5"] = process.argv.slice(2);
const { runDirectory, config } = await openWholeRun(name, { io: processIo() });
const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
const ids = await readRunIds(runDirectory);
const scoring = { config, ids, judgedRelevance: false };

type Executed = ExecutionRecords & { extraction: Extraction };

/** How many are planted, which executions can have it, and what it does to one. */
interface Cause {
  count: number;
  answerable: boolean;
  damage(executed: Executed): Executed;
}

const CAUSES: Readonly<Record<string, Cause>> = {
  retrieval: { count: 30, answerable: true, damage: (one) => withoutIds(one, { results: true }) },
  reporting: { count: 25, answerable: true, damage: (one) => withoutIds(one, { results: false }) },
  abstention: { count: 20, answerable: false, damage: answerAnyway },
  time: { count: 5, answerable: true, damage: outOfTime },
  broken_tool: { count: 5, answerable: true, damage: breakTools },
};

function withoutIds(one: Executed, { results }: { results: boolean }): Executed {
  const { extraction, scenario } = one;
  const gone = (text: string) => scenario.expected_ids.reduce((left, id) => left.replaceAll(id, "another"), text);
  const calls = extraction.tool_calls.map((call) => ({
    ...call,
    preview: gone(call.preview),
    ...(call.result !== undefined && { result: gone(call.result) }),
  }));
  return changed(one, {
    final_text: gone(extraction.final_text),
    ranked_ids: extraction.ranked_ids.filter((id) => !scenario.expected_ids.includes(id)),
    documents: [],
    ...(results && { tool_calls: calls }),
  });
}

function answerAnyway(one: Executed): Executed {
  return changed(one, {
    abstained: false,
    final_text: "These tests matter for the change, best first, as listed here.",
  });
}

function outOfTime(one: Executed): Executed {
  const calls = one.extraction.tool_calls.slice(0, 1);
  const late = changed(one, { outcome: "timeout", final_text: "", ranked_ids: [], documents: [], tool_calls: calls });
  return { ...late, outcome: "timeout", error: { code: "turn_cutoff", message: "planted" } };
}

function breakTools(one: Executed): Executed {
  const calls = one.extraction.tool_calls.map((call) => ({
    ...call,
    status: "error" as const,
    preview: "down",
    result: "down",
  }));
  return changed(withoutIds(one, { results: false }), {
    tool_calls: calls,
    contract_violations: ["ungrounded_id"],
    contract_retries: 1,
  });
}

function changed(one: Executed, change: Partial<Extraction>): Executed {
  return { ...one, extraction: { ...one.extraction, ...change } };
}

/** Every execution with a trace, as it was. */
async function readExecuted(): Promise<Executed[]> {
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const found: Executed[] = [];
  for (const configuration of configurationsOf(config)) {
    const keys = executionsOf(configuration, [...byId.keys()], config);
    await joinRecords({ runDirectory, configuration, keys, others: "pass over" }, (key, records) => {
      const { rawOutput, extractions: extraction } = records;
      if (!rawOutput || !extraction) return;
      const { outcome } = rawOutput;
      const scenario = byId.get(key.scenario_id)!;
      // The judge's word was about the trace as it was.
      found.push({ key, scenario, outcome, extraction, primary: null, calibration: null, meta: null, timing: null });
    });
  }
  return found;
}

/** A feature's meaning said once more, from the trace alone; undefined where this script has no definition of its own. */
const MEANINGS: Readonly<Record<string, (one: Executed, reader: IdReader) => boolean>> = {
  "ids.never_retrieved": ({ scenario, extraction }, reader) =>
    scenario.expected_ids.some((id) => !heldBy(extraction, reader, id) && !reader.holds(extraction.final_text, id)),
  "ids.not_reported": ({ scenario, extraction }, reader) =>
    scenario.expected_ids.some((id) => heldBy(extraction, reader, id) && !reader.holds(extraction.final_text, id)),
  "abstention.missed": ({ scenario, extraction }) => !scenario.answerable && !extraction.abstained,
  "abstention.false": ({ scenario, extraction }) => scenario.answerable && extraction.abstained,
  "ending.time_limit": ({ outcome }) => outcome === "timeout",
  "contract.retried": ({ extraction }) => extraction.contract_retries > 0,
  "contract.rule_ungrounded_id": ({ extraction }) => extraction.contract_violations.includes("ungrounded_id"),
};

function heldBy({ tool_calls }: Extraction, reader: IdReader, id: string): boolean {
  return tool_calls.some(({ status, result, preview }) => status === "success" && reader.holds(result ?? preview, id));
}

function meaningOf(feature: string): ((one: Executed, reader: IdReader) => boolean) | undefined {
  const [block, what] = [feature.slice(0, feature.indexOf(".")), feature.slice(feature.indexOf(".") + 1)];
  if (block === "errors")
    return ({ extraction }) => extraction.tool_calls.some(({ tool, status }) => tool === what && status === "error");
  if (block === "tools" && what !== "none")
    return ({ extraction }) => extraction.tool_calls.some(({ tool }) => tool === what);
  return MEANINGS[feature];
}

const all = await readExecuted();
const isPassing = (one: Executed) => scoreRecords(scoring, one).record.scores.functional_pass?.value === 1;
const passing = all.filter(
  (one) => isPassing(one) && !one.extraction.contract_fallback && one.extraction.contract_retries === 0,
);
const [tally, checked] = [
  { pure: 0, grouped: 0, found: 0, causes: 0 },
  { told: 0, false: 0, unchecked: 0 },
];
for (let seed = 1; seed <= Number(seeds); seed++) {
  const free = new Set(shuffle(makeRandom("planted failures", seed), passing));
  const planted = new Map<string, { cause: string; one: Executed }>();
  for (const [cause, { count, answerable, damage }] of Object.entries(CAUSES)) {
    const chosen = [...free].filter(({ scenario }) => scenario.answerable === answerable).slice(0, count);
    for (const one of chosen) {
      free.delete(one);
      planted.set(executionName(one.key), { cause, one: damage(one) });
    }
  }
  const collector = new FailureCollector({ config, ids, scenarios }, failedBy(DEFAULT_RULES, []));
  for (const one of [...free, ...[...planted.values()].map(({ one: damaged }) => damaged)]) {
    const record = { outcome: one.outcome === "missing" ? ("timeout" as const) : one.outcome, error: one.error };
    collector.add({ ...one, score: scoreRecords(scoring, one).record, record, primary: null });
  }
  const { map } = mapFailures(collector.found, { run: `seed ${seed}`, ledger: ledgerSchema.parse({}) });
  console.log(`\nseed ${seed}: ${planted.size} planted, ${map.failed} failed, ${map.apart.length} apart`);
  const seen = new Set<string>();
  for (const { name: called, members, separations, stable } of map.clusters ?? []) {
    const counts = Object.keys(CAUSES).map(
      (cause) => [cause, members.filter((member) => planted.get(member)?.cause === cause).length] as const,
    );
    const [most] = counts.toSorted((a, b) => b[1] - a[1]);
    tally.pure += most![1];
    tally.grouped += members.length;
    seen.add(most![0]);
    const parts = counts.filter(([, count]) => count > 0).map(([cause, count]) => `${count} ${cause}`);
    console.log(`  ${called}${stable === false ? " (not stable)" : ""}: ${parts.join(", ")}`);
    for (const { feature, count } of separations) {
      const meaning = meaningOf(feature);
      const holding = meaning && members.filter((member) => meaning(planted.get(member)!.one, ids)).length;
      if (holding === undefined) checked.unchecked++;
      else checked.told++;
      if (holding !== undefined && holding !== count) {
        checked.false++;
        console.log(`    FALSE: ${feature} in ${count}, by this script ${holding}`);
      }
    }
  }
  tally.found += seen.size;
  tally.causes += new Set([...planted.values()].map(({ cause }) => cause)).size;
}
console.log(`\npurity ${(tally.pure / tally.grouped).toFixed(3)}, causes found ${tally.found} of ${tally.causes}`);
console.log(
  `parts of sentences: ${checked.told} checked, ${checked.false} false, ${checked.unchecked} without a second definition`,
);
