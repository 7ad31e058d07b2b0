import { access } from "node:fs/promises";
import { relative, resolve } from "node:path";
import { writeFileAtomic } from "../../../base/atomic.ts";
import { canonicalJson } from "../../../base/canonical-json.ts";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Io } from "../../print/io.ts";
import { shellWord } from "../../print/shell-word.ts";
import { printable } from "../../print/text.ts";
import type { GateConfig } from "../../record/config/gate-schema.ts";
import { loadConfig } from "../../record/config/load.ts";
import { openWholeRun } from "../../record/run-directory/open-run.ts";
import { findRefusals } from "./comparable.ts";
import { lacksForGate } from "./gate-needs.ts";
import { meanOfRuns } from "./mean-of-runs.ts";
import { canonicalMetric, RUN_METRICS } from "./metric-facts.ts";
import { pairExecutions } from "./pairing.ts";
import { standInNotice } from "./render/caveats.ts";
import { sourceLine } from "./render/sentences.ts";
import { isBaselineFile, readBaselineSource, renderBaseline } from "./sources/baseline-file.ts";
import { keepMetrics, readScoredRun, type ScoredRun } from "./sources/read-run.ts";
import type { RunSource, SourceExecution } from "./sources/run-source.ts";
import { tallied } from "./tallied.ts";

export interface BaselineFlags {
  config?: string;
  metrics?: string[];
  allow?: string[];
  /** Further runs of the same system. */
  runs?: string[];
  runsDir?: string;
}

interface Target {
  run: string;
  file: string;
  flags: BaselineFlags;
  io: Io;
}

/** Writes a new baseline. @throws UserError `usage` when there is one already. */
export async function saveBaseline(target: Target): Promise<void> {
  const { run, file, flags, io } = target;
  const path = resolve(io.cwd, file);
  const taken = await access(path).then(
    () => true,
    () => false,
  );
  if (taken)
    throw new UserError("usage", `${file} is there already`, {
      hint: `scopebench runs baseline update ${shellWord(run)} ${file}`,
    });
  const gate = await gateConfig(target);
  const wanted = (flags.metrics ?? [...Object.keys(gate.metrics), ...RUN_METRICS]).map(canonicalMetric);
  const runs = [await readRun(target)];
  for (const name of flags.runs ?? []) runs.push(await readRun({ ...target, run: name }));
  const kept = runs.map((one) => keepMetrics(one, [...new Set(wanted)]));
  await write(kept.length === 1 ? kept[0]! : meanOfRuns(kept, gate), gate, target);
}

/** Replaces a baseline, says what changes, and refuses a run that it could not be compared with. */
export async function updateBaseline(target: Target): Promise<void> {
  const { file, flags, io } = target;
  const before = await readBaseline(file, io);
  const metrics = flags.metrics?.map(canonicalMetric) ?? Object.keys(before.provenance.metrics);
  const after = keepMetrics(await readRun(target), metrics);
  const gate = await gateConfig(target);
  refuse({ baseline: before, candidate: after, coverage: gate.coverage }, flags);
  for (const line of baselineChanges(before, after)) io.out(printable(line, { singleLine: true }));
  await write(after, gate, target);
}

/** Prints what a baseline is. */
export async function showBaseline(file: string, io: Io): Promise<void> {
  for (const line of describe(await readBaseline(file, io))) io.out(printable(line, { singleLine: true }));
}

async function gateConfig({ flags, io }: Target): Promise<GateConfig> {
  const source = { cwd: io.cwd, file: flags.config, environment: io.environment, flags: {} };
  return (await loadConfig(source)).gate;
}

async function readBaseline(file: string, io: Io): Promise<RunSource> {
  const path = resolve(io.cwd, file);
  if (await isBaselineFile(path)) return { ...(await readBaselineSource(path)), label: file };
  throw new UserError("input", `${file} is no baseline`, { hint: "scopebench runs baseline save <run> <file>" });
}

async function readRun({ run, flags, io }: Target): Promise<ScoredRun> {
  const { runDirectory, config } = await openWholeRun(run, { io, runsDir: flags.runsDir });
  return readScoredRun(runDirectory, config);
}

async function write(source: ScoredRun, gate: GateConfig, { file, io }: Target): Promise<void> {
  const path = resolve(io.cwd, file);
  const text = renderBaseline(source);
  const said = [failedIn(source), lacksForGate(source, gate)]; // A gate that is refused is so before anything is written.
  await writeFileAtomic(path, text);
  const metrics = Object.keys(source.provenance.metrics).length;
  const size = Math.ceil(Buffer.byteLength(text) / 1024);
  io.out(
    `${relative(io.cwd, path)}: ${countOf(source.executions.length, "execution")}, ${countOf(metrics, "metric")}, ${size} KiB`,
  );
  for (const line of said) if (line !== null) io.error(printable(line, { singleLine: true }));
}

/** What ended without an answer is a zero that every candidate reaches. */
function failedIn({ executions }: RunSource): string | null {
  const failed = executions.filter(({ outcome }) => outcome !== "success" && outcome !== "missing").length;
  return failed === 0
    ? null
    : `${failed} of ${countOf(executions.length, "execution")} ended without an answer: a candidate that fails there as well loses nothing by it`;
}

function refuse(
  sources: { baseline: RunSource; candidate: RunSource; coverage: number },
  { allow = [] }: BaselineFlags,
): void {
  const pairing = pairExecutions(sources.baseline, sources.candidate);
  const metrics = Object.keys(sources.baseline.provenance.metrics);
  const refusals = findRefusals({ ...sources, pairing, metrics }).filter(({ code }) => !allow.includes(code));
  if (refusals.length === 0) return;
  throw new UserError("not-comparable", "the run could not be compared with this baseline", {
    problems: refusals.map(({ problem }) => problem),
    hint: `if that is meant: --allow ${refusals.map(({ code }) => code).join(",")}`,
  });
}

function describe(source: RunSource): string[] {
  const { provenance, executions } = source;
  const outcomes = Object.entries(tallied(executions.map(({ outcome }) => outcome)));
  const configurations = Object.keys(tallied(executions.map(({ configuration }) => configuration)));
  return [
    sourceLine(source),
    ...(provenance.runs
      ? [`the mean of ${countOf(provenance.runs.length, "run")}: ${provenance.runs.join(", ")}`]
      : []),
    ...standInNotice([provenance]),
    `executions: ${executions.length} over ${countOf(Object.keys(provenance.scenarios).length, "scenario")} (${outcomes.map(([name, n]) => `${n} ${name}`).join(", ")})`,
    `configurations: ${configurations.join(", ")}`,
    `metrics: ${Object.keys(provenance.metrics).join(", ")}`,
    `judge: ${provenance.judge_name ?? "unknown"}`,
    `made: ${provenance.created_at ?? "unknown"} by scopebench ${provenance.scopebench_version ?? "unknown"}`,
  ];
}

/** What differs between a stored baseline and the one that is to replace it, a line each. */
function baselineChanges(before: RunSource, after: RunSource): string[] {
  const known = new Map(before.executions.map((execution) => [execution.name, contentOf(execution)]));
  const kept = after.executions.filter(({ name }) => known.has(name));
  const changed = kept.filter((execution) => known.get(execution.name) !== contentOf(execution)).length;
  const [added, removed] = [after.executions.length - kept.length, known.size - kept.length];
  const { scenarios: _, clusters: __, metrics: ___, configurations: ____, ...facts } = after.provenance;
  const provenance = Object.entries(facts).flatMap(([name, value]) => {
    const old = before.provenance[name as keyof typeof facts];
    return canonicalJson(old) === canonicalJson(value) ? [] : [`${name}: ${show(old)} -> ${show(value)}`];
  });
  return [
    `executions: ${changed} changed, ${kept.length - changed} unchanged, ${added} added, ${removed} removed`,
    ...provenance,
  ];
}

function contentOf({ outcome, scores }: SourceExecution): string {
  return canonicalJson({ outcome, scores });
}

function show(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}
