import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { isGone } from "../../../base/process-name.ts";
import { compareText } from "../../../base/text-order.ts";
import { withScratchFolder } from "../../../base/whole-folder.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { runWord } from "../../print/shell-word.ts";
import { configurationsOf, executionsOf } from "../../record/config/matrix.ts";
import type { Config } from "../../record/config/schema.ts";
import { configurationName, executionName } from "../../record/domain/names.ts";
import { specialFilesOf, whyNotAllowed } from "../../record/run-directory/allowed.ts";
import { filesOf, isUnder, readChecksums } from "../../record/run-directory/checksums.ts";
import { type FileFault, findFaultsOfRun } from "../../record/run-directory/find-faults.ts";
import { findStageFaults, UNCOVERED } from "../../record/run-directory/find-stage-faults.ts";
import { STAGE_NAMES } from "../../record/run-directory/graph.ts";
import { isLocked } from "../../record/run-directory/lock.ts";
import type { Manifest } from "../../record/run-directory/manifest.ts";
import { RECORDS } from "../../record/run-directory/parts.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { readRecords } from "../../record/run-directory/records.ts";
import { scoreStage } from "../stages/score/index.ts";
import { adviceFor, isLeftover } from "./what-to-do.ts";

/** One thing that was looked at: a file where something is wrong with it, else a check of many. */
export interface CheckResult {
  /** Null where it could not be checked: `detail` says why. */
  ok: boolean | null;
  check: string;
  detail: string;
  /** What mends it. */
  todo?: string;
}

interface VerifiedRun {
  runDirectory: string;
  /** Null where it cannot be read. */
  config: Config | null;
  manifest: Manifest;
}

type WithConfig = VerifiedRun & { config: Config };

/**
 * Checks a run against itself: each file by its checksum, every cell once, `metrics/` recomputed byte for byte. What follows from a
 * file that is named already is not checked again.
 */
export async function verifyRun(run: VerifiedRun): Promise<CheckResult[]> {
  const { config } = run;
  const { faults, findings } = await checkFiles(run);
  const files = [...findings, ...(await checkPlaces(run, faults)), ...(await checkWriters(run)), ...checkStages(run)];
  const damaged = faults.filter(({ path, fault }) => fault !== "not recorded" && isUnder(path, SCORED));
  if (config === null || damaged.length > 0 || run.manifest.stages.score?.status !== "complete") {
    const detail = damaged.length > 0 ? `not checked: ${paths(damaged)} above` : "not checked: the run is not scored";
    return [...files, { ok: null, check: "cells and metrics", detail }];
  }
  return [...files, ...(await checkCells({ ...run, config })), await checkMetrics({ ...run, config }, faults)];
}

const SCORED = RECORDS.filter((part) => part !== "exports");

function paths(faults: readonly FileFault[]): string {
  return faults.length === 1 ? faults[0]!.path : `${faults.length} files`;
}

async function checkFiles(run: VerifiedRun): Promise<{ faults: FileFault[]; findings: CheckResult[] }> {
  const { runDirectory, manifest } = run;
  const list = await readChecksums(runDirectory);
  const hasList = list !== null && !list.damaged;
  const faults = await findFaultsOfRun(runDirectory, manifest, ["."]);
  const { config } = run;
  if (config === null && !faults.some(({ path }) => path === RUN_PATHS.config))
    faults.push({ path: RUN_PATHS.config, fault: existsSync(runPath(runDirectory, "config")) ? "changed" : "missing" });
  if (!hasList && config !== null) faults.push(...(await findStageFaults({ ...run, config }, ["."])));
  const findings = faults.map((fault) => describe(fault, runWord(runDirectory)));
  if (faults.length === 0 && hasList)
    findings.push({ ok: true, check: "files", detail: `${list.hashes.size}, each as it was written` });
  if (faults.length === 0 && !hasList)
    findings.push({ ok: true, check: "stages' files", detail: "as they were written" });
  if (!hasList)
    findings.push({ ok: null, check: "files", detail: `not covered, for want of checksums: ${UNCOVERED.join(", ")}` });
  return { faults, findings };
}

function describe(fault: FileFault, run: string): CheckResult {
  const { writer, todo } = adviceFor(fault, run);
  const unknown = isLeftover(fault.path) ? "left by a command that was killed" : "nothing of scopebench wrote it";
  const detail =
    fault.fault === "not recorded"
      ? unknown
      : `${fault.fault}${fault.fault === "missing" ? "" : ` since ${writer} wrote it`}`;
  return { ok: false, check: fault.path, detail, todo };
}

/** What a list of checksums can't say, since whoever sent the run may have written it: whether a run may hold such a file at all. */
async function checkPlaces({ runDirectory }: VerifiedRun, faults: readonly FileFault[]): Promise<CheckResult[]> {
  const named = faults.filter(({ fault }) => fault === "not recorded").map(({ path }) => path);
  const links = await specialFilesOf(runDirectory);
  const strays = (await filesOf(runDirectory, ["."])).flatMap((path) => {
    const why = isUnfinished(path) || isUnder(path, [...links, ...named]) ? null : whyNotAllowed(path);
    return why === null ? [] : [{ path, why: `a run may not hold it: ${why}` }];
  });
  const linked = links.map((path) => ({ path, why: "a link or a device, expected files only" }));
  const todo = "look at it, then move it out of the run";
  return [...linked, ...strays].map(({ path, why }) => ({ ok: false, check: path, detail: why, todo }));
}

/** What a killed command was writing: named as not recorded, where nobody writes it now. */
function isUnfinished(path: string): boolean {
  return /^[^/]+\.(?:tmp|old)\/|(?:^|\/)\d+-[0-9a-f-]+\.tmp$/.test(path);
}

/** Whoever writes may be in the middle of it; of what a killed process wrote last nobody knows whether it is whole. */
async function checkWriters({ runDirectory }: VerifiedRun): Promise<CheckResult[]> {
  const todo = `scopebench resume ${runWord(runDirectory)}`;
  const left = "left by a process that was killed: what it wrote last is not covered";
  if (existsSync(runPath(runDirectory, "lock"))) {
    const check = RUN_PATHS.lock;
    if (!(await isLocked(runDirectory))) return [{ ok: false, check, detail: left, todo }];
    return [{ ok: null, check, detail: "a process works on the run: what it writes is not covered yet" }];
  }
  const { open = [] } = (await readChecksums(runDirectory)) ?? {};
  const parts = new Map(open.map(({ part, writer }) => [part, writer]));
  return [...parts].map(([check, writer]) =>
    isGone(writer)
      ? { ok: false, check, detail: left, todo }
      : { ok: null, check, detail: "a process writes it: not covered yet" },
  );
}

/** One line for all, since one command mends them. */
function checkStages({ runDirectory, manifest }: VerifiedRun): CheckResult[] {
  const open = STAGE_NAMES.filter((name) => manifest.stages[name]?.status !== "complete");
  if (open.length === 0) return [{ ok: true, check: "stages", detail: "complete" }];
  const todo = `scopebench resume ${runWord(runDirectory)}`;
  return [
    { ok: false, check: "stages", detail: `not complete, and their files not covered: ${open.join(", ")}`, todo },
  ];
}

const NAMED = 3;

function nameSome(names: readonly string[]): string {
  return names.slice(0, NAMED).join(", ") + (names.length > NAMED ? ` and ${names.length - NAMED} more` : "");
}

/** A line for each configuration that lacks executions, with some of their names; no fault where people asked these of nobody. */
async function checkCells({ runDirectory, config, manifest }: WithConfig): Promise<CheckResult[]> {
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const ids = scenarios.map((scenario) => scenario.id);
  const cells: { check: string; found: number; missing: string[]; repeats: number }[] = [];
  for (const configuration of configurationsOf(config)) {
    const expected = executionsOf(configuration, ids, config).map(executionName);
    const names = (await readRecords({ runDirectory, part: "rawOutput", configuration })).map(executionName);
    const present = new Set(names);
    const missing = expected.filter((name) => !present.has(name));
    const repeats = names.length - present.size;
    cells.push({ check: configurationName(configuration), found: present.size, missing, repeats });
  }
  const sum = (count: (cell: (typeof cells)[number]) => number) => cells.reduce((all, cell) => all + count(cell), 0);
  const isUnasked = sum(({ missing }) => missing.length) === manifest.unasked_executions;
  const findings = cells.flatMap(({ check, missing, repeats }): CheckResult[] => [
    ...(missing.length > 0
      ? [
          {
            ok: isUnasked ? null : false,
            check,
            detail: `${missing.length} ${isUnasked ? "not asked" : "missing"}: ${nameSome(missing)}`,
          },
        ]
      : []),
    ...(repeats > 0 ? [{ ok: false, check, detail: countOf(repeats, "record repeats", "records repeat") }] : []),
  ]);
  if (findings.some(({ ok }) => ok === false)) return findings;
  return [...findings, { ok: true, check: "cells", detail: `${sum(({ found }) => found)}, each once` }];
}

/** Scores again into a scratch folder, then compares every file that is not named already. */
function checkMetrics({ runDirectory, config }: WithConfig, faults: readonly FileFault[]): Promise<CheckResult> {
  return withScratchFolder("verify", async (scratch) => {
    const effects = { now: () => new Date(), environment: {}, cacheDirectory: scratch, log: () => undefined };
    const signal = new AbortController().signal;
    const context = { runDirectory, outputDirectory: scratch, config, effects, signal, progress: () => undefined };
    await scoreStage.run(context);
    const named = faults.map(({ path }) => path);
    const different = (await differences(scratch, runDirectory)).filter((path) => !isUnder(path, named));
    const ok = different.length === 0;
    return {
      ok,
      check: "metrics recomputed",
      detail: ok ? "byte-identical" : `differ: ${different.join(", ")}`,
      ...(!ok && {
        todo: `scopebench runs stage score ${runWord(runDirectory)} --again, if this version is to score it`,
      }),
    };
  });
}

async function differences(expected: string, actual: string): Promise<string[]> {
  const parts = [RUN_PATHS.metrics];
  const names = new Set([...(await filesOf(expected, parts)), ...(await filesOf(actual, parts))]);
  const different: string[] = [];
  for (const name of [...names].sort(compareText))
    if (!(await contentOf(join(expected, name))).equals(await contentOf(join(actual, name)))) different.push(name);
  return different;
}

function contentOf(path: string): Promise<Buffer> {
  return readFile(path).catch(() => Buffer.from("\0missing"));
}
