import { countOf } from "../base/counts.ts";
import type { RelevanceJudgement, RetrievalQuery, RetrievalTask } from "../import/sources/source.ts";
import { clusterLeaders } from "./set/clusters.ts";
import type { Scenario, ScenarioSet } from "./set/schema.ts";

export interface RetrievalSet {
  /** Null when no query has a relevant document in the corpus. */
  set: ScenarioSet | null;
  /** Queries and judgements that are left out, and why; also in the set's notes. */
  notes: string[];
}

/**
 * Queries with judged documents (BEIR, TREC) as a scenario set: family `search`, grade > 0 is expected, the grades are
 * kept. Expected documents that the corpus lacks are left out, as are queries for which none remains; both are counted.
 */
export function scenariosFromRetrieval(
  { queries, judgements }: RetrievalTask,
  { corpus, titles }: { corpus: string; titles: ReadonlyMap<string, string> },
): RetrievalSet {
  const { grades, conflicting, repeated } = gradesByQuery(judgements);
  const scenarios: Scenario[] = [];
  const known = new Set(queries.map(({ id }) => id));
  const ofNone = judgements.filter(({ queryId }) => !known.has(queryId));
  const left: LeftOut = { unjudged: 0, missing: 0, empty: 0, ofNone, conflicting, repeated };
  for (const query of queries) {
    const judged = [...(grades.get(query.id) ?? [])];
    const relevant = judged.filter(([, grade]) => grade > 0);
    const present = relevant.filter(([id]) => titles.has(id));
    left.missing += relevant.length - present.length;
    if (query.isUnanswerable) scenarios.push(unanswerableOf(query, scenarios.length + 1));
    else if (judged.length === 0) left.unjudged++;
    else if (present.length === 0) left.empty++;
    else scenarios.push(scenarioOf(query, { number: scenarios.length + 1, relevant: present, titles }));
  }
  const notes = sayLeft(left);
  return {
    set:
      scenarios.length === 0
        ? null
        : { version: 1, corpus, snapshot: "any", seed: null, notes, scenarios: inClusters(scenarios) },
    notes,
  };
}

/** Queries of which the same documents are relevant. */
function inClusters(scenarios: readonly Scenario[]): Scenario[] {
  const leaders = clusterLeaders(scenarios.map(({ expected_ids }) => ({ starts: [], ids: new Set(expected_ids) })));
  return scenarios.map((scenario, at) => {
    const leader = scenarios[leaders[at]!]!;
    return leader === scenario ? scenario : { ...scenario, cluster: leader.id };
  });
}

/** Judgements that are not in the set as they stand. */
interface LeftOut {
  unjudged: number;
  missing: number;
  empty: number;
  /** Judgements of queries that are not there. */
  ofNone: readonly RelevanceJudgement[];
  /** Those that give a pair another grade than one before, and those that give it the same. */
  conflicting: readonly RelevanceJudgement[];
  repeated: number;
}

/** Of several grades of a pair the highest counts: a document is relevant when it is for one sub-topic. */
function gradesByQuery(
  judgements: readonly RelevanceJudgement[],
): Pick<LeftOut, "conflicting" | "repeated"> & { grades: Map<string, Map<string, number>> } {
  const grades = new Map<string, Map<string, number>>();
  const conflicting: RelevanceJudgement[] = [];
  let repeated = 0;
  for (const judgement of judgements) {
    const { queryId, documentId, grade } = judgement;
    const own = grades.get(queryId) ?? new Map<string, number>();
    const before = own.get(documentId);
    if (before === grade) repeated++;
    else if (before !== undefined) conflicting.push(judgement);
    own.set(documentId, Math.max(grade, before ?? grade));
    grades.set(queryId, own);
  }
  return { grades, conflicting, repeated };
}

interface Truth {
  number: number;
  relevant: readonly (readonly [id: string, grade: number])[];
  titles: ReadonlyMap<string, string>;
}

function idOf({ id }: RetrievalQuery, number: number): string {
  return `S${String(number).padStart(3, "0")}-${id.replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 60)}`;
}

function unanswerableOf(query: RetrievalQuery, number: number): Scenario {
  return {
    id: idOf(query, number),
    family: "search",
    complexity: "single_hop",
    answerable: false,
    ...(query.kind && { template: query.kind }),
    turns: turnsOf(query.text),
    expected_ids: [],
    expected_entities: [],
    reference_answer: query.answer ?? "Nothing in the corpus answers this.",
    traps: [],
  };
}

function scenarioOf(query: RetrievalQuery, { number, relevant, titles }: Truth): Scenario {
  const ids = relevant.map(([id]) => id);
  const named = ids.map((id) => `${id} (${titles.get(id)})`).join(", ");
  return {
    id: idOf(query, number),
    family: "search",
    ...(query.kind && { template: query.kind }),
    complexity: ids.length === 1 ? "single_hop" : "multi_hop",
    answerable: true,
    turns: turnsOf(query.text),
    expected_ids: ids,
    grades: Object.fromEntries(relevant),
    expected_entities: query.answer === null || query.isProse ? [] : [query.answer],
    reference_answer: query.answer === null ? `Relevant: ${named}.` : `${query.answer}. Relevant: ${named}.`,
    traps: [],
  };
}

/** MTRAG writes a conversation as `|user|: ...` lines: each is a turn. */
function turnsOf(text: string): string[] {
  const turns = text
    .split(/(?:^|\n)\|user\|:/)
    .map((turn) => turn.trim())
    .filter((turn) => turn !== "");
  return turns.length > 0 ? turns : [text];
}

const MOST_NAMED = 5;

function sayPlaces(judgements: readonly RelevanceJudgement[]): string {
  const named = judgements.slice(0, MOST_NAMED).map(({ queryId, place }) => `${JSON.stringify(queryId)} (${place})`);
  return `${named.join(", ")}${judgements.length > MOST_NAMED ? ", ..." : ""}`;
}

function sayLeft({ unjudged, missing, empty, ofNone, conflicting, repeated }: LeftOut): string[] {
  return [
    ...(ofNone.length > 0
      ? [
          `${countOf(ofNone.length, "judgement is of a query that is not there and is", "judgements are of queries that are not there and are")} left out: ${sayPlaces(ofNone)}`,
        ]
      : []),
    ...(conflicting.length > 0
      ? [
          `${countOf(conflicting.length, "judgement gives a pair another grade than one before it", "judgements give a pair another grade than one before")}; the highest counts: ${sayPlaces(conflicting)}`,
        ]
      : []),
    ...(repeated > 0
      ? [
          countOf(
            repeated,
            "judgement repeats an earlier one and counts once",
            "judgements repeat earlier ones and count once",
          ),
        ]
      : []),
    ...(unjudged > 0
      ? [`${countOf(unjudged, "query has no judgement and is", "queries have no judgement and are")} left out`]
      : []),
    ...(missing > 0
      ? [
          countOf(
            missing,
            "relevant document is not in the corpus and is not expected",
            "relevant documents are not in the corpus and are not expected",
          ),
        ]
      : []),
    ...(empty > 0
      ? [
          countOf(
            empty,
            "query has no relevant document in the corpus and is left out",
            "queries have no relevant document in the corpus and are left out",
          ),
        ]
      : []),
  ];
}
