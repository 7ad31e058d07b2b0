import { asEnvironmentError } from "../../../base/atomic.ts";
import { parseDecimal } from "../../../base/blank.ts";
import { oneOf } from "../../../base/one-of.ts";
import { UserError } from "../../../base/user-error.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { runWord } from "../../print/shell-word.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { answerWords } from "../../results/failures/answer-words.ts";
import { DEFAULT_RULES, type FailedRules } from "../../results/failures/failed-by.ts";
import { FAILED_BY, type FailedBy } from "../../results/failures/failure.ts";
import { type FailureMap, mapFailures } from "../../results/failures/failure-map.ts";
import { withPartings } from "../../results/failures/find-parting.ts";
import { type FailureLedger, ledgerPath, readLedger, writeLedger } from "../../results/failures/ledger.ts";
import { readFailures } from "../../results/failures/read-failures.ts";
import { EXECUTION_METRIC_NAMES } from "../../results/metrics/execution/registry.ts";
import { parseWhere } from "../../results/selection/where.ts";
import { openScored } from "./open-scored.ts";
import { printFailures } from "./print-failures.ts";

export interface FailuresFlags {
  runsDir?: string;
  by?: string[];
  below?: string;
  where?: string[];
  words?: boolean;
  all?: boolean;
  json?: boolean;
}

/** Shows why executions of a run failed, the groups of `ids` in full, and keeps the ids of what it finds beside the runs. A part of a run is looked at without keeping anything. */
export async function showFailures(
  { name, ids }: { name: string; ids: readonly string[] },
  flags: FailuresFlags,
  io: Io,
): Promise<void> {
  const rules = parseRules(flags);
  const run = await openScored(name, flags, io);
  const { scenarios } = await readScenarioSet(runPath(run.runDirectory, "scenarios"));
  const filters = flags.where ? parseWhere(flags.where, { config: run.config, scenarios }) : {};
  const found = await readFailures(run, { filters, rules });
  const path = ledgerPath(run.runDirectory);
  const { map, ledger } = mapFailures(found, { run: run.manifest.run_id, ledger: await readLedger(path) });
  const inFull = groupsInFull(map, flags.all ? "all" : ids);
  const isWhole = !flags.where && rules === DEFAULT_RULES;
  const isKept = isWhole && map.clusters !== null && (await keep(path, ledger, io));
  const shown = await withPartings(run.runDirectory, map, found);
  const words = flags.words && map.clusters ? await answerWords(run.runDirectory, map.clusters, found) : null;
  const said = shown.clusters?.map((cluster, at) => ({ ...cluster, ...(words && { words: words[at]! }) })) ?? null;
  if (flags.json) io.out(jsonText({ ...shown, clusters: said }, {}));
  else
    printFailures(
      { ...shown, clusters: said },
      { io, word: runWord(run.runDirectory), path: isKept ? path : null, inFull },
    );
}

/** @throws UserError `usage` where one of the ids is of no group of this run */
function groupsInFull({ clusters }: FailureMap, asked: readonly string[] | "all"): ReadonlySet<string> {
  const known = clusters?.map(({ id }) => id) ?? [];
  if (asked === "all") return new Set(known);
  const unknown = asked.filter((id) => !known.includes(id));
  if (unknown.length === 0) return new Set(asked);
  throw new UserError("usage", `this run has no group of failures ${unknown.join(", ")}`, {
    hint: known.length > 0 ? `it has ${known.join(", ")}` : "it has too few failures to group",
  });
}

/** Runs may lie where nobody can write: they can be looked at all the same. */
async function keep(path: string, ledger: FailureLedger, io: Io): Promise<boolean> {
  try {
    await writeLedger(path, ledger);
    return true;
  } catch (error) {
    const unwritable = asEnvironmentError(error, path);
    if (!(unwritable instanceof UserError)) throw error;
    io.error(`note: ids of new groups are not kept: ${unwritable.message}`);
    return false;
  }
}

function parseRules({ by, below }: FailuresFlags): FailedRules {
  if (by === undefined && below === undefined) return DEFAULT_RULES;
  const named = (by ?? (below ? [] : DEFAULT_RULES.by)).map((rule) => oneOf<FailedBy>("--by", rule, RULES));
  return { by: named, below: below === undefined ? null : parseBelow(below) };
}

const RULES = FAILED_BY.filter((rule) => rule !== "below");

/** `ndcg@10=0.1`: the worst tenth. */
function parseBelow(text: string): NonNullable<FailedRules["below"]> {
  const [metric = "", share = ""] = text.split("=");
  const value = parseDecimal(share);
  const known = EXECUTION_METRIC_NAMES.includes(metric);
  if (known && value !== null && value > 0 && value < 1) return { metric, share: value };
  throw new UserError("usage", `--below ${text}: expected a metric and a share of executions between 0 and 1`, {
    problems: known ? [] : [`no metric '${metric}'`],
    hint: "such as --below ndcg@10=0.25, the quarter with the lowest NDCG@10",
  });
}
