import { type BaseMessage, HumanMessage, ToolMessage } from "@langchain/core/messages";
import { createMiddleware } from "langchain";
import { fitRows } from "../../tools/preview.ts";
import type { CallRecord } from "../../turns/call-log.ts";
import { hitOf, resultsOf, type State } from "./state.ts";

/** Characters of a result's rows that are shown: a writer cannot read on, as an agent can. With more rows more, or depth would be measured by what is cut. */
const [SHOWN_CHARS, SHOWN_CHARS_A_ROW] = [16_000, 800];

/** Of each turn's retrievals the last, unless it was not answered from: its best test cases, in the order that they were put in. Together they are no longer than what the model has room for. */
export function forWriter(
  state: State,
  { answeredFrom, roomChars }: { answeredFrom: number | null; roomChars: number },
): BaseMessage[] {
  const chosen = chosenIn(state, answeredFrom);
  const share = Math.floor(roomChars / Math.max(1, chosen.size));
  const chars = Math.min(share, Math.max(SHOWN_CHARS, SHOWN_CHARS_A_ROW * (answeredFrom ?? 0)));
  return state.messages.flatMap((message) => {
    if (!ToolMessage.isInstance(message)) return [message];
    const ranked = chosen.get((message.artifact as CallRecord).index);
    return ranked ? [shown(message, ranked, chars)] : [];
  });
}

/** Ranks of the test cases that are shown, by id, for each result that is. */
type Chosen = ReadonlyMap<number, ReadonlyMap<string, number>>;

function chosenIn(state: State, answeredFrom: number | null): Chosen {
  const turns = new Map(state.steps.map((step) => [step.turn, state.steps.filter(({ turn }) => turn === step.turn)]));
  return new Map(
    [...turns.values()].flatMap((steps) => {
      const last = steps.findLast(({ node }) => node === "retrieve");
      if (!last || steps.some(({ node }) => node === "abstain")) return [];
      const order = steps.findLast(({ node }) => node === "rerank")?.ids ?? [];
      const ids = [...new Set([...order, ...(last.ids ?? [])])].slice(0, answeredFrom ?? undefined);
      const ranks = new Map(ids.map((id, at) => [id, order.length === 0 ? 0 : at]));
      return resultsOf(state, last).map(({ artifact }) => [(artifact as CallRecord).index, ranks] as const);
    }),
  );
}

/** A result with the chosen test cases in their places, in order of their ranks; what else it holds stays. A failed call stays as it is. */
function shown(message: ToolMessage, ranks: ReadonlyMap<string, number>, chars: number): ToolMessage {
  const { rows, ...head } = JSON.parse(message.text) as { rows?: Record<string, unknown>[] };
  if (!rows) return message;
  const rankOf = (row: Record<string, unknown>) => ranks.get(hitOf(row)?.id ?? "");
  const kept = rows.filter((row) => hitOf(row) === null || rankOf(row) !== undefined);
  const best = kept.filter((row) => hitOf(row)).sort((a, b) => rankOf(a)! - rankOf(b)!);
  const inOrder = kept.map((row) => (hitOf(row) ? best.shift()! : row));
  const fitted = fitRows(inOrder, chars);
  const { tool_call_id, artifact } = message;
  const content = JSON.stringify({
    ...head,
    shown: fitted.rows.length,
    ...(fitted.shortened && { truncated: true }),
    rows: fitted.rows,
  });
  return new ToolMessage({ ...message.lc_kwargs, content, tool_call_id, artifact });
}

/** Has the model see what was retrieved, though it called no tool. */
export function makeRecordsShown() {
  return createMiddleware({
    name: "recordsShown",
    wrapModelCall: (request, handler) => handler({ ...request, messages: request.messages.map(asShown) }),
  });
}

/** The sentence before what was retrieved, by which a reader knows it from what the user says. */
function asShown(message: BaseMessage): BaseMessage {
  if (!ToolMessage.isInstance(message)) return message;
  const { tool, arguments: args } = message.artifact as CallRecord;
  const content = `Records retrieved for the question, by ${tool} ${JSON.stringify(args)}:\n${message.text}`;
  return new HumanMessage({ content, additional_kwargs: { lc_source: "records" } });
}
