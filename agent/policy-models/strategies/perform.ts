import { type ResultView, viewResult } from "../reading/result-view.ts";
import type { PlannedCall, StepResult, Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";

/** What a call that was not made comes to: it had no tool, or the model was not ready for more calls. */
const NOT_MADE: ResultView = {
  ok: false,
  error: "not_made",
  hint: "",
  rows: [],
  total: 0,
  truncated: false,
  path: null,
  facts: {},
  text: "",
};

/** Makes one call; see `performAll`. */
export function* perform(state: TurnState, tool: string, args: Record<string, unknown>): Strategy<ResultView> {
  const [view] = yield* performAll(state, [{ tool, args }]);
  return view as ResultView;
}

/**
 * Makes calls together, within the budget and with the profile's slips. A call refused for its arguments is corrected
 * once by a profile that does that. A call made before in this turn is not made again: its result is at hand.
 */
export function* performAll(state: TurnState, calls: readonly PlannedCall[]): Strategy<ResultView[]> {
  const plans = calls.map((call) => planCall(state, call));
  const made = plans.filter((plan) => plan.type === "make");
  if (made.length > 0) yield* makeAll(state, made);
  return plans.map((plan) => (plan.type === "skip" ? NOT_MADE : (state.results.get(plan.key) ?? NOT_MADE)));
}

type Plan = { type: "skip" } | { type: "known"; key: string } | { type: "make"; key: string; call: PlannedCall };

function planCall(state: TurnState, call: PlannedCall): Plan {
  const key = JSON.stringify([call.tool, call.args]);
  if (state.results.has(key)) return { type: "known", key };
  if (!state.tools.has(call.tool) || state.callsLeft <= 0) return { type: "skip" };
  state.callsLeft--;
  return { type: "make", key, call };
}

function* makeAll(state: TurnState, plans: readonly (Plan & { type: "make" })[]): Strategy<void> {
  const sent = plans.map((plan) => distort(plan.call, state));
  const results = yield sent;
  remember(state, plans, results);
  // What was sent as meant is not sent again: it would be refused again.
  const slips = plans.filter((plan, index) => sent[index] !== plan.call);
  const refused = slips.filter((plan) => state.results.get(plan.key)?.error === "invalid_arguments");
  if (refused.length === 0 || !state.profile.correctsErrors) return;
  remember(state, refused, yield refused.map((plan) => plan.call));
}

function remember(state: TurnState, plans: readonly (Plan & { type: "make" })[], results: readonly StepResult[]): void {
  plans.forEach((plan, index) => {
    const result = results[index];
    if (result) state.results.set(plan.key, viewResult(result));
  });
}

/** Now and then a call comes out malformed, as often as the profile says, in one of the ways in which models do it. */
function distort(call: PlannedCall, state: TurnState): PlannedCall {
  if (state.random() >= state.profile.malformedRate) return call;
  const entries = Object.entries(call.args);
  const list = entries.find(([, value]) => Array.isArray(value));
  const number = entries.find(([, value]) => typeof value === "number");
  // A list as one text, a number as a word, or the main argument under a name of its own making.
  if (list) return { ...call, args: { ...call.args, [list[0]]: String((list[1] as unknown[])[0] ?? "") } };
  if (number) return { ...call, args: { ...call.args, [number[0]]: "many" } };
  const [[name, value] = ["query", ""], ...rest] = entries;
  return { ...call, args: Object.fromEntries([[`${name}_text`, value], ...rest]) };
}
