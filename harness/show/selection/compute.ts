import { analyseLazily, isWithin } from "../../results/analyses/analyse.ts";
import type { Analysis } from "../../results/analyses/analysis.ts";
import { ANALYSES } from "../../results/analyses/registry.ts";
import { type Results, withScores } from "../../results/analyses/results.ts";
import type { Scored } from "../../results/analyses/scored.ts";
import type { Design } from "../../results/selection/design.ts";
import type { Filters } from "../../results/selection/filters.ts";
import { makePart, type PagePart } from "./parts.ts";
import { selectScored } from "./select-scored.ts";

export type Computed =
  /** `empty`: why lists are empty that compare what the selection does not hold; null where it holds all. */
  | { type: "value"; value: unknown; empty: string | null }
  /** Not computed, and why. */
  | { type: "hidden"; because: string };

/** Computes what pages ask of a selection; what several answers rest on is computed once. */
export function makeCompute(whole: Scored, filters: Filters): (wanted: PagePart) => Computed {
  const scored = selectScored(whole, filters);
  const size = scored.executions.length;
  const results = withScores(
    analyseLazily(scored, (analysis) => checkSize(analysis, size)),
    scored,
  );
  return (wanted) => {
    if (size === 0) return { type: "hidden", because: "No execution is selected by these filters." };
    try {
      const { watched, asked } = watch(results);
      const value = makePart(wanted, { whole: whole.config, scored, results: watched });
      const without = ANALYSES.filter((analysis) => asked.has(analysis.name) && !isWithin(scored.design, analysis));
      return { type: "value", value, empty: without.length === 0 ? null : TOO_LITTLE[scored.design] };
    } catch (error) {
      if (error instanceof TooLarge) return { type: "hidden", because: error.message };
      throw error;
    }
  };
}

/** The same results, and the names of those that were asked for. */
function watch(results: Results): { watched: Results; asked: ReadonlySet<string> } {
  const asked = new Set<string>();
  const get = (target: Results, name: string) => {
    asked.add(name);
    return target[name as keyof Results];
  };
  return { watched: new Proxy(results, { get } as ProxyHandler<Results>), asked };
}

const TOO_LITTLE: Readonly<Record<Design, string | null>> = {
  levels: null,
  configurations:
    "Hidden: comparing factors needs all combinations of the selected models, workflows and knowledge modes.",
  executions:
    "Hidden: it compares configurations on the same scenarios, and a filter by result leaves each with scenarios of its own.",
};

/** Milliseconds for a thousand executions of 18 configurations on one core, where they count. */
const COST: Readonly<Record<string, number>> = {
  judge: 1000,
  rankings: 750,
  differences: 950,
  systems: 750,
  variance: 550,
};

/** A reader waits no longer for one figure or table. */
const PATIENCE_MS = 1000;

class TooLarge extends Error {}

function checkSize({ name }: Analysis, size: number): void {
  const ms = ((COST[name] ?? 100) * size) / 1000;
  if (ms > PATIENCE_MS) throw new TooLarge(`Hidden: for ${size} executions it takes longer than a second to compute.`);
}
