/**
 * The three faults of agents that choose their own steps (skipped search, invented result, repeated action), looked for in the traces of a run.
 * With --plant: planted into that many traces of workflows whose code searches and never repeats itself, a fault or what only looks like one in
 * each, and looked for; prints precision and recall, and ends with 1 below 1. Without: how many executions of each configuration have each
 * fault; --show prints that many of those whose agent chooses its own steps, to be read.
 *
 *   node --import tsx scripts/agent-faults.ts RUN [--plant 300] [--show 20] [--seed 1]
 */

import { grouped } from "../base/grouped.ts";
import { makeRandom, pick, shuffle } from "../base/random.ts";
import { processIo } from "../harness/print/io.ts";
import { configurationsOf, executionsOf } from "../harness/record/config/matrix.ts";
import { configurationName, executionName } from "../harness/record/domain/names.ts";
import { readRunIds } from "../harness/record/run-directory/corpus-ids.ts";
import { joinRecords } from "../harness/record/run-directory/join-records.ts";
import { openWholeRun } from "../harness/record/run-directory/open-run.ts";
import { runPath } from "../harness/record/run-directory/paths.ts";
import { type TracedCase, traceCase } from "../harness/results/metrics/execution/case.ts";
import { type AgentFaults, agentFaults } from "../harness/results/metrics/live/agent-faults.ts";
import { readScenarioSet } from "../scenarios/set-file.ts";
import { LOOKALIKES, PLANTED, plantInto } from "./agent-faults/planted.ts";
import { argumentsOf } from "./arguments.ts";
import { printTable } from "./world-exposure/print-table.ts";

const { values: flags, positionals } = argumentsOf(import.meta.filename, {
  plant: { type: "string" },
  show: { type: "string", default: "0" },
  seed: { type: "string", default: "1" },
});
const FAULTS = ["skippedSearch", "inventedResults", "repeatedActions"] as const;

/** Code of these searches, and asks nothing twice; what they name came from a result. */
const CLEAN = ["sources", "keyword_rag", "hybrid_rag"];

interface Trace {
  name: string;
  configuration: string;
  workflow: string;
  traced: TracedCase;
}

const traces = await tracesOf(positionals[0] ?? "latest");
if (flags.plant === undefined) countFaults(traces);
else plantFaults(traces, Number(flags.plant));

async function tracesOf(run: string): Promise<Trace[]> {
  const { runDirectory, config } = await openWholeRun(run, { io: processIo() });
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const byId = new Map(scenarios.map((scenario) => [scenario.id, scenario]));
  const ids = await readRunIds(runDirectory);
  const found: Trace[] = [];
  for (const configuration of configurationsOf(config)) {
    const keys = executionsOf(configuration, [...byId.keys()], config);
    await joinRecords({ runDirectory, configuration, keys, others: "pass over" }, (key, records) => {
      const { rawOutput, extractions: extraction } = records;
      const scenario = byId.get(key.scenario_id);
      if (rawOutput?.outcome !== "success" || !extraction || !scenario) return;
      const given = { scenario, outcome: rawOutput.outcome, extraction, verdict: null, ids, judgedRelevance: false };
      const traced = traceCase({ ...given, entityThreshold: config.judges.entity_threshold })!;
      const { workflow } = configuration;
      found.push({
        ...{ name: executionName(key), configuration: configurationName(configuration), workflow },
        traced,
      });
    });
  }
  return found;
}

function has(faults: AgentFaults, fault: (typeof FAULTS)[number]): boolean {
  const found = faults[fault];
  return typeof found === "boolean" ? found : found.length > 0;
}

function countFaults(all: readonly Trace[]): void {
  const found = all.map((trace) => ({ ...trace, faults: agentFaults(trace.traced) }));
  const rows = [...grouped(found, ({ configuration }) => configuration)].map(([configuration, of]) => ({
    ...{ Configuration: configuration, Executions: of.length },
    ...Object.fromEntries(
      FAULTS.map((fault) => [fault, of.filter(({ faults }) => faults && has(faults, fault)).length]),
    ),
  }));
  printTable(rows);
  const choosing = found.filter(({ workflow }) => !CLEAN.includes(workflow));
  for (const { name, traced, faults } of shuffle(makeRandom("shown", flags.seed), choosing).slice(
    0,
    Number(flags.show),
  ))
    show(name, traced, faults!);
}

function show(name: string, { extraction, answer, scenario }: TracedCase, faults: AgentFaults): void {
  console.log(`\n== ${name}: ${JSON.stringify(faults)}\n${scenario.turns.join("\n")}`);
  for (const { index, tool, arguments: args, status, rows, preview } of extraction.tool_calls)
    console.log(
      `  ${index} ${tool} ${JSON.stringify(args).slice(0, 300)} ${status} ${rows ?? ""} ${preview.slice(0, 160)}`,
    );
  console.log(answer);
}

function plantFaults(all: readonly Trace[], count: number): void {
  const clean = all.filter(({ workflow, traced }) => {
    const faults = agentFaults(traced);
    return CLEAN.includes(workflow) && faults && !FAULTS.some((fault) => has(faults, fault));
  });
  if (clean.length === 0) throw new Error(`expected executions of ${CLEAN.join(", ")}, found none`);
  const random = makeRandom("planting", flags.seed);
  const planted: { what: string; has: readonly string[]; found: readonly string[] }[] = [];
  for (let at = 0; planted.length < count; at++) {
    const { traced } = pick(random, clean);
    const into = plantInto(traced, at % 2 === 0 ? PLANTED : LOOKALIKES, `${flags.seed} ${at}`);
    if (!into) continue;
    const faults = agentFaults(traceCase({ ...traced, extraction: into.extraction })!)!;
    planted.push({ what: into.what, has: into.has, found: FAULTS.filter((fault) => has(faults, fault)) });
  }
  const rows = FAULTS.map((fault) => rowOf(fault, planted));
  printTable(rows);
  for (const { what, has: is, found } of planted)
    if ([...is].sort().join() !== [...found].sort().join())
      console.log(`${what}: has ${is.join()}, found ${found.join()}`);
  process.exitCode = rows.every(({ Precision, Recall }) => Precision === 1 && Recall === 1) ? 0 : 1;
}

function rowOf(fault: string, planted: readonly { has: readonly string[]; found: readonly string[] }[]) {
  const having = planted.filter(({ has: is }) => is.includes(fault));
  const finding = planted.filter(({ found }) => found.includes(fault));
  const right = having.filter(({ found }) => found.includes(fault)).length;
  const sizes = { Fault: fault, Traces: planted.length, "That have it": having.length, Found: finding.length };
  return { ...sizes, Precision: right / finding.length, Recall: right / having.length };
}
