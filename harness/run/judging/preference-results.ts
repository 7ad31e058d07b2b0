import { readdir } from "node:fs/promises";
import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import {
  type PersonPreference,
  type PreferenceRecord,
  peoplesPreferencesOf,
  preferencesOf,
} from "../../judge/preferences/store.ts";
import { type PreferenceSummary, summarizePreferences } from "../../judge/preferences/summarize.ts";
import { formatInterval, formatNumber, formatP } from "../../print/format-number.ts";
import type { Io } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { printable } from "../../print/text.ts";
import { expectedExecutions } from "../../record/config/matrix.ts";
import { configurationName, executionName } from "../../record/domain/names.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { runPath } from "../../record/run-directory/paths.ts";

/** What one judge, or people, prefer of a pair of configurations. */
interface PairResult extends PreferenceSummary {
  a: string;
  b: string;
  by: string;
  standIn: boolean;
  /** People alone, who see a pair once; null for a judge, who is asked in both orders. */
  places: { left: number; right: number; bothBad: number; blind: number; comparisons: number } | null;
}

/** Prints who was preferred so far, pair by pair. @throws UserError `run-directory` where nobody was asked */
export async function printPreferences(run: OpenedRun, { json, io }: { json: boolean; io: Io }): Promise<void> {
  const results = [...(await ofPeople(run)), ...(await ofJudges(run))];
  if (results.length === 0)
    throw new UserError("run-directory", "no preferences were collected", {
      hint: "scopebench judge prefer RUN A B asks the judge; people compare answers on the assistant's page",
    });
  io.out(
    json
      ? jsonText(results, { bothBad: "both_bad", followedPlace: "followed_place", standIn: "stand_in" })
      : results.map(render).join("\n\n"),
  );
}

async function ofJudges({ runDirectory }: OpenedRun): Promise<PairResult[]> {
  const files = await readdir(runPath(runDirectory, "preferences")).catch(() => []);
  const results: PairResult[] = [];
  for (const file of files.filter((name) => name.includes("__vs__")).sort(compareText)) {
    const [a = "", b = ""] = file.replace(/\.jsonl$/, "").split("__vs__");
    const records = await preferencesOf(runDirectory, { a, b }).read();
    for (const [by, own] of grouped(records, ({ evaluator }) => evaluator))
      results.push({ a, b, by, standIn: own[0]!.stand_in, places: null, ...summarizePreferences(own) });
  }
  return results;
}

async function ofPeople({ runDirectory, config }: OpenedRun): Promise<PairResult[]> {
  const records = await peoplesPreferencesOf(runDirectory).read();
  if (records.length === 0) return [];
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  const keys = expectedExecutions(
    config,
    scenarios.map(({ id }) => id),
  );
  const names = new Map(keys.map((key) => [executionName(key), configurationName(key)]));
  const pairs = grouped(records, ({ a, b }) => `${names.get(a)} ${names.get(b)}`);
  return [...pairs.values()].map((own) => ({
    ...{ a: names.get(own[0]!.a) ?? own[0]!.a, b: names.get(own[0]!.b) ?? own[0]!.b },
    ...{
      by: countOf(new Set(own.map(({ person }) => person)).size, "person", "people"),
      standIn: own.some((one) => one.stand_in),
    },
    ...{ places: placesOf(own), ...summarizePreferences(own.map(asChoice)) },
  }));
}

/** Both bad prefers neither, as a tie does. */
function asChoice({
  winner,
  scenario_id,
}: PersonPreference): Pick<PreferenceRecord, "scenario_id" | "winner" | "followed_place"> {
  return { scenario_id, winner: winner === "both_bad" ? "tie" : winner, followed_place: false };
}

function placesOf(records: readonly PersonPreference[]): NonNullable<PairResult["places"]> {
  const chosen = records.filter(({ winner }) => winner === "a" || winner === "b");
  const left = chosen.filter(({ winner, left }) => winner === left).length;
  return {
    ...{ left, right: chosen.length - left, comparisons: records.length },
    bothBad: records.filter(({ winner }) => winner === "both_bad").length,
    blind: records.filter(({ blind }) => blind).length,
  };
}

function render(result: PairResult): string {
  const { by, standIn, places, ties } = result;
  const undecided = places
    ? `ties ${ties}, of which ${places.bothBad} found both bad; chosen at the left ${places.left}, at the right ${places.right}; ${places.blind} of ${places.comparisons} blind`
    : sayUndecided(result);
  const who = `${printable(by, { singleLine: true })}${places && standIn ? ", of stand-ins, no language models" : ""}`;
  return `${who}\n${sayPreferences(result, result, undecided)}`;
}

/** A pair's preferences in four lines; `undecided` says what became of those that chose neither. */
export function sayPreferences(
  { a, b }: { a: string; b: string },
  { wins, losses, preference, low, high, scenarios, p }: PreferenceSummary,
  undecided: string,
): string {
  return [
    `${a}  preferred ${wins}`,
    `${b}  preferred ${losses}`,
    undecided,
    `preference for the first, -1 to 1: ${formatNumber(preference)} (${formatInterval(low, high)}), ${countOf(scenarios, "scenario")}, sign test p ${formatP(p)}`,
  ].join("\n");
}

/** Of a judge, who is asked in both orders. */
export function sayUndecided({ ties, followedPlace, blocked }: PreferenceSummary): string {
  return `ties ${ties}, of which ${followedPlace} went with the place; ${blocked} without a choice`;
}
