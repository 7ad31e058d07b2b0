import { findExpectedEntities, findExpectedIds } from "../../judges/mentions.ts";
import type { ExecutionCase, TracedCase } from "./case.ts";
import type { TraceMetric } from "./metric.ts";

/** One criterion of functional verification and why it holds or not. */
export interface Criterion {
  name: "exit_ok" | "ids_in_answer" | "entities_in_answer";
  pass: boolean;
  explanation: string;
}

/** Share of the expected ids that the answer names. Example: 3 of 4 ids: 0.75. */
export const idCoverage: TraceMetric = {
  name: "id_coverage",
  label: "Id coverage",
  definition: "share of the expected ids that the answer names",
  kind: "coverage",
  unit: "share",
  better: "higher",
  about: "answerable",
  withoutAnswer: "zero",
  from: "trace",
  compute: ({ answer, scenario }) =>
    findExpectedIds(answer, scenario.expected_ids).found.length / scenario.expected_ids.length,
};

/** Share of the expected entities that the answer names, in any case. Unscored where the scenario expects none. */
export const entityCoverage: TraceMetric = {
  name: "entity_coverage",
  label: "Entity coverage",
  definition: "share of the expected entities that the answer names",
  kind: "coverage",
  unit: "share",
  better: "higher",
  about: "all",
  withoutAnswer: "zero",
  from: "trace",
  compute: ({ answer, scenario: { expected_entities } }) =>
    expected_entities.length === 0
      ? "nothing_expected"
      : findExpectedEntities(answer, expected_entities).found.length / expected_entities.length,
};

/**
 * Functional verification without a judge: the execution ended well, every expected id and at least the threshold's
 * share of entities stand in the answer. About answerable scenarios only: elsewhere it would hold for any answer.
 */
export const functionalPass: TraceMetric = {
  name: "functional_pass",
  label: "Functional pass",
  definition: "ended well, names all expected ids and enough of the expected entities",
  kind: "coverage",
  unit: "binary",
  better: "higher",
  about: "answerable",
  withoutAnswer: "zero",
  from: "trace",
  compute: (traced) => (verifyFunctionally(traced).every((criterion) => criterion.pass) ? 1 : 0),
};

/** The criteria one by one, for the page of an execution. An empty list of expectations is fully covered. */
export function verifyFunctionally(
  given: Pick<ExecutionCase, "outcome" | "scenario" | "entityThreshold"> & Pick<TracedCase, "answer">,
): Criterion[] {
  const { expected_ids, expected_entities } = given.scenario;
  const ids = findExpectedIds(given.answer, expected_ids);
  const entities = findExpectedEntities(given.answer, expected_entities);
  const share = expected_entities.length === 0 ? 1 : entities.found.length / expected_entities.length;
  return [
    { name: "exit_ok", pass: given.outcome === "success", explanation: `ended as ${given.outcome}` },
    {
      name: "ids_in_answer",
      pass: ids.missing.length === 0,
      explanation: `${ids.found.length} of ${expected_ids.length} expected ids`,
    },
    {
      name: "entities_in_answer",
      pass: share >= given.entityThreshold,
      explanation: `${entities.found.length} of ${expected_entities.length} expected entities, asked for ${given.entityThreshold}`,
    },
  ];
}
