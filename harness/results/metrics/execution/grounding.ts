import type { TracedCase } from "./case.ts";
import type { TraceMetric } from "./metric.ts";

type View = "full" | "preview" | "study";

/**
 * Ids in the answer that no successful tool result showed. `full` looks at whole results, wherever they were offloaded to;
 * `preview` only at what the model was shown, which is the study's lower bound. Ids that the question itself names are
 * left out (see `TracedCase.answerIds`): repeating them claims nothing. `study` takes these too, as the study's patterns do.
 */
function ungroundedIds(traced: TracedCase, view: View): string[] {
  const seen = traced.seen[view === "full" ? "full" : "preview"];
  return idsOf(traced, view).filter((id) => !seen.holds(id));
}

function idsOf({ answerIds, questionIds }: TracedCase, view: View): string[] {
  return view === "study" ? [...answerIds, ...questionIds] : answerIds;
}

const LABELS: Record<View, [coverage: string, hallucinated: string]> = {
  full: ["Grounding", "Hallucinated ids"],
  preview: ["Grounding in previews", "Ids not in previews"],
  study: ["Grounding as in the study", "Hallucinated ids as in the study"],
};

/** Share of the answer's ids that tool results show. Unscored when the answer names none. */
export const groundingCoverage = coverage("grounding_coverage", "full");
export const groundingCoveragePreview = coverage("grounding_coverage(view=preview)", "preview");
export const groundingCoverageStudy = coverage("grounding_coverage(view=study)", "study");

/** How many of the answer's ids no tool result shows. */
export const hallucinatedIds = hallucinated("hallucinated_ids", "full");
export const hallucinatedIdsPreview = hallucinated("hallucinated_ids(view=preview)", "preview");
export const hallucinatedIdsStudy = hallucinated("hallucinated_ids(view=study)", "study");

function coverage(name: string, view: View): TraceMetric {
  return {
    name,
    label: LABELS[view][0],
    definition: `share of the ids in the answer that ${describe(view)}`,
    kind: "grounding",
    unit: "share",
    better: "higher",
    about: "all",
    withoutAnswer: "unscored",
    from: "trace",
    rests: "tool_calls",
    compute: (traced) => {
      const all = idsOf(traced, view).length;
      return all === 0 ? "no_ids_in_answer" : (all - ungroundedIds(traced, view).length) / all;
    },
  };
}

function hallucinated(name: string, view: View): TraceMetric {
  return {
    name,
    label: LABELS[view][1],
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
  if (view === "full") return "that stand in a successful tool result";
  const seen = "that the model saw in a successful tool result";
  return view === "preview" ? seen : `${seen}; ids that the question names are counted too, as the study does`;
}
