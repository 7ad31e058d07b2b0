import { mean } from "../../../../measure/statistics/basics/describe.ts";
import type { ExtractedStep } from "../../../record/domain/records.ts";
import type { TracedCase } from "./case.ts";
import type { TraceMetric } from "./metric.ts";

const COMMON = {
  kind: "graded-retrieval",
  about: "all",
  withoutAnswer: "measured",
  from: "trace",
} as const;

/** Of a workflow that is a graph of nodes, about its last turn: what it retrieved last, and where it ended. No part of any other workflow. */
export const GRADED_RETRIEVAL: readonly TraceMetric[] = [
  {
    ...COMMON,
    ...{
      name: "top_cosine",
      label: "Top-1 cosine",
      definition: "cosine of the query with the first record that was retrieved last",
    },
    ...{ unit: "cosine", better: "higher" },
    compute: (traced) => ofCosines(traced, (cosines) => cosines[0]),
  },
  {
    ...COMMON,
    ...{
      name: "mean_cosine@10",
      label: "Mean cosine@10",
      definition: "mean cosine of the query with the first ten records that were retrieved last",
    },
    ...{ unit: "cosine", better: "higher" },
    compute: (traced) => ofCosines(traced, mean),
  },
  {
    ...COMMON,
    ...{
      name: "context_precision@10",
      label: "CP@10",
      definition: "share of relevant test cases among the first ten records that were retrieved last",
    },
    ...{ unit: "share", better: "higher", about: "answerable" },
    compute: (traced) =>
      ofSteps(traced, (steps) => {
        const first = steps.findLast(({ node }) => node === "retrieve")?.ids?.slice(0, 10) ?? [];
        const relevant = new Set(traced.scenario.expected_ids);
        return first.length === 0 ? "nothing_retrieved" : first.filter((id) => relevant.has(id)).length / first.length;
      }),
  },
  {
    ...COMMON,
    ...{ name: "rewrites", label: "Rewrites", definition: "queries that were written anew" },
    ...{ unit: "count", better: "neither" },
    compute: (traced) => ofSteps(traced, (steps) => steps.filter(({ node }) => node === "rewrite").length),
  },
  {
    ...COMMON,
    ...{
      name: "fallback",
      label: "Fallback",
      definition: "ends with the fixed sentence, since nothing that was retrieved passed the grade",
    },
    ...{ unit: "binary", better: "neither" },
    compute: (traced) => ofSteps(traced, (steps) => (steps.some(({ node }) => node === "abstain") ? 1 : 0)),
  },
];

function ofSteps(
  { extraction, scenario }: TracedCase,
  compute: (steps: readonly ExtractedStep[]) => ReturnType<TraceMetric["compute"]>,
): ReturnType<TraceMetric["compute"]> {
  if (!extraction.steps) return "no_graph";
  const last = extraction.steps.filter(({ turn }) => turn === scenario.turns.length - 1);
  return last.length === 0 ? "no_answer" : compute(last);
}

/** Of the graph's results nobody measures how alike they are, unless they are graded. */
function ofCosines(
  traced: TracedCase,
  compute: (cosines: readonly number[]) => number | null | undefined,
): ReturnType<TraceMetric["compute"]> {
  return ofSteps(traced, (steps) => {
    const { cosines } = steps.findLast(({ node }) => node === "retrieve") ?? { cosines: [] };
    return cosines ? (compute(cosines) ?? "nothing_retrieved") : "no_likeness";
  });
}
