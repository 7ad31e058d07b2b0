import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { asEnvironmentError, writeOutput } from "../../../base/atomic.ts";
import { oneOf } from "../../../base/one-of.ts";
import { UserError } from "../../../base/user-error.ts";
import { appendFile } from "../../../base/write-file.ts";
import { parseMetricList } from "../../../measure/metrics/names.ts";
import { coloursOf } from "../../print/colours.ts";
import { type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { withStandardInput } from "../../print/standard-input.ts";
import { printable } from "../../print/text.ts";
import type { GateConfig } from "../../record/config/gate-schema.ts";
import { loadConfig } from "../../record/config/load.ts";
import { type OpenedRun, openRun } from "../../record/run-directory/open-run.ts";
import { compareFailures, type FailureSide } from "../failures/compare-failures.ts";
import { DEFAULT_RULES } from "../failures/failed-by.ts";
import { ledgerPath, readLedgerOrSay } from "../failures/ledger.ts";
import { readFailures } from "../failures/read-failures.ts";
import { sayFailureChange } from "../failures/say-change.ts";
import { REFUSAL_CODES, type RefusalCode } from "./comparable.ts";
import type { GateResult } from "./gate/decide.ts";
import { loadSources, type SourceOptions } from "./load-source.ts";
import { parseRanking, TREC_METRICS } from "./metric-facts.ts";
import { renderAnnotations } from "./render/annotations.ts";
import { disarmCommands } from "./render/escape.ts";
import { renderJunit } from "./render/junit.ts";
import { renderMarkdown } from "./render/markdown.ts";
import { renderTerminal } from "./render/terminal.ts";
import { type CompareRequest, runComparison } from "./request.ts";
import { toldOfEarlierRuns } from "./reruns.ts";
import { identityOf } from "./selftest/identity.ts";
import { readSelfTest } from "./selftest/self-test-file.ts";
import { selfTestLine } from "./selftest/sentences.ts";
import { decideAsPlanned, withTold } from "./sequential/as-planned.ts";
import { type Decided, decideInLooks } from "./sequential/decide-in-looks.ts";
import { planFor } from "./sequential/plan-for.ts";
import { toldOfUnplanned } from "./sequential/sentences.ts";
import type { RunSource } from "./sources/run-source.ts";
import { type GatedComparison, verdictOf } from "./verdict.ts";

export interface CompareFlags {
  config?: string;
  qrels?: string;
  comments?: boolean;
  metrics?: string[];
  by?: string;
  gate?: boolean;
  sequential?: boolean;
  selftest?: string;
  allow?: string[];
  json?: boolean;
  markdown?: string;
  junit?: string;
  reportUrl?: string;
  runsDir?: string;
}

/** Compares two run sources and writes every output that was asked for. Gives the exit code. */
export async function compare(
  sources: { baseline: string; candidate: string },
  flags: CompareFlags,
  io: Io,
): Promise<number> {
  const allow = (flags.allow ?? []).map((code) => oneOf<RefusalCode>("--allow", code, REFUSAL_CODES));
  const reportUrl = flags.reportUrl === undefined ? null : addressOf(flags.reportUrl);
  const loaded = await loadConfig({ cwd: io.cwd, file: flags.config, environment: io.environment, flags: {} });
  const { gate: own } = loaded;
  const { baseline, candidate } = await load(sources, flags, { config: own, io });
  const config = flags.sequential ? (candidate.series?.gate ?? own) : own;
  const request = {
    ...{ baseline, candidate, metrics: flags.metrics ?? null, by: flags.by },
    ...{ allow, config, gate: flags.gate ?? false },
  };
  const { series, ...result } = flags.sequential ? inLooks(request) : { ...runComparison(request), series: null };
  const { runs_dir } = loaded;
  const told = flags.gate
    ? await toldOfEarlierRuns({ baseline, candidate }, resolve(io.cwd, flags.runsDir ?? runs_dir))
    : null;
  const report: GatedComparison = {
    ...(told === null ? result : withNote(result, told)),
    ...(series && { series }),
    candidate_run: candidate.kind === "run" ? sources.candidate : null,
    ...(await toldBySelfTest(flags, result.gate, { baseline, io })),
  };
  if (flags.gate)
    io.error(` · rules of the gate: ${config === own ? rulesFrom(flags.config, io) : "those of the candidate's plan"}`);
  await writeOutputs(
    report,
    { ...flags, reportUrl, failures: () => failureLine(report, sources, { runsDir: flags.runsDir, io }) },
    io,
  );
  return report.comparison.refusals.length > 0 ? 4 : (report.gate?.exit_code ?? 0);
}

function withNote<T extends Pick<GatedComparison, "comparison">>(result: T, note: string): T {
  return { ...result, comparison: { ...result.comparison, notes: [...result.comparison.notes, note] } };
}

/** By the looks that the candidate was planned with, or by those that would have been its. */
function inLooks(request: CompareRequest): Decided {
  if (!request.gate)
    throw new UserError("usage", "--sequential needs --gate: looks are for its rules", { hint: "add --gate" });
  const { baseline, candidate, config } = request;
  const [before, after] = [baseline.provenance.run_id, candidate.provenance.run_id];
  const planNow = () => planFor(baseline, { gate: config, seed: `${before} ${after}` });
  return decideAsPlanned(request) ?? withTold(decideInLooks(request, planNow()), toldOfUnplanned);
}

/** A run keeps the rules it was made with; a comparison goes by those of here and now. */
function rulesFrom(file: string | undefined, { cwd }: Io): string {
  const path = file ?? "bench.yaml";
  return existsSync(resolve(cwd, path)) ? printable(path) : "built in, since there is no bench.yaml here (--config)";
}

/** The line of a self-test, where it is of this gate, these scenarios and these configurations. */
async function toldBySelfTest(
  { selftest, gate: asked }: CompareFlags,
  gate: GateResult | null,
  { baseline, io }: { baseline: RunSource; io: Io },
): Promise<Pick<GatedComparison, "self_test">> {
  if (selftest === undefined) return {};
  if (!asked) throw new UserError("usage", "--selftest needs --gate: it is about the gate", { hint: "add --gate" });
  const test = await readSelfTest(resolve(io.cwd, selftest));
  if (gate === null) return {};
  const own = identityOf(baseline, gate.rules);
  const others = (Object.keys(own) as (keyof typeof own)[]).filter((part) => own[part] !== test.of[part]);
  if (others.length === 0) return { self_test: selfTestLine(test) };
  return {
    self_test: `The self-test ${selftest} is of other ${others.join(" and ")}: it says nothing about this gate.`,
  };
}

/** With judgements every one of the three files may come in by standard input. */
async function load(
  { baseline, candidate }: { baseline: string; candidate: string },
  flags: CompareFlags,
  { config, io }: { config: GateConfig; io: Io },
): ReturnType<typeof loadSources> {
  const { qrels } = flags;
  if (qrels === undefined) return loadSources({ baseline, candidate }, sourceOf(flags, config, io));
  return withStandardInput([baseline, candidate, qrels] as const, io, async ([before, after, judged]) => {
    const read = await loadSources(
      { baseline: before, candidate: after },
      sourceOf({ ...flags, qrels: judged }, config, io),
    );
    return {
      baseline: { ...read.baseline, label: baseline },
      candidate: { ...read.candidate, label: candidate },
    };
  });
}

/** Where the candidate's report is served: a folder, whether a slash ends it or not. */
function addressOf(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new UserError("usage", "--report-url: not the address of a report", {
      hint: "such as https://host/path/of/the/report",
    });
  return new URL(url.pathname.endsWith("/") || url.pathname.endsWith(".html") ? url : `${url.origin}${url.pathname}/`);
}

function sourceOf(
  { qrels, metrics, gate, runsDir, comments }: CompareFlags,
  config: GateConfig,
  io: Io,
): SourceOptions {
  if (qrels === undefined) return { io, runsDir, trec: null };
  const rules = gate ? Object.keys(config.metrics).filter((name) => parseRanking(name) !== null) : [];
  const names = [...rules, ...(metrics ?? (gate ? [] : TREC_METRICS))];
  return {
    io,
    runsDir,
    trec: { qrelsPath: resolve(io.cwd, qrels), metrics: parseMetricList([...new Set(names)].join(",")), comments },
  };
}

type OutputFlags = Pick<CompareFlags, "json" | "markdown" | "junit"> & {
  reportUrl: URL | null;
  failures(): Promise<string | null>;
};

async function writeOutputs(
  report: GatedComparison,
  { json, markdown, junit, reportUrl, failures: changeOfFailures }: OutputFlags,
  io: Io,
): Promise<void> {
  const onGithub = io.environment.GITHUB_ACTIONS === "true";
  const summary = io.environment.GITHUB_STEP_SUMMARY;
  const text = json
    ? jsonText({ verdict: verdictOf(report), ...report }, {})
    : renderTerminal(report, { columns: io.columns, room: roomOf(io), colours: coloursOf(io) });
  io.out(onGithub && !json ? disarmCommands(text) : text);
  const failures = markdown || summary ? await changeOfFailures() : null;
  const inMarkdown = () => renderMarkdown(report, { reportUrl, failures });
  await writeText(markdown && resolve(io.cwd, markdown), inMarkdown, writeOutput);
  await writeText(junit && resolve(io.cwd, junit), () => renderJunit(report), writeOutput);
  await writeText(summary, inMarkdown, appendFile);
  if (onGithub) for (const line of renderAnnotations(report)) io.error(line);
}

async function writeText(
  path: string | undefined,
  render: () => string,
  write: (path: string, text: string) => Promise<void>,
): Promise<void> {
  if (!path) return;
  try {
    await write(path, render());
  } catch (error) {
    throw asEnvironmentError(error, path);
  }
}

/** What became of failures, for who reads Markdown; null where they are not of two runs that can be compared. Reads every trace that failed. */
async function failureLine(
  { comparison }: GatedComparison,
  { baseline, candidate }: { baseline: string; candidate: string },
  { runsDir, io }: { runsDir: string | undefined; io: Io },
): Promise<string | null> {
  if (comparison.refusals.length > 0 || comparison.baseline.kind !== "run" || comparison.candidate.kind !== "run")
    return null;
  const [before, after] = await Promise.all([baseline, candidate].map((name) => openRun(name, { io, runsDir })));
  return sayFailureChange(
    compareFailures(
      { baseline: await failureSide(before!), candidate: await failureSide(after!) },
      await readLedgerOrSay(ledgerPath(after!.runDirectory), (message) => io.error(`${message}\n`)),
    ),
  );
}

async function failureSide(run: OpenedRun): Promise<FailureSide> {
  return { run: run.manifest.run_id, found: await readFailures(run, { filters: {}, rules: DEFAULT_RULES }) };
}
