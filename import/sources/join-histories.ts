import { grouped } from "../../base/grouped.ts";
import type { Artifact } from "../../db/ports/corpus.ts";

/** What executions say of a test, as `historyOf` names it: `outcomes` and `runs` stand in no description. */
const isHistory = ({ meta }: Artifact) => typeof meta.runs === "number" && typeof meta.outcomes === "object";

/**
 * A test that one file describes and another lists the executions of, under the same id, is one: the description's, with the
 * history. Other ids that stand there twice are left to those who check.
 */
export function joinHistories(artifacts: readonly Artifact[]): { artifacts: Artifact[]; joined: number } {
  const byId = grouped(artifacts, ({ id }) => id);
  const histories = new Map(
    [...byId].flatMap(([id, all]) => {
      const [history, ...more] = all.filter(isHistory);
      return history && more.length === 0 && all.length === 2 ? [[id, history] as const] : [];
    }),
  );
  return {
    artifacts: artifacts.flatMap((artifact) => {
      const history = histories.get(artifact.id);
      if (history === undefined) return [artifact];
      return history === artifact
        ? []
        : [{ ...artifact, meta: { ...history.meta, ...artifact.meta, ...runsOf(history) } }];
    }),
    joined: histories.size,
  };
}

const OF_RUNS = ["last_outcome", "last_run_at", "outcomes", "flaky", "runs", "flip_rate", "time_s"];

function runsOf({ meta }: Artifact): Artifact["meta"] {
  return Object.fromEntries(OF_RUNS.filter((name) => Object.hasOwn(meta, name)).map((name) => [name, meta[name]]));
}
