import { coverage, meanDimension } from "../../../judge/judges/rule.ts";
import type { Config } from "../../../record/config/schema.ts";
import { functionalAt, isJudged, passesAt } from "../../metrics/pass-at.ts";
import { type ScoredExecution, scoreValue } from "../../metrics/scored-execution.ts";

/** A number that configurations are ranked by, computed in another defensible way; null where the execution is left out. */
export interface Variant {
  /** What the ranking is compared with: the number as the run reports it. */
  of: "functional_pass" | "pass" | "overall_score" | "ndcg@10";
  name: string;
  value: (execution: ScoredExecution) => number | null;
}

const ENTITY = [0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;
const ALIGNMENT = [0.5, 0.6, 0.7, 0.8, 0.9, 1] as const;
const PARTS = ["ids", "entities", "alignment", "quality"] as const;
type Weights = Record<(typeof PARTS)[number], number>;
const STUDY: Weights = { ids: 0.3, entities: 0.3, alignment: 0.2, quality: 0.2 };
/** In seconds. */
const CUTOFFS = [60, 120, 180, 240, 300] as const;

/** Variants that give equal results for equal seeds. */
export function makeVariants({ judges }: Config): Variant[] {
  const own = { entity: judges.entity_threshold, alignment: judges.alignment_threshold };
  const passing = (name: string, at: typeof own): Variant => ({
    of: "pass",
    name,
    value: (execution) => (isJudged(execution) ? Number(passesAt(execution, at, own)) : null),
  });
  return [
    ...ENTITY.map(
      (entity): Variant => ({
        of: "functional_pass",
        name: `entity threshold ${100 * entity} %`,
        value: (execution) => functionalAt(execution, entity),
      }),
    ),
    withoutFailures("functional_pass"),
    withoutEmpty("functional_pass"),
    ...ENTITY.map((entity) => passing(`entity threshold ${100 * entity} %`, { ...own, entity })),
    ...ALIGNMENT.map((alignment) => passing(`alignment threshold ${alignment}`, { ...own, alignment })),
    withoutFailures("pass"),
    withoutEmpty("pass"),
    ...weightings().map(([name, weights]) => weighted(name, weights)),
    withoutFailures("overall_score"),
    withoutFailures("ndcg@10"),
    withoutEmpty("ndcg@10"),
  ];
}

/** A shorter cutoff would have ended the slower executions: they did not pass. Depends on the wall clock. */
export function makeCutoffVariants(): Variant[] {
  return (["functional_pass", "pass"] as const).flatMap((of) =>
    CUTOFFS.map((seconds) => ({
      of,
      name: `cutoff ${seconds} s`,
      value: (execution) => {
        const pass = scoreValue(execution, of);
        return pass === null ? null : Number(pass === 1 && (execution.timing?.duration_ms ?? 0) <= 1000 * seconds);
      },
    })),
  );
}

function withoutFailures(of: Variant["of"]): Variant {
  return {
    of,
    name: "without failed executions",
    value: (execution) => (execution.record.outcome === "success" ? scoreValue(execution, of) : null),
  };
}

/** As the study left out what ended in an empty answer. */
function withoutEmpty(of: Variant["of"]): Variant {
  return {
    of,
    name: "without empty answers",
    value: (execution) => (execution.emptyAnswer ? null : scoreValue(execution, of)),
  };
}

function weightings(): [string, Weights][] {
  const only = (part: keyof Weights): Weights => ({ ids: 0, entities: 0, alignment: 0, quality: 0, [part]: 1 });
  return [
    ["equal weights", { ids: 0.25, entities: 0.25, alignment: 0.25, quality: 0.25 }],
    ...PARTS.map((part): [string, Weights] => [`${part} only`, only(part)]),
    ...PARTS.map((part): [string, Weights] => [`without ${part}`, { ...STUDY, [part]: 0 }]),
  ];
}

/** The composite with other weights, rescaled to sum to 1. An execution that failed is 0, as in the composite itself. */
function weighted(name: string, weights: Weights): Variant {
  const sum = PARTS.reduce((total, part) => total + weights[part], 0);
  return {
    of: "overall_score",
    name,
    value: (execution) => {
      const shipped = scoreValue(execution, "overall_score");
      const judgement = execution.record.outcome === "success" ? execution.primary?.judgement : null;
      if (!judgement) return shipped;
      const { ground_truth: found, quality } = judgement;
      const parts: Weights = {
        ids: share(found.expected_ids_found, found.expected_ids_missing),
        entities: share(found.expected_entities_found, found.expected_entities_missing),
        alignment: found.reference_answer_alignment,
        quality: (meanDimension(quality) - 1) / 4,
      };
      return PARTS.reduce((total, part) => total + weights[part] * parts[part], 0) / sum;
    },
  };
}

function share(found: readonly string[], missing: readonly string[]): number {
  return coverage(found.length, found.length + missing.length);
}
