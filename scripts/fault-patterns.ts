/**
 * Mines fault patterns of a tracker's reports at several coarsenesses and seeds, and says how many pairs that people
 * linked as duplicates are together, and how often a new report is assigned as building anew would place it.
 *
 *   node --import tsx scripts/fault-patterns.ts FOLDER      a corpus folder or an export
 *
 * The last 500 reports by id are the new ones, so ids should rise with time. Some minutes of processor time for 2,500
 * reports.
 */
import { grouped } from "../base/grouped.ts";
import { percent } from "../harness/print/format.ts";
import { assignReports } from "../harness/run/patterns/assign.ts";
import { checkDuplicates } from "../harness/run/patterns/known-duplicates.ts";
import { type MinedPatterns, minePatterns, patternFileOf } from "../harness/run/patterns/mine.ts";
import { type FaultReport, readReports } from "../harness/run/patterns/read-reports.ts";
import { learnWords } from "../harness/run/patterns/report-vectors.ts";
import { argumentsOf } from "./arguments.ts";

const { positionals } = argumentsOf(import.meta.filename, {});
const [folder = ""] = positionals;
const SHARES = [0.002, 0.01, 0.02];
const SEEDS = [1, 2, 3];
const NEW = 500;

const source = await readReports(folder);
const { reports } = source;

console.log(
  "| pairs put together | seed | patterns | reports in one | largest | found again at .75 | duplicates together | BM25's nearest | chance |",
);
console.log("|---|---|---|---|---|---|---|---|---|");
for (const pairShare of SHARES) for (const seed of SEEDS) console.log(await rowOf(pairShare, seed));

console.log(
  "\n| pairs put together | new reports | in a known pattern | as built anew | old reports that keep their pattern |",
);
console.log("|---|---|---|---|---|");
for (const pairShare of SHARES) console.log(await assignedRow(pairShare));

async function rowOf(pairShare: number, seed: number): Promise<string> {
  const { patterns, labels } = await mine(reports, pairShare, seed);
  const inOne = patterns.reduce((sum, { members }) => sum + members.length, 0);
  const stable = patterns.filter(({ agreement }) => agreement !== null && agreement >= 0.75).length;
  const { pairs, together, nearest, chance } = checkDuplicates(source, labels)!;
  return row(
    percent(pairShare),
    seed,
    patterns.length,
    percent(inOne / reports.length),
    percent(Math.max(0, ...patterns.map(({ members }) => members.length)) / reports.length),
    stable,
    `${together} of ${pairs}`,
    nearest,
    percent(chance),
  );
}

async function assignedRow(pairShare: number): Promise<string> {
  const old = reports.slice(0, -NEW);
  const fresh = reports.slice(-NEW).map(({ id }) => id);
  const [seed = 1] = SEEDS;
  const model = await learnWords(old, seed);
  const before = await mine(old, pairShare, seed);
  const known = patternsById(before);
  const { assigned } = await assignReports(
    { file: patternFileOf({ ...source, reports: old }, before, { pairShare, seed }), model },
    { reports, corpusHash: source.corpus.hash },
  );
  const anew = renamed(await mine(reports, pairShare, seed), known);
  const equal = fresh.filter((id) => (assigned.get(id) ?? null) === (anew.get(id) ?? null)).length;
  const kept = old.filter(({ id }) => (known.get(id) ?? null) === (anew.get(id) ?? null)).length;
  return row(percent(pairShare), NEW, assigned.size, `${equal} (${percent(equal / NEW)})`, percent(kept / old.length));
}

async function mine(some: readonly FaultReport[], pairShare: number, seed: number): Promise<MinedPatterns> {
  return await minePatterns(some, await learnWords(some, seed), { pairShare, groups: null, onStep: () => undefined });
}

function patternsById({ patterns }: MinedPatterns): Map<string, string> {
  return new Map(patterns.flatMap(({ id, members }) => members.map((member) => [member, id] as const)));
}

/** Each report's pattern of today under the id of the earlier one that most of its old reports were in. */
function renamed({ patterns }: MinedPatterns, known: ReadonlyMap<string, string>): Map<string, string | null> {
  return new Map(
    patterns.flatMap(({ members }) => {
      const votes = grouped(
        members.flatMap((member) => known.get(member) ?? []),
        (id) => id,
      );
      const [first] = [...votes].sort(([, a], [, b]) => b.length - a.length);
      return members.map((member) => [member, first?.[0] ?? null] as const);
    }),
  );
}

function row(...cells: readonly (string | number)[]): string {
  return `| ${cells.join(" | ")} |`;
}
