import { resolve } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import type { ScenarioSet } from "../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import type { Io } from "../../print/io.ts";
import { printable, wrap } from "../../print/text.ts";
import { openWholeRun } from "../../record/run-directory/open-run.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { type Dispute, type DisputedRecord, rankDisputes } from "../../results/disputes/disputes.ts";
import { readClaims } from "../../results/disputes/read-claims.ts";
import { type WrongShare, wrongShare } from "../../results/disputes/wrong-share.ts";

interface Options {
  io: Io;
  runsDir?: string;
  json?: boolean;
}

const SHOWN = 10;
const RECORDS_SHOWN = 5;

/** Prints the disputes of a set by the answers of runs, without saying whose they are, and the share of wrong truths by what people decided. */
export async function showDisputes(
  file: string,
  runs: readonly string[],
  { io, runsDir, json }: Options,
): Promise<void> {
  const set = await readScenarioSet(resolve(io.cwd, file));
  const claims = [];
  for (const name of runs) {
    const run = await openWholeRun(name, { io, ...(runsDir && { runsDir }) });
    refuseOthers(set, await readScenarioSet(runPath(run.runDirectory, "scenarios")), name);
    claims.push(...(await readClaims(run)));
  }
  const judged = set.scenarios.filter(({ expected_ids }) => expected_ids.length > 0);
  const disputes = rankDisputes(judged, claims).filter(({ evidence }) => evidence > 0);
  const share = shareOf(
    set,
    judged.map(({ id }) => id),
    disputes,
  );
  if (json) return io.out(JSON.stringify({ disputes, wrong_share: share }, null, 2));
  const open = disputes.filter(({ scenario }) => reviewOf(set, scenario) === undefined);
  const head = `${countOf(disputes.length, "dispute")} among ${countOf(judged.length, "truth")}, ${open.length} undecided; ${sayShare(share)}`;
  io.out(wrap(head, io.columns, ""));
  for (const dispute of open.slice(0, SHOWN)) io.out(`\n${printable(sayDispute(dispute, set))}`);
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
