import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findIds } from "../../../db/base/ids.ts";
import type { Scenario } from "../../../scenarios/schema.ts";
import { type Configuration, executionName } from "../../domain/names.ts";
import type { ExecutionRecord, Extraction, MetaVerdict, ScoreRecord, Verdict } from "../../domain/records.ts";
import { holdsId, type TracedCase, traceCase } from "../../metrics/execution/case.ts";
import { EXECUTION_METRICS } from "../../metrics/execution/registry.ts";
import { fates } from "../../metrics/execution/retrieved-reported.ts";
import { readRecords } from "../../run-directory/records.ts";
import { makeExecutionRow } from "./execution-row.ts";
import type { Site } from "./read-site.ts";
import { ResultPool } from "./result-pool.ts";
import type { ExecutionData, ExecutionRow, ExecutionsData, IdFate, TraceCall } from "./site-data.ts";

/** Ids of a result that the timeline shows. */
const SHOWN_IDS = 10;

/** Everything that is known of one execution, as read from the run. */
interface Gathered {
  score: ScoreRecord;
  scenario: Scenario;
  record: ExecutionRecord | null;
  extraction: Extraction | null;
  primary: Verdict | null;
  calibration: Verdict | null;
  meta: MetaVerdict | null;
}

/**
 * Writes one file per execution under `<folder>/executions/`, full tool results once each under `<folder>/results/`, and
 * gives the list of all. Reads one configuration at a time, so that memory does not grow with the run.
 */
export async function writeExecutions(
  site: Site,
  folder: string,
  progress: (done: number) => void,
): Promise<ExecutionsData> {
  await Promise.all(["executions", "results"].map((name) => mkdir(join(folder, name), { recursive: true })));
  const pool = new ResultPool(site.manifest.substrate?.mapping.idPatterns ?? []);
  const rows: ExecutionRow[] = [];
  for (const configuration of site.results.summary.configurations) {
    for (const gathered of await gather(site, configuration)) {
      const data = makeExecutionData(site, gathered, pool);
      await pool.flush(join(folder, "results"), data.trace);
      await writeFile(join(folder, "executions", `${data.row.name}.json`), JSON.stringify(data));
      rows.push(data.row);
    }
    progress(rows.length);
  }
  return toColumns(site, rows);
}

async function gather({ runDirectory, results, scenarios }: Site, of: Configuration): Promise<Gathered[]> {
  const configuration = { model: of.model, workflow: of.workflow, knowledge: of.knowledge };
  const read = async <P extends Parameters<typeof readRecords>[0]["part"]>(part: P) => {
    const records = await readRecords<P>({ runDirectory, part, configuration });
    return new Map(records.map((record) => [executionName(record), record]));
  };
  const [records, extractions, primary, calibration, meta] = await Promise.all([
    read("rawOutput"),
    read("extractions"),
    read("verdicts"),
    read("calibration"),
    read("meta"),
  ]);
  const { model, workflow, knowledge } = configuration;
  const mine = results.scores.filter(
    (score) => score.model === model && score.workflow === workflow && score.knowledge === knowledge,
  );
  return mine.flatMap((score) => {
    const name = executionName(score);
    const scenario = scenarios.get(score.scenario_id);
    if (!scenario) return [];
    return [
      {
        score,
        scenario,
        record: records.get(name) ?? null,
        extraction: extractions.get(name) ?? null,
        primary: primary.get(name) ?? null,
        calibration: calibration.get(name) ?? null,
        meta: meta.get(name) ?? null,
      },
    ];
  });
}

function makeExecutionData(site: Site, gathered: Gathered, pool: ResultPool): ExecutionData {
  const { score, scenario, record, extraction, primary, calibration, meta } = gathered;
  const traced = extraction && traceCase({ ...traceInput(site, gathered), extraction });
  return {
    row: makeExecutionRow(gathered),
    scenario,
    record,
    trace: extraction && makeTrace(extraction, pool),
    ids: traced ? classifyIds(site, traced) : {},
    expected: traced ? traceExpected(traced) : [],
    primary,
    calibration,
    meta,
    scores: EXECUTION_METRICS.flatMap(({ name, label, definition, unit }) => {
      const value = score.scores[name];
      return value ? [{ metric: name, label, definition, unit, score: value }] : [];
    }),
  };
}

function traceInput(site: Site, { score, scenario, primary }: Gathered) {
  return {
    scenario,
    outcome: score.outcome,
    verdict: primary,
    idPatterns: site.manifest.substrate?.mapping.idPatterns ?? [],
    entityThreshold: site.config.judges.entity_threshold,
  };
}

function makeTrace(extraction: Extraction, pool: ResultPool): ExecutionData["trace"] {
  const {
    messages: _messages,
    tool_calls,
    scenario_id: _scenario,
    model: _model,
    workflow: _workflow,
    knowledge: _knowledge,
    repeat: _repeat,
    final_text: _final,
    ...rest
  } = extraction;
  return { ...rest, tool_calls: tool_calls.map((call) => toTraceCall(call, pool)) };
}

function toTraceCall({ result, ...call }: Extraction["tool_calls"][number], pool: ResultPool): TraceCall {
  const { hash, ids } = pool.put(result ?? call.preview);
  const isPreview = result === undefined || result === call.preview;
  const facts = { ids: ids.slice(0, SHOWN_IDS), idCount: ids.length, resultLength: result?.length ?? 0 };
  return { ...call, ...facts, result: isPreview ? null : hash };
}

/** Ids that the answer names, by what became of them. Ids of the question are neither evidence nor invention. */
function classifyIds({ manifest }: Site, traced: TracedCase): Record<string, IdFate> {
  const patterns = manifest.substrate?.mapping.idPatterns ?? [];
  const { scenario, extraction, answer, seen } = traced;
  const expected = new Set(scenario.expected_ids);
  const asked = new Set(findIds(scenario.turns.join("\n"), patterns));
  const text = [answer, ...extraction.answers].join("\n").replace(/artifact:\/\/[^\s)]*/g, " ");
  const named = new Set([...findIds(text, patterns), ...extraction.ranked_ids]);
  const fate = (id: string): IdFate => {
    if (expected.has(id)) return holdsId(seen.full, id) ? "found" : "unseen";
    if (asked.has(id)) return "asked";
    return holdsId(seen.full, id) ? "grounded" : "invented";
  };
  return Object.fromEntries([...named].map((id) => [id, fate(id)]));
}

/** Each expected id with its fate and the first call whose full result held it; not a delegation, which only passes results on. */
function traceExpected(traced: TracedCase): ExecutionData["expected"] {
  const calls = traced.extraction.tool_calls.filter(
    (call) => call.status === "success" && call.family !== "delegation",
  );
  return fates(traced).map(({ id, fate }) => {
    const call = fate.startsWith("retrieved")
      ? calls.find(({ result, preview }) => (result ?? preview).includes(id))
      : undefined;
    return { id, fate, call: call?.index ?? null };
  });
}

function toColumns({ config, scenarios }: Site, rows: readonly ExecutionRow[]): ExecutionsData {
  const columns = Object.keys(rows[0] ?? {}) as (keyof ExecutionRow)[];
  return {
    models: config.models.map((model) => model.name),
    questions: Object.fromEntries([...scenarios.values()].map(({ id, turns }) => [id, turns.join(" → ")])),
    columns,
    rows: rows.map((row) => columns.map((column) => row[column])),
  };
}
