import { findAnsweredIds, findExpectedEntities, namesTooMany } from "../../../judge/judges/mentions.ts";
import { coverage } from "../../../judge/judges/rule.ts";
import { deniesAll } from "../minimal-pairs/denial.ts";
import type { TracedCase } from "./case.ts";
import type { TraceMetric } from "./metric.ts";

/** One criterion of functional verification and why it holds or not. */
export interface Criterion {
  name: "exit_ok" | "ids_in_answer" | "entities_in_answer" | "unsupported_part" | "abstention";
  pass: boolean;
  explanation: string;
}

/** Share of the expected ids that the answer names; one that says that there is nothing names none. Example: 3 of 4 ids: 0.75. */
export const idCoverage: TraceMetric = {
  name: "id_coverage",
  label: "Id coverage",
  definition:
    "share of the expected ids that the answer names; 0 where it abstains, or names more than 30 ids of their kinds and three times as many as are expected",
  kind: "coverage",
  unit: "share",
  better: "higher",
  about: "answerable",
  withoutAnswer: "zero",
  from: "trace",
  compute: ({ answer, scenario, extraction, ids }) =>
    extraction.abstained
      ? 0
      : findAnsweredIds(answer, scenario.expected_ids, ids).found.length / scenario.expected_ids.length,
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
  needsTruth: true,
  asks: ({ expected_entities }) => expected_entities.length > 0,
  compute: ({ answer, scenario: { expected_entities } }) =>
    findExpectedEntities(answer, expected_entities).found.length / expected_entities.length,
};

/**
 * The functional verdict, which no judge has a part in (reference study, its unqualified "pass rate"): the execution ended well, every
 * expected id and at least the threshold's share of entities stand in the answer, it says which part of the question nothing supports
 * where there is one, and it abstains where there is nothing to find and only there. The study's empty lists count as covered, by which
 * every answer to an unanswerable question would pass.
 */
export const functionalPass: TraceMetric = {
  name: "functional_pass",
  label: "Functional pass",
  definition:
    "ended well, names all expected ids and enough of the expected entities, says which part of the question nothing supports, abstains exactly where there is nothing to find",
  kind: "coverage",
  unit: "binary",
  better: "higher",
  about: "all",
  withoutAnswer: "zero",
  from: "trace",
  needsTruth: true,
  needsAll: true,
  compute: (traced) => (verifyFunctionally(traced).every((criterion) => criterion.pass) ? 1 : 0),
};

/** The criteria one by one, for the page of an execution. Those about what an answer must name are of answerable scenarios. */
export function verifyFunctionally({
  outcome,
  scenario,
  entityThreshold,
  answer,
  extraction,
  ids,
}: Verified): Criterion[] {
  const { answerable } = scenario;
  const { abstained } = extraction;
  return [
    { name: "exit_ok", pass: outcome === "success", explanation: `ended as ${outcome}` },
    ...(answerable ? verifyMentions({ scenario, entityThreshold, answer, extraction, ids }) : []),
    {
      name: "abstention",
      pass: abstained !== answerable,
      explanation: `${abstained ? "abstains" : "does not abstain"}, there is ${answerable ? "something" : "nothing"} to find`,
    },
  ];
}

type Verified = Pick<TracedCase, "outcome" | "scenario" | "entityThreshold" | "answer" | "extraction" | "ids">;

/** An empty list of expectations is fully covered. */
function verifyMentions({
  scenario: { expected_ids, expected_entities, unsupported },
  entityThreshold,
  answer,
  extraction: { ranked_ids: ranked },
  ids: reader,
}: Pick<Verified, "scenario" | "entityThreshold" | "answer" | "extraction" | "ids">): Criterion[] {
  const ids = findAnsweredIds(answer, expected_ids, reader);
  const unlisted = ids.found.filter((id) => !ranked.includes(id)).length;
  const entities = findExpectedEntities(answer, expected_entities);
  return [
    {
      name: "ids_in_answer",
      pass: ids.missing.length === 0,
      explanation: `${ids.found.length} of ${expected_ids.length} expected ids${namesTooMany(answer, expected_ids, reader) ? ": it names too many ids to say which" : ""}${unlisted > 0 ? `, ${unlisted} of them outside the recommended list` : ""}`,
    },
    {
      name: "entities_in_answer",
      pass: coverage(entities.found.length, expected_entities.length) >= entityThreshold,
      explanation: `${entities.found.length} of ${expected_entities.length} expected entities, asked for ${entityThreshold}`,
    },
    ...(unsupported ? [verifyUnsupported(answer, unsupported)] : []),
  ];
}

function verifyUnsupported(answer: string, unsupported: readonly string[]): Criterion {
  const pass = deniesAll(answer, unsupported);
  const parts = unsupported.join(", ");
  return {
    name: "unsupported_part",
    pass,
    explanation: `${pass ? "says" : "does not say"} that nothing supports: ${parts}`,
  };
}
