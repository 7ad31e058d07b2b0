import { configurationOf } from "../../record/domain/names.ts";
import type { ExecutionKey } from "../../record/domain/records.ts";
import { recordsOf } from "../../record/run-directory/records.ts";
import { firstDifference } from "../trace/first-difference.ts";
import type { ExecutionFacts, RunFailures } from "./collect-failures.ts";
import type { Failure } from "./failure.ts";
import type { FailureMap } from "./failure-map.ts";

/** Where a failed execution parts from one that passes on the same scenario. */
export interface FirstParting {
  /** Names of the two. */
  failed: string;
  passing: string;
  /** Steps before, the same in both. */
  shared: number;
  /** In words, A being the one that failed; null where both did the same and answered the same. */
  sentence: string | null;
}

/** A map with, for each cluster, where a typical execution parts from one that passes; null where that could not be told. */
export type ShownFailures = Omit<FailureMap, "clusters"> & {
  clusters: readonly (NonNullable<FailureMap["clusters"]>[number] & { parting: FirstParting | null })[] | null;
};

/** Reads two traces for each cluster. */
export async function withPartings(runDirectory: string, map: FailureMap, found: RunFailures): Promise<ShownFailures> {
  if (map.clusters === null) return { ...map, clusters: null };
  const clusters = map.clusters.map(async (cluster) => ({
    ...cluster,
    parting: await findParting(runDirectory, cluster.typical, found),
  }));
  return { ...map, clusters: await Promise.all(clusters) };
}

/** Of a cluster, where its most typical execution parts from one that passes: the first of the typical ones to whose scenario there is one. Reads two traces. */
async function findParting(
  runDirectory: string,
  typical: readonly string[],
  found: RunFailures,
): Promise<FirstParting | null> {
  for (const name of typical) {
    const failed = found.failures.find((failure) => failure.name === name)!;
    const passing = passingLike(failed, found);
    const [a, b] = await Promise.all([failed, passing].map((one) => one && readTrace(runDirectory, one.key)));
    if (!passing || !a || !b) continue;
    const parting = firstDifference(a, b);
    return {
      ...{ failed: name, passing: passing.name },
      shared: parting?.shared ?? a.tool_calls.length,
      sentence: parting?.sentence ?? null,
    };
  }
  return null;
}

/** The execution most like a failed one that did not fail on its scenario: of its own configuration first, else of as many of its factors as can be. Null where none passed. */
function passingLike(failed: Failure, { executions, failures }: RunFailures): ExecutionFacts | null {
  const all = new Set(failures.map(({ name }) => name));
  const alike = ({ key: { model, workflow, knowledge, levels } }: ExecutionFacts) =>
    4 * Number(workflow === failed.key.workflow) +
    2 * Number(model === failed.key.model) +
    Number(knowledge === failed.key.knowledge) +
    Number(levels === failed.key.levels);
  return executions
    .filter(({ name, key }) => key.scenario_id === failed.key.scenario_id && !all.has(name))
    .reduce<ExecutionFacts | null>((best, one) => (best && alike(best) >= alike(one) ? best : one), null);
}

function readTrace(runDirectory: string, key: ExecutionKey) {
  return recordsOf({ runDirectory, part: "extractions", configuration: configurationOf(key) }).find(key);
}
