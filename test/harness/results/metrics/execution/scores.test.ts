import { expect, test } from "vitest";
import { type IdReader, idReader } from "../../../../../base/ids/id-reader.ts";
import type { Extraction, Verdict } from "../../../../../harness/record/domain/records.ts";
import { type ExecutionCase, traceCase } from "../../../../../harness/results/metrics/execution/case.ts";
import { verifyFunctionally } from "../../../../../harness/results/metrics/execution/functional.ts";
import { isJudgedRelevance } from "../../../../../harness/results/metrics/execution/judged-relevance.ts";
import { EXECUTION_METRICS, scoreExecution } from "../../../../../harness/results/metrics/execution/registry.ts";
import type { Scenario } from "../../../../../scenarios/set/schema.ts";
import { fixtureScenarios, ID_PATTERNS } from "../../../run-fixture/scenarios.ts";

const [lookup, search] = fixtureScenarios().scenarios;
const unanswerable = fixtureScenarios().scenarios.find((scenario) => !scenario.answerable)!;
const KEY = { model: "m", workflow: "react", knowledge: "prompt", repeat: 0 } as const;

function trace(changes: Partial<Extraction> = {}): Extraction {
  return {
    ...KEY,
    scenario_id: "S002",
    outcome: "success",
    source: "checkpoints",
    tokens_in: 100,
    tokens_out: 10,
    tokens_estimated: false,
    model_calls: 2,
    served_models: [],
    tool_calls: [],
    messages: [],
    skills_loaded: [],
    plan_iterations: 0,
    answers: [],
    final_text: "",
    ranked_ids: [],
    abstained: false,
    contract_violations: [],
    contract_retries: 0,
    contract_fallback: false,
    documents: [],
    ...changes,
  };
}

function call(
  result: string,
  changes: Partial<Extraction["tool_calls"][number]> = {},
): Extraction["tool_calls"][number] {
  const base = {
    index: 0,
    turn: 0,
    tool: "search",
    family: "keyword",
    arguments: {},
    truncated: false,
    sub_agent: null,
    duration_ms: 1,
  };
  return { ...base, status: "success", preview: result.slice(0, 8), result, ...changes };
}

function given(changes: Partial<ExecutionCase> = {}): ExecutionCase {
  const base = {
    scenario: search!,
    outcome: "success",
    extraction: trace(),
    verdict: null,
    ids: idReader([], { idPatterns: ID_PATTERNS }),
    judgedRelevance: false,
  } as const;
  return { ...base, entityThreshold: 0.8, ...changes };
}

const score = (changes: Partial<ExecutionCase>) => {
  const all = given(changes);
  return scoreExecution(all, traceCase(all));
};

const values = (changes: Partial<ExecutionCase>) => {
  const scores = score(changes);
  return (name: string) => scores[name]!.value ?? scores[name]!.reason;
};

test("the ranked list is scored in the answer's order, names and coverage from the text", () => {
  const of = values({
    extraction: trace({
      ranked_ids: ["TC-00299", "TC-00201", "TC-00200"],
      final_text: "Paging: `TC-00201`, `TC-00200`, `TC-00299`",
      tool_calls: [call("TC-00200 TC-00201 TC-00203")],
    }),
  });
  expect(of("mrr@10")).toBe(0.5);
  expect(of("recall@5")).toBe(0.5);
  expect(of("recall@1")).toBe(0);
  expect(of("id_coverage")).toBe(0.5);
  expect(of("entity_coverage")).toBe(0.5);
  expect(of("functional_pass")).toBe(0);
  expect(of("label_coverage")).toBeCloseTo(2 / 3);
});

test("grounding looks at full results, the preview variant at what the model saw", () => {
  const of = values({
    extraction: trace({ final_text: "TC-00200 and TC-00201 and TC-00299", tool_calls: [call("TC-00200 TC-00201")] }),
  });
  expect(of("grounding_coverage")).toBeCloseTo(2 / 3);
  expect(of("hallucinated_ids")).toBe(1);
  expect(of("grounding_coverage(view=preview)")).toBeCloseTo(1 / 3);
  expect(of("hallucinated_ids(view=preview)")).toBe(2);
});

test("an errored call grounds nothing, ids of the question and of links are no claims", () => {
  const failed = values({
    extraction: trace({ final_text: "TC-00200", tool_calls: [call("TC-00200", { status: "error" })] }),
  });
  expect(failed("hallucinated_ids")).toBe(1);
  const echoed = values({
    scenario: unanswerable,
    extraction: trace({
      final_text: "No supported recommendation: TC-99999 is unknown [S1](artifact://t?path=/TC-00001.json)",
      abstained: true,
    }),
  });
  expect(echoed("hallucinated_ids")).toBe(0);
  expect(echoed("grounding_coverage")).toBe("no_ids_in_answer");
});

test("each expected id falls into one cell of retrieved x reported", () => {
  const of = values({
    extraction: trace({ final_text: "TC-00200 TC-00202", tool_calls: [call("TC-00200 TC-00201 TC-002031")] }),
  });
  const cells = ["retrieved_reported", "retrieved_unreported", "unretrieved_reported", "unretrieved_unreported"].map(
    of,
  );
  expect(cells).toEqual([1, 1, 1, 1]);
});

test("ranking and id metrics are not about unanswerable scenarios, abstention is", () => {
  const silent = values({ scenario: unanswerable, extraction: trace({ abstained: true }) });
  expect(silent("ndcg@10")).toBe("unanswerable");
  expect(silent("functional_pass")).toBe(1);
  expect([silent("abstention_correct"), silent("abstention_missed"), silent("abstention_false")]).toEqual([
    1,
    0,
    "unanswerable",
  ]);
  const talking = values({ scenario: unanswerable });
  expect([talking("abstention_correct"), talking("abstention_missed"), talking("functional_pass")]).toEqual([0, 1, 0]);
});

test("abstaining on an answerable scenario is a false abstention and ranks 0", () => {
  const of = values({ scenario: lookup!, extraction: trace({ abstained: true }) });
  expect([of("abstention_false"), of("ndcg@10"), of("label_coverage")]).toEqual([1, 0, "no_recommendation"]);
});

test("who asked back scores 0 where the user got nothing, else unscored: nobody answers in a run", () => {
  const extraction = trace({ asked_back: true, final_text: "Clarifying question: which?", tool_calls: [] });
  const of = values({ scenario: lookup!, extraction });
  expect(["ndcg@10", "functional_pass", "id_coverage"].map(of)).toEqual([0, 0, 0]);
  expect(["abstention_false", "grounding_coverage"].map(of)).toEqual(["asked_back", "asked_back"]);
  expect(typeof of("tool_calls")).toBe("number");
});

test.each(["timeout", "agent_error", "cascaded_failure"] as const)(
  "%s scores 0 where the user got nothing, else unscored",
  (outcome) => {
    const of = values({
      outcome,
      extraction: trace({ outcome, ranked_ids: ["TC-00200"], final_text: "TC-00200", tool_calls: [call("TC-00200")] }),
    });
    for (const name of [
      "ndcg@10",
      "functional_pass",
      "id_coverage",
      "entity_coverage",
      "pass",
      "overall_score",
      "alignment",
    ])
      expect(of(name), name).toBe(0);
    for (const name of ["grounding_coverage", "hallucinated_ids", "label_coverage", "abstention_false", "completeness"])
      expect(of(name), name).toBe("no_answer");
    expect([of("tool_calls"), of("retrieved_reported")]).toEqual([1, 1]);
  },
);

test("an id named twice counts once, where it comes first", () => {
  const of = values({ extraction: trace({ ranked_ids: ["TC-00200", "TC-00200", "TC-00200", "TC-00200"] }) });
  expect([of("recall@5"), of("precision@5")]).toEqual([0.25, 0.2]);
});

test("without words in the reference answer the likeness to it is unscored, of a failure too; an empty answer is like none", () => {
  const scenario = { ...search!, reference_answer: " ... " };
  const answered = values({ scenario, extraction: trace({ final_text: "TC-00200" }) });
  const failed = values({ scenario, outcome: "timeout" });
  const empty = values({});
  for (const name of ["rouge_l", "meteor_stem"])
    expect([answered(name), failed(name), empty(name)]).toEqual(["nothing_expected", "nothing_expected", 0]);
});

test("a missing execution has no score at all, a missing trace none from the trace", () => {
  const missing = score({ outcome: "missing", extraction: null });
  expect(new Set(Object.values(missing).map((score) => score.reason))).toEqual(new Set(["missing"]));
  const traceless = values({ extraction: null, verdict: verdict("judged") });
  expect([traceless("ndcg@10"), traceless("pass"), traceless("completeness")]).toEqual(["extraction_missing", 1, 4]);
});

test("a verdict that is missing, blocked or cascaded leaves judge scores unscored, never 0", () => {
  expect(values({})("pass")).toBe("verdict_missing");
  expect(values({ verdict: verdict("blocked") })("pass")).toBe("judge_blocked");
  expect(values({ verdict: verdict("cascaded_blocked") })("overall_score")).toBe("judge_blocked");
  expect(values({ verdict: verdict("cascaded_failure") })("coherence")).toBe("judge_cascaded");
});

test("effort without any trace is unscored", () => {
  expect(values({ outcome: "agent_error", extraction: trace({ source: "none" }) })("tool_calls")).toBe("no_trace");
});

test("functional verification explains each criterion; no expected entities are fully covered", () => {
  const criteria = verifyFunctionally({
    outcome: "success",
    scenario: { ...search!, expected_entities: [] },
    ids: idReader([]),
    entityThreshold: 0.8,
    answer: "TC-00200",
    extraction: trace({ abstained: true }),
  });
  expect(criteria.map(({ name, pass }) => [name, pass])).toEqual([
    ["exit_ok", true],
    ["ids_in_answer", false],
    ["ids_in_list", false],
    ["ids_exist", true],
    ["entities_in_answer", true],
    ["abstention", false],
  ]);
});

test("who is silent on what nothing supports, or makes it up, does not pass", () => {
  const passes = (answer: string) =>
    verifyFunctionally({
      outcome: "success",
      scenario: { ...search!, expected_ids: ["TC-00200"], expected_entities: [], unsupported: ["backlog item"] },
      ids: idReader([]),
      entityThreshold: 0.8,
      answer,
      extraction: trace({ abstained: false, ranked_ids: ["TC-00200"] }),
    }).every(({ pass }) => pass);
  expect(passes("It is TC-00200; no backlog item is linked to it.")).toBe(true);
  expect(passes("It is TC-00200.")).toBe(false);
  expect(passes("It is TC-00200, recorded against the backlog item EP-9999.")).toBe(false);
});

test("who names an id and does not recommend it does not pass, unless it ranks nothing by its own word", () => {
  const said = (changes: Partial<Extraction>) =>
    verifyFunctionally({
      outcome: "success",
      scenario: { ...search!, expected_ids: ["TC-00200", "TC-00201"], expected_entities: [] },
      ids: idReader([]),
      entityThreshold: 0.8,
      answer: "Do not run TC-00200 and TC-00201.",
      extraction: trace({ abstained: false, ...changes }),
    });
  const listed = (ranked_ids: string[]) => said({ ranked_ids }).find(({ name }) => name === "ids_in_list");
  expect(listed(["TC-00201", "TC-00200", "TC-00300"])).toMatchObject({ pass: true });
  expect(listed(["TC-00201"])).toMatchObject({
    ...{ pass: false, explanation: "1 of 2 expected ids in the recommended list" },
  });
  expect(said({ ranked_ids: [] }).every(({ pass }) => pass)).toBe(false);
  expect(said({ ranked_ids: [], unreported: ["ranking"] }).every(({ pass }) => pass)).toBe(true);
});

test("who recommends and says that nothing is supported does not pass, but where a part of the question has no support", () => {
  const passes = (changes: Partial<Scenario>) =>
    verifyFunctionally({
      outcome: "success",
      scenario: { ...search!, expected_ids: ["TC-00200"], expected_entities: [], ...changes },
      ids: idReader([]),
      entityThreshold: 0.8,
      answer: "1. `TC-00200`\n\nNo supported recommendation: no backlog item is there.",
      extraction: trace({ abstained: false, ranked_ids: ["TC-00200"] }),
    }).every(({ pass }) => pass);
  expect(passes({})).toBe(false);
  expect(passes({ unsupported: ["backlog item"] })).toBe(true);
});

test("who recommends an id that no record has does not pass, unless a result shows it", () => {
  const passes = (ids: IdReader, shown: string[] = []) => {
    const result = JSON.stringify(shown.map((id) => ({ test_case_id: id })));
    return verifyFunctionally({
      outcome: "success",
      scenario: { ...search!, expected_ids: ["TC-00200"], expected_entities: [] },
      ...{ ids, entityThreshold: 0.8, answer: "TC-00200, TC-00201" },
      extraction: trace({ abstained: false, ranked_ids: ["TC-00200", "TC-00201"], tool_calls: [call(result)] }),
    }).every(({ pass }) => pass);
  };
  expect(passes(idReader(["TC-00200"]))).toBe(false);
  expect(passes(idReader(["TC-00200", "TC-00201"]))).toBe(true);
  expect(passes(idReader(["TC-00200"]), ["TC-00201"])).toBe(true);
});

test("metric names are unique", () => {
  const names = EXECUTION_METRICS.map((metric) => metric.name);
  expect(new Set(names).size).toBe(names.length);
});

function verdict(type: Verdict["type"]): Verdict {
  const dimension = { score: 4, rationale: "" };
  const judgement: Verdict["judgement"] = {
    status: "pass",
    overall_score: 0.9,
    ground_truth: {
      expected_ids_found: [],
      expected_ids_missing: [],
      expected_entities_found: [],
      expected_entities_missing: [],
      reference_answer_alignment: 0.8,
      details: "",
    },
    quality: { completeness: dimension, relevance: dimension, coherence: dimension, evidence_grounding: dimension },
    summary: "",
  };
  const base = { ...KEY, scenario_id: "S002", evaluator: "test", stand_in: true, claims_disagree: [], attempts: [] };
  return { ...base, type, judgement: type === "judged" ? judgement : null };
}

test("there is no pass rate where relevance is a judgement of grades or of many documents, whatever file it came in", () => {
  const judged = (...grades: number[][]) =>
    grades.map((own) => ({ ...search!, grades: Object.fromEntries(own.map((grade, at) => [`D${at}`, grade])) }));
  expect(isJudgedRelevance(judged([1, 2], [1]))).toBe(true);
  expect(isJudgedRelevance(judged([1, 1, 1, 1], [1, 1, 1, 1], [1]))).toBe(true);
  expect(isJudgedRelevance(judged([1], [1, 1]))).toBe(false);
  expect(isJudgedRelevance([{ ...search!, expected_ids: Array.from({ length: 90 }, (_, at) => `TC-${at}`) }])).toBe(
    false,
  );
  const { functional_pass: pass, "ndcg@10": ndcg } = score({ judgedRelevance: true });
  expect(pass).toEqual({ value: null, reason: "judged_relevance" });
  expect(ndcg?.value).not.toBeNull();
});
