import { holdsId, type TracedCase } from "./case.ts";
import type { TraceMetric } from "./metric.ts";

type View = "full" | "preview";

/**
 * Ids in the answer that no successful tool result showed. `full` looks at whole results, wherever they were offloaded to;
 * `preview` only at what the model was shown, which is the study's lower bound. Ids that the question itself names are
 * left out (see `TracedCase.answerIds`): repeating them claims nothing.
 */
function ungroundedIds(traced: TracedCase, view: View = "full"): string[] {
  return traced.answerIds.filter((id) => !holdsId(traced.seen[view], id));
}

/** Share of the answer's ids that tool results show. Unscored when the answer names none. */
export const groundingCoverage = coverage("grounding_coverage", "full");
export const groundingCoveragePreview = coverage("grounding_coverage(view=preview)", "preview");

/** How many of the answer's ids no tool result shows. */
export const hallucinatedIds = hallucinated("hallucinated_ids", "full");
export const hallucinatedIdsPreview = hallucinated("hallucinated_ids(view=preview)", "preview");

function coverage(name: string, view: View): TraceMetric {
  return {
    name,
    label: view === "full" ? "Grounding" : "Grounding in previews",
    definition: `share of the ids in the answer that ${describe(view)}`,
    kind: "grounding",
    unit: "share",
    better: "higher",
    about: "all",
    withoutAnswer: "unscored",
    from: "trace",
    rests: "tool_calls",
    compute: (traced) => {
      const all = traced.answerIds.length;
      return all === 0 ? "no_ids_in_answer" : (all - ungroundedIds(traced, view).length) / all;
    },
  };
}

function hallucinated(name: string, view: View): TraceMetric {
  return {
    name,
    label: view === "full" ? "Hallucinated ids" : "Ids not in previews",
    definition: `ids in the answer, other than those ${describe(view)}`,
    kind: "grounding",
    unit: "count",
    better: "lower",
    about: "all",
    withoutAnswer: "unscored",
    from: "trace",
    rests: "tool_calls",
    compute: (traced) => ungroundedIds(traced, view).length,
  };
}

function describe(view: View): string {
  return view === "full" ? "that stand in a successful tool result" : "that the model saw in a successful tool result";
}
