import { visibleText } from "../../agent/answer/visible-text.ts";
import { findIds } from "../../base/ids.ts";
import type { IdPattern } from "../../db/ports/corpus.ts";
import {
  DIMENSIONS,
  type ExecutionRecord,
  type Extraction,
  type MetaVerdict,
  type Verdict,
} from "../../harness/record/domain/records.ts";
import type { Scenario } from "../../scenarios/set/schema.ts";

/** The raw records of one execution. */
export interface Raw {
  scenario: Scenario;
  record: ExecutionRecord;
  extraction: Extraction | undefined;
  verdict: Verdict | undefined;
  calibration: Verdict | undefined;
  meta: MetaVerdict | undefined;
  idPatterns: readonly IdPattern[];
}

type Formula = (raw: Raw) => number | null;

/** Metrics and facts by their definition, written again from the records; null where there is no number. */
export const FORMULAS: Readonly<Record<string, Formula>> = {
  functional_pass: (raw) => functionalAt(raw, 80),
  entity_coverage: ({ scenario, record, extraction }) => {
    if (scenario.expected_entities.length === 0) return null;
    if (record.outcome !== "success") return 0;
    return extraction ? shareNamed(scenario.expected_entities, extraction) : null;
  },
  pass: ({ record, verdict }) =>
    verdict?.judgement ? Number(verdict.judgement.status === "pass") : record.outcome === "success" ? null : 0,
  overall_score: ({ record, verdict }) =>
    verdict?.judgement?.overall_score ?? (record.outcome === "success" ? null : 0),
  ...Object.fromEntries([1, 5, 10].map((k) => [`recall@${k}`, recallAt(k)])),
  ...Object.fromEntries([5, 10].map((k) => [`ndcg@${k}`, ndcgAt(k)])),
  "precision@5": (raw) => ranked(raw, (hits) => hits.slice(0, 5).filter(Boolean).length / 5),
  "mrr@10": (raw) => ranked(raw, (hits) => 1 / (hits.slice(0, 10).indexOf(true) + 1 || Infinity)),
  ...Object.fromEntries(DIMENSIONS.map((name) => [name, dimension("verdict", name)])),
  mean_dimension: (raw) =>
    sum(
      DIMENSIONS.map((name) => dimension("verdict", name)(raw)),
      1 / DIMENSIONS.length,
    ),
  tool_calls: ({ extraction }) => extraction?.tool_calls.length ?? null,
  tool_errors: ({ extraction }) => extraction?.tool_calls.filter(({ status }) => status === "error").length ?? null,
  successful_calls: ({ extraction }) =>
    extraction?.tool_calls.filter(({ status }) => status === "success").length ?? null,
  tokens_in: ({ extraction }) => extraction?.tokens_in ?? null,
  tokens_out: ({ extraction }) => extraction?.tokens_out ?? null,
  skills_loaded: ({ extraction }) => extraction?.skills_loaded.length ?? null,
  plan_steps: ({ extraction }) => extraction?.plan_iterations ?? null,
  asked_again: ({ extraction }) => (extraction ? Number(extraction.contract_retries > 0) : null),
  safe_answer: ({ extraction }) => (extraction ? Number(extraction.contract_fallback) : null),
  seconds: ({ record }) => record.duration_ms / 1000,
  // Policy models cost nothing.
  cost: ({ extraction }) => (extraction ? 0 : null),
  abstention_correct: (raw) => abstained(raw, false),
  abstention_missed: (raw) => flip(abstained(raw, false)),
  abstention_false: (raw) => abstained(raw, true),
  retrieved_reported: (raw) => expectedIds(raw, (retrieved, reported) => retrieved && reported),
  retrieved_unreported: (raw) => expectedIds(raw, (retrieved, reported) => retrieved && !reported),
  unretrieved_reported: (raw) => expectedIds(raw, (retrieved, reported) => !retrieved && reported),
  unretrieved_unreported: (raw) => expectedIds(raw, (retrieved, reported) => !retrieved && !reported),
  expected_ids: (raw) => expectedIds(raw, () => true),
  grounding_coverage: (raw) => {
    const named = namedIds(raw);
    return named?.length ? 1 - ungrounded(raw, named) / named.length : null;
  },
  hallucinated_ids: (raw) => {
    const named = namedIds(raw);
    return named && ungrounded(raw, named);
  },
  judged_primary: ({ verdict }) => (verdict?.judgement ? 1 : null),
  judged_calibration: ({ calibration }) => (calibration?.judgement ? 1 : null),
  judged_meta: ({ meta }) => (meta?.type === "judged" ? 1 : null),
  calibration_pass: ({ calibration }) =>
    calibration?.judgement ? Number(calibration.judgement.status === "pass") : null,
  calibration_overall_score: ({ calibration }) => calibration?.judgement?.overall_score ?? null,
  ...Object.fromEntries(DIMENSIONS.map((name) => [`calibration_${name}`, dimension("calibration", name)])),
};

/** The functional verdict at another share of entities. */
export function functionalAt({ scenario, record, extraction }: Raw, percent: number): number | null {
  if (record.outcome !== "success") return 0;
  if (!extraction) return null;
  const { answerable, expected_ids, expected_entities } = scenario;
  const entities = expected_entities.length === 0 ? 1 : shareNamed(expected_entities, extraction);
  const isListed = expected_ids.every((id) => extraction.ranked_ids.includes(id));
  const named = isListed && shareNamed(expected_ids, extraction) === 1 && entities >= percent / 100 - 1e-9;
  return Number(answerable ? named && !extraction.abstained : extraction.abstained);
}

/** In any case; ids end where letters and digits do. */
function shareNamed(expected: readonly string[], { final_text, documents }: Extraction): number {
  const read = documents.filter(({ path }) => final_text.includes(path)).map(({ content }) => content);
  const text = [final_text, ...read].join("\n").toLowerCase();
  return expected.filter((one) => text.includes(one.toLowerCase())).length / expected.length;
}

function ranked(raw: Raw, score: (hits: boolean[], expected: number) => number): number | null {
  const { scenario, record, extraction } = raw;
  if (!scenario.answerable) return null;
  if (record.outcome !== "success") return 0;
  if (!extraction) return null;
  const expected = new Set(scenario.expected_ids);
  const hits = [...new Set(extraction.ranked_ids)].map((id) => expected.has(id));
  return score(hits, expected.size);
}

function recallAt(k: number): Formula {
  return (raw) => ranked(raw, (hits, expected) => hits.slice(0, k).filter(Boolean).length / expected);
}

function ndcgAt(k: number): Formula {
  const gain = (hits: readonly boolean[]) => hits.reduce((all, hit, at) => all + (hit ? 1 / Math.log2(at + 2) : 0), 0);
  return (raw) =>
    ranked(raw, (hits, expected) => gain(hits.slice(0, k)) / gain(Array(Math.min(k, expected)).fill(true)));
}

function dimension(of: "verdict" | "calibration", name: (typeof DIMENSIONS)[number]): Formula {
  return (raw) => raw[of]?.judgement?.quality[name].score ?? null;
}

function sum(values: readonly (number | null)[], times: number): number | null {
  return values.includes(null) ? null : times * values.reduce<number>((all, value) => all + value!, 0);
}

function abstained({ scenario, record, extraction }: Raw, answerable: boolean): number | null {
  if (scenario.answerable !== answerable || record.outcome !== "success" || !extraction) return null;
  return Number(extraction.abstained);
}

function flip(value: number | null): number | null {
  return value === null ? null : 1 - value;
}

function seenText({ extraction }: Raw): string {
  const successful = extraction?.tool_calls.filter(({ status }) => status === "success") ?? [];
  return successful.map(({ result, preview }) => result ?? preview).join("\n");
}

function expectedIds(raw: Raw, counts: (retrieved: boolean, reported: boolean) => boolean): number | null {
  const { scenario, extraction } = raw;
  if (!scenario.answerable || !extraction) return null;
  const seen = seenText(raw);
  // Hostile text hides what it holds.
  const answer = visibleText(extraction.final_text).text;
  return scenario.expected_ids.filter((id) => counts(seen.includes(id), answer.includes(id))).length;
}

/** Ids that an answer brings up, without those of the question; null without an answer. */
function namedIds({ scenario, record, extraction, idPatterns }: Raw): string[] | null {
  if (record.outcome !== "success" || !extraction) return null;
  const asked = findIds(scenario.turns.join("\n"), idPatterns);
  const text = extraction.final_text.replace(/artifact:\/\/[^\s)]*/g, " ");
  return findIds(text, idPatterns).filter((id) => !asked.includes(id));
}

function ungrounded(raw: Raw, named: readonly string[]): number {
  const seen = seenText(raw);
  return named.filter((id) => !seen.includes(id)).length;
}
