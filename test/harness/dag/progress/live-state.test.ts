import { expect, it } from "vitest";
import { advanceState, startState } from "../../../../harness/dag/progress/live-state.ts";

const AT = "2026-01-01T00:00:00.000Z";
const LATER = "2026-01-01T00:00:05.000Z";

it("counts steps by group and failures by kind; a cost that is unknown once stays unknown", () => {
  const steps = [
    { done: 1, total: 4, group: "a__react__prompt", tokens: 10, cost: 0.5 },
    { done: 2, total: 4, group: "a__react__prompt", tokens: 5, cost: null, failure: "timeout" },
    { done: 3, total: 4, group: "b__react__prompt", tokens: 1, cost: 1, failure: "timeout" },
  ];
  let state = advanceState(startState(["execute", "score"], AT), { type: "stage-start", stage: "execute" }, AT);
  for (const step of steps) state = advanceState(state, { type: "stage-progress", stage: "execute", step }, LATER);
  expect(state.running).toMatchObject({
    done: 3,
    total: 4,
    before: 0,
    groups: [
      { name: "a__react__prompt", done: 2, failed: 1 },
      { name: "b__react__prompt", done: 1, failed: 1 },
    ],
    failures: [{ kind: "timeout", count: 2 }],
    tokens: 16,
    cost: null,
  });
  expect(state.stages.map(({ status }) => status)).toEqual(["running", "waiting"]);
});

it("records of an earlier session, which come without usage, do not count for the rate", () => {
  let state = advanceState(startState(["execute"], AT), { type: "stage-start", stage: "execute" }, AT);
  state = advanceState(
    state,
    { type: "stage-progress", stage: "execute", step: { done: 1, total: 2, group: "a" } },
    AT,
  );
  expect(state.running).toMatchObject({ done: 1, before: 1 });
});

it("a stage that is done or was cached is complete, with its result; only the done one has a time", () => {
  let state = startState(["generate", "execute"], AT);
  state = advanceState(state, { type: "stage-cached", stage: "generate", summary: "52 scenarios" }, AT);
  state = advanceState(state, { type: "stage-done", stage: "execute", summary: "9 success", durationMs: 7 }, LATER);
  expect(state.stages).toEqual([
    { stage: "generate", status: "complete", summary: "52 scenarios", duration_ms: null },
    { stage: "execute", status: "complete", summary: "9 success", duration_ms: 7 },
  ]);
  expect(state).toMatchObject({ running: null, updated_at: LATER });
});
