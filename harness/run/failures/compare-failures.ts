import { count, countOf } from "../../../base/counts.ts";
import { type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { plainLine, right, table, wrap } from "../../print/text.ts";
import { compareFailures, type FailureComparison } from "../../results/failures/compare-failures.ts";
import { DEFAULT_RULES } from "../../results/failures/failed-by.ts";
import { ledgerPath, readLedger } from "../../results/failures/ledger.ts";
import { readFailures } from "../../results/failures/read-failures.ts";
import { sayFailureChange, sayP, sayPoints } from "../../results/failures/say-change.ts";
import { openScored } from "./open-scored.ts";

interface CompareFlags {
  runsDir?: string;
  second?: string;
  json?: boolean;
}

/** Says how the groups of failures changed from one run to another. Keeps nothing. */
export async function compareFailuresOf(
  { baseline, candidate }: { baseline: string; candidate: string },
  flags: CompareFlags,
  io: Io,
): Promise<void> {
  const sideOf = async (name: string) => {
    const run = await openScored(name, flags, io);
    return { run, found: await readFailures(run, { filters: {}, rules: DEFAULT_RULES }) };
  };
  const [before, after] = [await sideOf(baseline), await sideOf(candidate)];
  const again = flags.second === undefined ? undefined : await sideOf(flags.second);
  const ledger = await readLedger(ledgerPath(after.run.runDirectory));
  const named = ({ run, found }: typeof before) => ({ run: run.manifest.run_id, found });
  const comparison = compareFailures(
    { baseline: named(before), candidate: named(after), second: again && named(again) },
    ledger,
  );
  if (flags.json) io.out(jsonText(comparison, {}));
  else printComparison(comparison, io);
}

function printComparison(comparison: FailureComparison, io: Io): void {
  const { baseline, candidate, pairs, failed, groups } = comparison;
  const room = roomOf(io);
  const sides = `${plainLine(baseline)} -> ${plainLine(candidate)}, ${countOf(pairs, "execution")} in both: ${count(failed.baseline)} failed, now ${count(failed.candidate)}.`;
  io.out(wrap(sides, room, ""));
  io.out(wrap(plainLine(sayFailureChange(comparison) ?? "No execution failed."), room, ""));
  if (groups === null || groups.length === 0) return;
  const columns = [{ title: "group", cut: "end" as const }, ...["before", "after", "new", "change", "p"].map(right)];
  const rows = groups.map(({ id, name, difference, adjusted_p, ...group }) => [
    `${id} ${plainLine(name)}`,
    ...[group.baseline, group.candidate, group.new_failures].map(count),
    sayPoints(difference).replace(" points", ""),
    sayP(adjusted_p).replace("= ", ""),
  ]);
  io.out(`\n${table(columns, rows, room)}`);
  io.error(
    `\n${wrap("change: of the share of executions, in points; p: sign flips over scenarios, Holm over the groups", room, "")}`,
  );
}
