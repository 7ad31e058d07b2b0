import { abstainsInAll } from "../../../../agent/answer/answer.ts";
import { groundedIn } from "../../../../agent/answer/evidence.ts";
import type { IdReader } from "../../../../base/ids/id-reader.ts";
import { findAnsweredIds, findExpectedEntities, namesTooMany } from "../../../judge/judges/mentions.ts";
import { coverage } from "../../../judge/judges/rule.ts";
import type { Extraction } from "../../../record/domain/records.ts";
import { deniesAll } from "../minimal-pairs/denial.ts";
import type { TracedCase } from "./case.ts";
import type { TraceMetric } from "./metric.ts";

/** One criterion of functional verification and why it holds or not. */
export interface Criterion {
  name:
    | "exit_ok"
    | "ids_in_answer"
    | "ids_in_list"
    | "ids_exist"
    | "entities_in_answer"
    | "unsupported_part"
    | "abstention";
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
 * expected id and at least the threshold's share of entities stand in the answer, every expected id in its recommended list too, which holds no id that no record has, it says
 * which part of the question nothing supports where there is one, and it abstains where there is nothing to find and only there. The study
 * asks for no list, so that "do not run TC-1" names TC-1, and its empty lists count as covered, by which every answer to an unanswerable
 * question would pass. Of agents that declare that they rank nothing no list is asked.
 */
export const functionalPass: TraceMetric = {
  name: "functional_pass",
  label: "Functional pass",
  definition:
    "ended well, recommends all expected ids and none that no record has, names enough of the expected entities, says which part of the question nothing supports, abstains exactly where there is nothing to find, without recommending",
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
  const { answerable, unsupported } = scenario;
  const { abstained } = extraction;
  // Who says so of a part that nothing supports is right.
  const hedges = !abstained && !unsupported && abstainsInAll(answer);
  const said = abstained ? "abstains" : hedges ? "abstains and recommends" : "does not abstain";
  return [
    { name: "exit_ok", pass: outcome === "success", explanation: `ended as ${outcome}` },
    ...(answerable ? verifyMentions({ scenario, entityThreshold, answer, extraction, ids }) : []),
    {
      name: "abstention",
      pass: abstained !== answerable && !hedges,
      explanation: `${said}, there is ${answerable ? "something" : "nothing"} to find`,
    },
  ];
}

type Verified = Mentioned & Pick<TracedCase, "outcome">;
type Mentioned = Pick<TracedCase, "scenario" | "entityThreshold" | "answer" | "extraction" | "ids">;

/** An empty list of expectations is fully covered. */
function verifyMentions({
  scenario: { expected_ids, expected_entities, unsupported },
  entityThreshold,
  answer,
  extraction,
  ids: reader,
}: Mentioned): Criterion[] {
  const ids = findAnsweredIds(answer, expected_ids, reader);
  const { ranked_ids: ranked, unreported } = extraction;
  const listed = expected_ids.filter((id) => ranked.includes(id)).length;
  const invented = inventedIds(extraction, { expected_ids, ids: reader });
  const entities = findExpectedEntities(answer, expected_entities);
  return [
    {
      name: "ids_in_answer",
      pass: ids.missing.length === 0,
      explanation: `${ids.found.length} of ${expected_ids.length} expected ids${namesTooMany(answer, expected_ids, reader) ? ": it names too many ids to say which" : ""}`,
    },
    {
      name: "ids_in_list",
      pass: listed === expected_ids.length || unreported?.includes("ranking") === true,
      explanation: `${listed} of ${expected_ids.length} expected ids in the recommended list`,
    },
    {
      name: "ids_exist",
      pass: invented.length === 0 || unreported?.includes("tool_calls") === true,
      explanation: `${ranked.length - invented.length} of ${ranked.length} recommended ids exist`,
    },
    {
      name: "entities_in_answer",
      pass: coverage(entities.found.length, expected_entities.length) >= entityThreshold,
      explanation: `${entities.found.length} of ${expected_entities.length} expected entities, asked for ${entityThreshold}`,
    },
    ...(unsupported ? [verifyUnsupported(answer, unsupported)] : []),
  ];
}

/**
 * Recommended ids that no record of the corpus has, and no result showed: sources may have records that the corpus has not. None where what is
 * expected is no record of it either, as in runs of an older version, which do not say what their corpus has.
 */
function inventedIds(
  { ranked_ids, tool_calls }: Extraction,
  { expected_ids, ids }: { expected_ids: readonly string[]; ids: IdReader },
): string[] {
  const unknown = ranked_ids.filter((id) => !ids.isKnown(id) && !expected_ids.includes(id));
  if (unknown.length === 0 || !expected_ids.some(ids.isKnown)) return [];
  const isShown = groundedIn(
    tool_calls.filter(({ status }) => status === "success"),
    ids,
  );
  return unknown.filter((id) => !isShown(id));
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
