/** A fact that a good answer holds, and whether one does (TREC RAG track, AutoNuggetizer). */
export interface AssignedNugget {
  importance: "vital" | "okay";
  /** Null where no assessor could be understood. */
  assignment: "support" | "partial_support" | "not_support" | null;
}

type NuggetScore = "vital_strict" | "all_strict" | "vital" | "all";

const PARTIAL = 0.5;

/**
 * Shares of nuggets that an answer supports: of the vital ones or of all, strict where partial support counts nothing, else half (TREC 2024 RAG
 * track, arXiv:2411.09607; `calculate_nugget_scores` of nuggetizer 0.0.5). Null where there is no such nugget, which nuggetizer counts as 0, and
 * where an assignment is lacking. Example: vital support, vital partial, okay not: vital .75, vital strict .5, all .5.
 */
export function nuggetScores(nuggets: readonly AssignedNugget[]): Record<NuggetScore, number | null> {
  const vital = nuggets.filter(({ importance }) => importance === "vital");
  return {
    ...{ vital_strict: supported(vital, 0), all_strict: supported(nuggets, 0) },
    ...{ vital: supported(vital, PARTIAL), all: supported(nuggets, PARTIAL) },
  };
}

function supported(nuggets: readonly AssignedNugget[], partial: number): number | null {
  if (nuggets.length === 0 || nuggets.some(({ assignment }) => assignment === null)) return null;
  const worth = { support: 1, partial_support: partial, not_support: 0 };
  return nuggets.reduce((sum, { assignment }) => sum + worth[assignment!], 0) / nuggets.length;
}
