import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sha256 } from "../../../db/base/hash.ts";
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
import type { ExecutionData, ExecutionRow, ExecutionsData, IdFate, TraceCall } from "./site-data.ts";

/** Longer results are cut on the page's copy; the run directory keeps all of it. */
const RESULT_LIMIT = 400_000;

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
  const written = new Set<string>();
  const rows: ExecutionRow[] = [];
  for (const configuration of site.results.summary.configurations) {
    for (const gathered of await gather(site, configuration)) {
      const { data, results } = makeExecutionData(site, gathered);
      await writeResults(join(folder, "results"), results, written);
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

function makeExecutionData(site: Site, gathered: Gathered): { data: ExecutionData; results: Map<string, string> } {
  const { score, scenario, record, extraction, primary, calibration, meta } = gathered;
  const results = new Map<string, string>();
  const traced = extraction && traceCase({ ...traceInput(site, gathered), extraction });
  const data: ExecutionData = {
    row: makeExecutionRow(gathered),
    scenario,
    record,
    trace: extraction && makeTrace(extraction, results),
    ids: traced ? classifyIds(site, traced) : {},
    expected: traced ? traceExpected(traced) : [],
    primary,
    calibration,
    meta,
    scores: EXECUTION_METRICS.flatMap(({ name, label, definition }) => {
      const value = score.scores[name];
      return value ? [{ metric: name, label, definition, score: value }] : [];
    }),
  };
  return { data, results };
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

function makeTrace(extraction: Extraction, results: Map<string, string>): ExecutionData["trace"] {
  const {
    messages: _messages,
    tool_calls,
    scenario_id,
    model,
    workflow,
    knowledge,
    repeat,
    final_text,
    ...rest
  } = extraction;
  const calls = tool_calls.map(({ result, ...call }): TraceCall => {
    if (result === undefined || result === call.preview)
      return { ...call, result: null, resultLength: result?.length ?? 0 };
    const kept = result.length > RESULT_LIMIT ? result.slice(0, RESULT_LIMIT) : result;
    const hash = sha256(kept).slice(0, 20);
    results.set(hash, kept);
    return { ...call, result: hash, resultLength: result.length };
  });
  return { ...rest, tool_calls: calls };
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

/** Each expected id with its fate and the first call whose full result held it. */
function traceExpected(traced: TracedCase): ExecutionData["expected"] {
  const calls = traced.extraction.tool_calls.filter((call) => call.status === "success");
  return fates(traced).map(({ id, fate }) => {
    const call = fate.startsWith("retrieved")
      ? calls.find(({ result, preview }) => (result ?? preview).includes(id))
      : undefined;
    return { id, fate, call: call?.index ?? null };
  });
}

/** Equal results are one file: configurations often make the same calls. */
async function writeResults(folder: string, results: ReadonlyMap<string, string>, written: Set<string>): Promise<void> {
  for (const [hash, text] of results) {
    if (written.has(hash)) continue;
    written.add(hash);
    await writeFile(join(folder, `${hash}.txt`), text);
  }
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
