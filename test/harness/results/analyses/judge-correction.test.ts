import { expect, it } from "vitest";
import { judgeCorrection } from "../../../../harness/results/analyses/judge-correction.ts";
import type { ScoredExecution } from "../../../../harness/results/metrics/scored-execution.ts";

/** Two configurations whose scores lie near the scale's end in different shapes; the second judge gives about .1 more throughout. */
const SCORES = { wide: [1, 0.6], narrow: [0.79, 0.79] };

it("keeps the order of two configurations whose means differ, though single scores would leave the scale", () => {
  const executions = Object.entries(SCORES).flatMap(([model, scores]) =>
    Array.from({ length: 60 }, (_, at) =>
      execution(model, { scenario: `S${at}`, score: scores[at % 2]!, more: at % 4 < 2 ? 0.09 : 0.11 }),
    ),
  );
  const compute = judgeCorrection.compute as (
    scored: object,
    earlier: object,
  ) => ReturnType<typeof judgeCorrection.compute>;
  const { applied, shift, configurations } = compute({ executions, ratings: [] }, {});
  expect([applied, shift]).toEqual([true, expect.closeTo(0.1, 9)]);
  const [wide, narrow] = configurations;
  expect([wide!.score, narrow!.score]).toEqual([expect.closeTo(0.8, 9), expect.closeTo(0.79, 9)]);
  expect([wide!.corrected, narrow!.corrected]).toEqual([expect.closeTo(0.9, 9), expect.closeTo(0.89, 9)]);
});

function execution(
  model: string,
  { scenario, score, more }: { scenario: string; score: number; more: number },
): ScoredExecution {
  const judgement = (overall: number) => ({ judgement: { overall_score: overall } });
  return {
    record: {
      scenario_id: scenario,
      model,
      workflow: "react",
      knowledge: "prompt",
      repeat: 0,
      scores: { overall_score: { value: score } },
    },
    scenario: { id: scenario },
    primary: judgement(score),
    calibration: judgement(score + more),
  } as unknown as ScoredExecution;
}
