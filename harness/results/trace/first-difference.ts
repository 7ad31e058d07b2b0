import type { Extraction } from "../../record/domain/records.ts";

/** What of a trace says what was done. `result`: the full result, or anything that is equal exactly where results are. */
export interface ComparedTrace {
  tool_calls: readonly (Pick<
    Extraction["tool_calls"][number],
    "index" | "turn" | "tool" | "arguments" | "status" | "preview" | "sub_agent"
  > & { result?: string | null })[];
  answers: readonly string[];
}

/** Where two traces part: the first step that is not the same, by its place in each; null where one has no such step. */
export interface Parting {
  type: "call" | "arguments" | "result" | "length" | "answer";
  turn: number;
  /** Steps before it, the same in both. */
  shared: number;
  /** Index of the tool call; null for an answer. */
  a: number | null;
  b: number | null;
  sentence: string;
}

/**
 * The first step at which two executions of one scenario part: turn by turn, the calls of tools in the order of their
 * start, then the answer. What is said beside calls is no step: two models hardly ever use the same words. Null when they
 * did and answered the same.
 */
export function firstDifference(a: ComparedTrace, b: ComparedTrace): Parting | null {
  const turns = Math.max(a.answers.length, b.answers.length, turnsOf(a), turnsOf(b));
  let shared = 0;
  for (let turn = 0; turn < turns; turn++) {
    const [left, right] = [a, b].map((trace) => trace.tool_calls.filter((call) => call.turn === turn));
    const found = firstCall(left!, right!);
    if (found) return { ...found.difference, turn, shared: shared + found.at };
    shared += left!.length;
    if (answerOf(a, turn) !== answerOf(b, turn)) {
      const sentence = `After ${stepsOf(shared)} they answer ${turns > 1 ? `turn ${turn + 1} ` : ""}differently.`;
      return { type: "answer", turn, shared, a: null, b: null, sentence };
    }
    shared++;
  }
  return null;
}

type Call = ComparedTrace["tool_calls"][number];
type FirstCall = { at: number; difference: Omit<Parting, "turn" | "shared"> };

function firstCall(left: readonly Call[], right: readonly Call[]): FirstCall | null {
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const [a, b] = [left[at], right[at]];
    const difference = a && b ? differenceOf(a, b) : lengthDifference(a, b);
    if (difference) return { at, difference: { ...difference, a: a?.index ?? null, b: b?.index ?? null } };
  }
  return null;
}

function differenceOf(a: Call, b: Call): Pick<Parting, "type" | "sentence"> | null {
  const [first, second] = [a, b].map((call) => `${call.sub_agent ?? "the agent"} calls ${call.tool}`);
  if (a.tool !== b.tool || !sameRole(a, b)) return { type: "call", sentence: `In A ${first}, in B ${second}.` };
  if (!sameCall(a, b)) return { type: "arguments", sentence: `Both call ${a.tool}, with different arguments.` };
  if (!sameResult(a, b))
    return { type: "result", sentence: `Both call ${a.tool} with the same arguments and get different results.` };
  return null;
}

/** Asks for the same, whatever came back. */
export function sameCall(a: Call, b: Call): boolean {
  return a.tool === b.tool && sameRole(a, b) && textOf(a.arguments) === textOf(b.arguments);
}

export function sameResult(a: Call, b: Call): boolean {
  return a.status === b.status && resultOf(a) === resultOf(b);
}

/** Executors that run side by side are numbered by chance; that one is at work is not. */
function sameRole(a: Call, b: Call): boolean {
  return (a.sub_agent === null) === (b.sub_agent === null);
}

function lengthDifference(a: Call | undefined, b: Call | undefined): Pick<Parting, "type" | "sentence"> {
  const [goesOn, ends] = a ? ["A", "B"] : ["B", "A"];
  return { type: "length", sentence: `${goesOn} goes on with ${(a ?? b)!.tool}, ${ends} answers.` };
}

/** Where a call's preview is all of its result, its record holds no other. */
function resultOf({ result, preview }: Call): string {
  return anonymous(result ?? preview);
}

function textOf(value: unknown): string {
  return anonymous(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
}

function answerOf({ answers }: ComparedTrace, turn: number): string {
  return anonymous(answers[turn] ?? "");
}

/** Each execution's thread has a name of its own, which stands in links to its artifacts. */
function anonymous(text: string): string {
  return text.replaceAll(/artifact:\/\/[^\s?)/]+/g, "artifact://");
}

function turnsOf({ tool_calls }: ComparedTrace): number {
  return tool_calls.reduce((most, { turn }) => Math.max(most, turn + 1), 0);
}

function stepsOf(count: number): string {
  return count === 0 ? "no step" : count === 1 ? "one equal step" : `${count} equal steps`;
}
