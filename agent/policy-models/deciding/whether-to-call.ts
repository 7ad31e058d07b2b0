import { NOT_MADE, type ResultRow, type ResultView } from "../reading/what-came-back.ts";
import type { PlannedCall, StepResult, Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";

/** Makes one call; see `performAll`. */
export function* perform(state: TurnState, tool: string, args: Record<string, unknown>): Strategy<ResultView> {
  const [view = NOT_MADE] = yield* performAll(state, [{ tool, args }]);
  return view;
}

/**
 * Makes calls together, within the budget and with the profile's slips. A call refused for its arguments is corrected
 * once by a profile that does that. A call made before in this turn is not made again: its result is at hand.
 */
export function* performAll(state: TurnState, calls: readonly PlannedCall[]): Strategy<ResultView[]> {
  const made = calls.filter(
    (call) => !state.results.has(keyOf(call)) && state.tools.has(call.tool) && state.callsLeft-- > 0,
  );
  if (made.length > 0) yield* makeAll(state, made);
  return calls.map((call) => state.results.get(keyOf(call)) ?? NOT_MADE);
}

function keyOf({ tool, args }: PlannedCall): string {
  return JSON.stringify([tool, args]);
}

function* makeAll(state: TurnState, calls: readonly PlannedCall[]): Strategy<void> {
  const sent = calls.map((call) => distort(call, state));
  remember(state, calls, yield sent);
  // What was sent as meant is not sent again: it would be refused again.
  const slips = calls.filter((call, index) => sent[index] !== call);
  const refused = slips.filter((call) => state.results.get(keyOf(call))?.error === "invalid_arguments");
  if (refused.length > 0 && state.profile.correctsErrors) remember(state, refused, yield refused);
}

function remember(state: TurnState, calls: readonly PlannedCall[], results: readonly StepResult[]): void {
  for (const [index, { view }] of results.entries()) {
    const call = calls[index];
    const limit = Number(call?.args.limit ?? view.limit);
    if (call) state.results.set(keyOf(call), { ...view, limit });
  }
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

/** Slices of one column that are read: a long one is cut by its length and goes on where it was cut. */
const SLICES = 4;

/**
 * All rows of a result, as far as the profile reads on where the display was cut: the columns asked for, from the stored
 * result. Others take what they see for all there is.
 */
export function* allRows(
  state: TurnState,
  view: ResultView,
  columns: readonly string[],
): Strategy<readonly ResultRow[]> {
  const cut = view.path !== null && view.truncated && view.rows.length < view.total;
  if (!cut || !state.profile.readsCutResults || !state.tools.has("artifact_slice")) return view.rows;
  const rows: Record<string, unknown>[] = [];
  for (const column of columns) {
    const values = yield* columnOf(state, view, column);
    if (values === null) return view.rows;
    for (const [at, value] of values.entries())
      if (column === columns[0] || at < rows.length) rows[at] = { ...view.rows[at], ...rows[at], [column]: value };
  }
  return rows;
}

function* columnOf(state: TurnState, view: ResultView, column: string): Strategy<unknown[] | null> {
  const values: unknown[] = [];
  for (let slices = 0; slices < SLICES; slices++) {
    const rows = values.length === 0 ? "*" : `${values.length}:${view.total}`;
    const slice = yield* perform(state, "artifact_slice", { path: view.path, select: `$.rows[${rows}].${column}` });
    const more = slice.facts.value;
    if (!Array.isArray(more)) return values.length > 0 ? values : null;
    values.push(...more);
    if (!slice.truncated || more.length === 0) break;
  }
  return values;
}

/** Rows that a thorough profile asks for at once: enough for all that hangs off one thing. Others take the tool's default. */
const LARGEST_PAGE = 1_000;

export function pageSize(state: TurnState, tool: string): { limit?: number } {
  const maximum = state.tools.get(tool)?.parameters.limit?.maximum;
  return state.profile.readsCutResults && maximum !== undefined ? { limit: Math.min(maximum, LARGEST_PAGE) } : {};
}

/** Records that fit into one slice of a stored result, or one display. */
const SLICE = 20;

/** Whole rows of a result behind those that were shown, up to so many in all. */
export function* restOf(state: TurnState, view: ResultView, most: number): Strategy<ResultRow[]> {
  const rows: ResultRow[] = [];
  for (let shown = view.rows.length; view.path !== null && shown < Math.min(view.total, most); ) {
    const select = `$.rows[${shown}:${shown + SLICE}]`;
    const { value: more } = (yield* perform(state, "artifact_slice", { path: view.path, select })).facts;
    if (!Array.isArray(more) || more.length === 0) break;
    rows.push(...(more as ResultRow[]));
    shown += more.length;
  }
  return rows;
}
