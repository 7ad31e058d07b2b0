import { countOf } from "../base/counts.ts";
import { nearest } from "../base/nearest.ts";
import { UserError } from "../base/user-error.ts";
import type { Scenario, ScenarioSet } from "./set/schema.ts";

/** As `selectIds`, of a set. */
export function selectScenarios(set: ScenarioSet, patterns: readonly string[] = [], limit?: number): Scenario[] {
  const ids = selectIds(
    set.scenarios.map(({ id }) => id),
    patterns,
    limit,
  );
  const wanted = new Set(ids);
  return set.scenarios.filter(({ id }) => wanted.has(id));
}

/**
 * The ids that match one of the patterns (`S003`, `S01*`; `*` stands for any run of characters), in the order given, at
 * most `limit`. No pattern selects all. A pattern that matches nothing is a UserError (`scenarios`) that names the nearest
 * ids; all such patterns are reported at once.
 */
export function selectIds(ids: readonly string[], patterns: readonly string[], limit?: number): string[] {
  const tests = checkPatterns(patterns, ids);
  return ids.filter((id) => tests.length === 0 || tests.some((matches) => matches.test(id))).slice(0, limit);
}

/** The patterns as tests of ids. @throws UserError `scenarios` naming every pattern that no id fits. */
export function checkPatterns(patterns: readonly string[], ids: readonly string[]): RegExp[] {
  const wanted = patterns.map((pattern) => pattern.trim()).filter((pattern) => pattern !== "");
  const tests = wanted.map((pattern) => ({ pattern, matches: matcherOf(pattern) }));
  const problems = tests
    .filter(({ matches }) => !ids.some((id) => matches.test(id)))
    .map(
      ({ pattern }) =>
        `no scenario matches ${JSON.stringify(pattern)}; near: ${nearest(pattern.replaceAll("*", ""), ids).join(", ")}`,
    );
  if (problems.length > 0)
    throw new UserError("scenarios", "unknown scenarios", {
      problems,
      hint: `the set has ${countOf(ids.length, "scenario")}, ${ids[0]} to ${ids.at(-1)}`,
    });
  return tests.map(({ matches }) => matches);
}

function matcherOf(pattern: string): RegExp {
  const source = pattern.split("*").map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`^${source.join(".*")}$`, "i");
}
