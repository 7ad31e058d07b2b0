import { resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import type { ScenarioSet } from "../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import type { Io } from "../../print/io.ts";
import { printable, ratio, wrap } from "../../print/text.ts";
import { type OpenedRun, openWholeRun } from "../../record/run-directory/open-run.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { type Dispute, type DisputedRecord, rankDisputes } from "../../results/disputes/disputes.ts";
import { readClaims } from "../../results/disputes/read-claims.ts";
import { agreementOfReaders, type ReadersAgreement } from "../../results/disputes/readers.ts";
import { type WrongShare, wrongShare } from "../../results/disputes/wrong-share.ts";
import { type CorrectedResults, correctedResults, sayCorrected } from "./corrected-results.ts";

interface Options {
  io: Io;
  runsDir?: string;
  json?: boolean;
  /** Copies of the set in which other people decided, each by themselves. */
  readers?: readonly string[];
  /** Results before and after what was decided, which name systems. */
  results?: boolean;
}

const SHOWN = 10;
const RECORDS_SHOWN = 5;

/**
 * Prints the disputes of a set by the answers of runs, without saying whose they are, and the share of wrong truths by what people decided;
 * where they are asked for, how far readers agree and what the decisions change.
 */
export async function showDisputes(file: string, names: readonly string[], options: Options): Promise<void> {
  const { io, runsDir, json, readers, results } = options;
  const set = await readScenarioSet(resolve(io.cwd, file));
  const runs = [];
  for (const name of names) {
    const run = await openWholeRun(name, { io, ...(runsDir && { runsDir }) });
    refuseOthers(set, await readScenarioSet(runPath(run.runDirectory, "scenarios")), name);
    runs.push(run);
  }
  const claims = (await Promise.all(runs.map(readClaims))).flat();
  const judged = set.scenarios.filter(({ expected_ids }) => expected_ids.length > 0);
  const disputes = rankDisputes(judged, claims).filter(({ evidence }) => evidence > 0);
  const truths = judged.map(({ id }) => id);
  const found = {
    ...{ disputes, wrong_share: shareOf(set, truths, disputes) },
    ...(readers && { readers: await readReaders(set, [file, ...readers], io) }),
    ...(results && { results: await resultsOf(runs, set, io) }),
  };
  if (json) return io.out(JSON.stringify(found, null, 2));
  const open = disputes.filter(({ scenario }) => reviewOf(set, scenario) === undefined);
  const head = `${countOf(disputes.length, "dispute")} among ${countOf(judged.length, "truth")}, ${open.length} undecided; ${sayShare(found.wrong_share)}`;
  io.out(wrap(head, io.columns, ""));
  for (const dispute of open.slice(0, SHOWN)) io.out(`\n${printable(sayDispute(dispute, set))}`);
  if (found.readers) io.out(`\n${wrap(printable(sayReaders(found.readers)), io.columns, "")}`);
  for (const one of found.results ?? []) io.out(`\n${printable(sayCorrected(one, io.columns))}`);
}

async function readReaders(set: ScenarioSet, files: readonly string[], io: Io): Promise<ReadersAgreement> {
  const readers = [];
  for (const name of files) {
    const own = await readScenarioSet(resolve(io.cwd, name));
    refuseOthers(set, own, name);
    readers.push({ name, scenarios: own.scenarios });
  }
  return agreementOfReaders(readers);
}

async function resultsOf(runs: readonly OpenedRun[], set: ScenarioSet, io: Io): Promise<CorrectedResults[]> {
  const results: CorrectedResults[] = [];
  for (const run of runs) {
    const found = await correctedResults(run, set, io.signal);
    if (found) results.push(found);
  }
  return results;
}

function sayReaders({ readers, shared, alike, apart, alpha, low, high }: ReadersAgreement): string {
  const said = `${countOf(readers.length, "reader")}: of ${countOf(shared, "truth")} that two or more decided on, ${alike} alike`;
  const interval = low === null ? "" : ` (${ratio(low)} to ${ratio(high)})`;
  const value = alpha === null ? "no alpha: nothing could disagree" : `Krippendorff's alpha ${ratio(alpha)}${interval}`;
  return `${said}, ${value}${apart.length > 0 ? `; apart on ${apart.join(", ")}` : ""}`;
}

/** @throws UserError `scenarios` where a run asked something else under an id */
function refuseOthers(set: ScenarioSet, asked: ScenarioSet, run: string): void {
  const questions = new Map(set.scenarios.map(({ id, turns }) => [id, JSON.stringify(turns)]));
  const other = asked.scenarios.filter(
    ({ id, turns }) => questions.has(id) && questions.get(id) !== JSON.stringify(turns),
  );
  if (other.length === 0) return;
  throw new UserError("scenarios", `${run} asked other questions`, {
    problems: other.slice(0, 20).map(({ id }) => `${id} is another question there`),
    hint: "give runs of this set",
  });
}

const reviewOf = (set: ScenarioSet, id: string) => set.scenarios.find((scenario) => scenario.id === id)?.review;

/** Disputes down to the first undecided one, and the lot once all of it is decided. */
function shareOf(set: ScenarioSet, truths: readonly string[], disputes: readonly Dispute[]): WrongShare | null {
  const decided = new Set(set.scenarios.filter(({ review }) => review).map(({ id }) => id));
  const lot = (set.drawn_for_review ?? []).filter((id) => truths.includes(id));
  const end = disputes.findIndex(({ scenario }) => !decided.has(scenario));
  const disputed = disputes.slice(0, end < 0 ? undefined : end).map(({ scenario }) => scenario);
  if (lot.length === 0 || lot.some((id) => !decided.has(id))) return null;
  const wrong = new Set(truths.filter((id) => (reviewOf(set, id)?.decision ?? "accepted") !== "accepted"));
  return wrongShare({ truths, disputed, drawn: lot, wrong });
}

function sayShare(share: WrongShare | null): string {
  if (share === null) return "the share of wrong truths can be told once all that were drawn by lot are decided";
  const percent = (value: number) => (100 * value).toFixed(1);
  return `${percent(share.share)} % of truths are wrong (${percent(share.low)} to ${percent(share.high)} %), by ${share.read} read`;
}

function sayDispute({ scenario, evidence, claims, missing, doubted }: Dispute, set: ScenarioSet): string {
  const turns = set.scenarios.find(({ id }) => id === scenario)?.turns ?? [];
  const said = (records: readonly DisputedRecord[]) =>
    records
      .slice(0, RECORDS_SHOWN)
      .map(({ id, claimed }) => `${id} (${Math.round(100 * claimed)} %)`)
      .join(", ") || "none";
  return [
    `${scenario}  evidence ${evidence.toFixed(2)}, ${countOf(claims, "answer")}`,
    `  ${turns.at(-1) ?? ""}`,
    `  named, and not in the truth: ${said(missing)}`,
    `  in the truth: ${said(doubted)}`,
  ].join("\n");
}
