import type { Scenario } from "../../../scenarios/set/schema.ts";
import type { BaselineName } from "../../record/domain/baseline-names.ts";
import { type Configuration, configurationOf, keyOf } from "../../record/domain/names.ts";
import type { Score } from "../../record/domain/records.ts";
import type { Scored, ScoredConfiguration } from "../analyses/scored.ts";
import { EXECUTION_METRIC_NAMES } from "../metrics/execution/registry.ts";
import { eachField, type FieldValues, faultsOf, lineOf } from "../metrics/fields.ts";
import { type ScoredExecution, scoreIn } from "../metrics/scored-execution.ts";
import { makeKeeping } from "./keep-executions.ts";

/** Raised when the same numbers are written another way: a page and its data must be of one version. */
const VERSION = 2;

/** The first line: the run. The others are the executions of one configuration or baseline each. */
interface Head extends Pick<Scored, "design" | "gradeThresholds" | "scenarios" | "probed" | "ratings"> {
  version: number;
  synthetic_corpus: boolean;
  /** What the scores of an execution are of, in their order. */
  metrics: readonly string[];
}

/** A score is its number, or the index of its reason as text. */
interface Group {
  of: Configuration | BaselineName;
  executions: readonly Packed[];
  reasons: readonly string[];
}

type Packed = ReturnType<typeof packExecution>;

/**
 * What analyses compute from, as lines for the pages to load: every number to the last digit, without the texts that no analysis
 * reads, and without what differs between equal runs: times and the configuration.
 */
export function* packScored({ configurations, baselines, ...run }: Omit<Scored, "config">): Generator<string> {
  const { design, gradeThresholds, syntheticCorpus: synthetic_corpus, ratings } = run;
  const scenarios = run.scenarios.map(withoutTexts);
  const probed = run.probed.map(withoutFaults);
  yield line({
    version: VERSION,
    metrics: EXECUTION_METRIC_NAMES,
    design,
    synthetic_corpus,
    gradeThresholds,
    scenarios,
    probed,
    ratings,
  });
  const places = new Map(run.scenarios.map(({ id }, place) => [id, place]));
  for (const { configuration, executions } of configurations) yield* groupLine(configuration, executions, places);
  for (const { name, executions } of baselines) yield* groupLine(name, executions, places);
}

function line(value: Head): string {
  return `${JSON.stringify(value)}\n`;
}

/** What the lines leave out. */
export interface RunFacts {
  config: Scored["config"];
  /** Milliseconds of each execution in the order of the run, null where it did not run. */
  durations: readonly (number | null)[];
}

/** Null for lines of another version. A group at a time is unpacked, and kept in columns. */
export async function unpackScored(
  lines: AsyncIterable<string> | Iterable<string>,
  { config, durations }: RunFacts,
): Promise<Scored | null> {
  let run: (Omit<Head, "version" | "synthetic_corpus"> & Pick<Scored, "config" | "syntheticCorpus">) | undefined;
  let place = 0;
  const keep = makeKeeping();
  const configurations: ScoredConfiguration[] = [];
  const baselines: Scored["baselines"][number][] = [];
  for await (const text of lines) {
    if (text === "") continue;
    if (run === undefined) {
      const { version, synthetic_corpus, ...head }: Head = JSON.parse(text);
      if (version !== VERSION) return null;
      run = { ...head, config, syntheticCorpus: synthetic_corpus };
      continue;
    }
    const { metrics, scenarios } = run;
    const { of, executions, reasons }: Group = JSON.parse(text);
    const isBaseline = typeof of === "string";
    const unpacked = executions.map((packed) =>
      keep(unpackExecution({ packed, ms: isBaseline ? null : durations[place++]! }, { metrics, reasons, scenarios })),
    );
    if (isBaseline) baselines.push({ name: of, executions: unpacked });
    else configurations.push({ configuration: of, executions: unpacked });
  }
  if (run === undefined) return null;
  const { metrics: _metrics, ...rest } = run;
  return { ...rest, configurations, executions: configurations.flatMap(({ executions }) => executions), baselines };
}

/** The questions stand in the list of scenarios; how the truth was derived and reviewed is for people. */
function withoutTexts({ derivation: _derivation, review: _review, ...scenario }: Scenario): Scenario {
  return { ...scenario, turns: [], reference_answer: "" };
}

/** Of a fault its name, without what a provider wrote; not the hash of what was asked, which holds times. */
function withoutFaults({ judge, readings }: Scored["probed"][number]): Scored["probed"][number] {
  return {
    judge,
    readings: readings.map((reading) => ({ ...reading, asked: "", attempts: faultsOf(reading.attempts) })),
  };
}

/** The line of a `Group`, in pieces. */
function* groupLine(
  of: Group["of"],
  executions: readonly ScoredExecution[],
  places: ReadonlyMap<string, number>,
): Generator<string> {
  const reasons = new Map<string, number>();
  yield `{"of":${JSON.stringify(of)},"executions":[`;
  for (const [at, execution] of executions.entries())
    yield `${at === 0 ? "" : ","}${JSON.stringify(packExecution(execution, { reasons, places }))}`;
  yield `],"reasons":${JSON.stringify([...reasons.keys()])}}\n`;
}

function packExecution(
  execution: ScoredExecution,
  { reasons, places }: { reasons: Map<string, number>; places: ReadonlyMap<string, number> },
) {
  const { record, scenario } = execution;
  const { repeat, outcome, reason } = record;
  const fields = Object.values(eachField((field, name) => [field.key, lineOf(field, execution[name])] as const));
  return {
    ...configurationOf(record),
    ...{ repeat, outcome, reason },
    scenario: places.get(scenario.id)!,
    scores: EXECUTION_METRIC_NAMES.map((metric) => {
      const { value, reason = "" } = scoreIn(execution, metric);
      return value ?? placeOf(reason, reasons);
    }),
    ...(Object.fromEntries(fields) as object),
  };
}

function placeOf(reason: string, reasons: Map<string, number>): string {
  if (!reasons.has(reason)) reasons.set(reason, reasons.size);
  return String(reasons.get(reason));
}

function unpackExecution(
  { packed, ms }: { packed: Packed; ms: number | null },
  { metrics, reasons, scenarios }: Pick<Head, "metrics" | "scenarios"> & Pick<Group, "reasons">,
): ScoredExecution {
  const { repeat, outcome, reason, scores, ...rest } = packed;
  const scenario = scenarios[packed.scenario]!;
  const { id: scenario_id, family, complexity, answerable } = scenario;
  const key = keyOf({ scenario_id, ...configurationOf(packed), repeat });
  const score = (value: number | string): Score =>
    typeof value === "number" ? { value } : { value: null, reason: reasons[Number(value)]! };
  const record = {
    ...{ ...key, family, complexity, answerable, outcome, ...(reason && { reason }) },
    scores: Object.fromEntries(scores.map((value, at) => [metrics[at]!, score(value)])),
  };
  const told: Readonly<Record<string, unknown>> = rest;
  const fields = eachField(({ key, unpack }) => unpack(told[key], { record, scenario })) as FieldValues;
  return { ...fields, record, scenario, timing: ms === null ? null : { started_at: "", duration_ms: ms, turns: 0 } };
}
