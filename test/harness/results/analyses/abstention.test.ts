import { describe, expect, it } from "vitest";
import type { ScoreRecord } from "../../../../harness/record/domain/records.ts";
import { analyseMinimalPairs } from "../../../../harness/results/analyses/abstention.ts";
import type { ScoredConfiguration } from "../../../../harness/results/analyses/scored.ts";
import type { ScoredExecution } from "../../../../harness/results/metrics/scored-execution.ts";
import type { AbstentionKind, Scenario } from "../../../../scenarios/set/schema.ts";

type Answer = "abstains" | "finds" | "misses" | "says" | "fails";

function execution(scenario: Partial<Scenario>, answer: Answer): ScoredExecution {
  const value = (number: number) => ({ value: number });
  const none = (reason: string) => ({ value: null, reason });
  const failed = answer === "fails";
  const abstains = Number(answer === "abstains");
  const on = (answerable: boolean, number: number) =>
    scenario.answerable === answerable ? (failed ? none("no_answer") : value(number)) : none("other");
  const found = Number(answer === "finds" || answer === "says");
  return {
    scenario,
    record: {
      repeat: 0,
      outcome: failed ? "timeout" : "success",
      scores: {
        abstention_correct: on(false, abstains),
        abstention_missed: on(false, 1 - abstains),
        abstention_false: on(true, abstains),
        "success@10": on(true, found),
        evidence_agreement: abstains || failed ? none("no_recommendation") : value(found ? 3 : 1),
      },
    } as never as ScoreRecord,
    saysUnsupported: scenario.unsupported ? answer === "says" : null,
  } as never as ScoredExecution;
}

/** One configuration that gave these answers, a pair each. */
function analyse(pairs: readonly (readonly [Answer, Answer])[], kind: AbstentionKind = "fabricated_id") {
  const executions = pairs.flatMap(([lacking, whole], at) => {
    const partly = kind === "partly_answerable";
    const twin = (id: string) => ({ id, here: "a", there: "b" });
    const bare = { id: `L${at}`, answerable: partly, nonexistence: kind, twin: twin(`W${at}`) };
    return [
      execution(partly ? { ...bare, unsupported: ["X"] } : bare, lacking),
      execution({ id: `W${at}`, answerable: true, twin: twin(`L${at}`) }, whole),
    ];
  });
  const configuration = { model: "m", workflow: "react", knowledge: "prompt" } as const;
  return analyseMinimalPairs([{ configuration, executions } as ScoredConfiguration]);
}

describe("analyseTwins", () => {
  it("counts both right only where one abstains and the other finds: always abstaining or answering gives 0", () => {
    const [mixed] = analyse([
      ["abstains", "finds"],
      ["abstains", "abstains"],
      ["misses", "finds"],
      ["abstains", "misses"],
    ]);
    expect([mixed?.correct.mean, mixed?.missed.mean, mixed?.false_abstention.mean, mixed?.both_right.mean]).toEqual([
      0.75, 0.25, 0.25, 0.25,
    ]);
    expect(analyse([["abstains", "abstains"]])[0]?.both_right.mean).toBe(0);
    expect(analyse([["misses", "finds"]])[0]?.both_right.mean).toBe(0);
  });

  it("takes a partly answerable one for right when it answers and says what is unsupported", () => {
    const [row] = analyse(
      [
        ["says", "finds"],
        ["finds", "finds"],
        ["abstains", "finds"],
      ],
      "partly_answerable",
    );
    expect(row?.correct.mean).toBeCloseTo(1 / 3);
    expect(row?.missed.mean).toBeCloseTo(1 / 3);
    expect(row?.false_abstention.mean).toBeCloseTo(1 / 3);
    expect(row?.both_right.mean).toBeCloseTo(1 / 3);
  });

  it("leaves an execution without an answer unscored, and its pair not both right", () => {
    const [row] = analyse([
      ["fails", "finds"],
      ["abstains", "fails"],
    ]);
    expect([row?.correct.n, row?.correct.unscored, row?.correct.mean]).toEqual([1, 1, 1]);
    expect([row?.both_right.n, row?.both_right.mean]).toEqual([2, 0]);
    expect(row?.answered).toMatchObject({ n: 2, unscored: 2, mean: 0.5 });
  });

  it("gives the risk of answers given, and no excess where the evidence ranks them perfectly", () => {
    const [row] = analyse([
      ["misses", "finds"],
      ["misses", "finds"],
    ]);
    expect([row?.risk.mean, row?.excess_aurc]).toEqual([0.5, 0]);
    expect(row?.curve).toEqual([0, 0, 1 / 3, 1 / 2]);
  });

  it("has a row a kind that is there and one over all; a set without whole pairs has none", () => {
    expect(analyse([["abstains", "finds"]]).map(({ kind }) => kind)).toEqual(["fabricated_id", "all"]);
    expect(analyse([])).toEqual([]);
  });
});
