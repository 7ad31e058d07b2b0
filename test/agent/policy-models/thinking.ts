import { readPolicies } from "../../../agent/knowledge/policies.ts";
import { findProfile } from "../../../agent/policy-models/profiles.ts";
import { viewResult } from "../../../agent/policy-models/reading/what-came-back.ts";
import type { PlannedCall, Strategy } from "../../../agent/policy-models/strategy.ts";
import { TurnState } from "../../../agent/policy-models/turn-state.ts";

/** A policy model that has read all policies and may call these tools. */
export function stateOf(profile: string, tools: readonly string[]): TurnState {
  const system = Object.values(readPolicies().policies).join("\n\n");
  return new TurnState({
    profile: findProfile(profile),
    seed: 1,
    conversation: { system, turns: [] },
    tools: tools.map((name) => ({ name, parameters: {}, tokens: 0 })),
    turn: 0,
  });
}

/** Runs a strategy to its end; each call is answered with these rows. */
export function think<T>(strategy: Strategy<T>, rowsFor: (call: PlannedCall) => readonly object[]): T {
  let step = strategy.next();
  while (!step.done) {
    const answer = (call: PlannedCall) =>
      viewResult(JSON.stringify({ rows: rowsFor(call), total: rowsFor(call).length }), false);
    step = strategy.next(step.value.map((call) => ({ call, view: answer(call) })));
  }
  return step.value;
}
