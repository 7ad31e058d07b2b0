import type { CallRecord } from "../../../agent/turns/call-log.ts";
import { JsonLinesLog, repairJsonLines } from "../../../base/json-lines.ts";
import { makeFolder } from "../../../base/make-folder.ts";
import { type Configuration, configurationName } from "../../record/domain/names.ts";
import { runPath } from "../../record/run-directory/paths.ts";
import { readLinesFrom } from "./growing-file.ts";

/** Lines of `live/<configuration>.jsonl`: what an execution has done so far, for whoever watches. Nothing is computed from it. */
export type LiveStep = { execution: string } & (
  | { type: "begin"; at: string }
  | ({ type: "call" } & LiveCall)
  | { type: "answer"; turn: number; text: string; cut: number }
);

export interface LiveCall {
  turn: number;
  tool: string;
  arguments: string;
  status: "success" | "error";
  error: string | null;
  rows: number | null;
  characters: number;
  duration_ms: number;
}

/** A write for each call took as long as all that the agent's own middleware does around it; a person sees no difference. */
const DELAY_MS = 200;

/** Characters of one call's arguments and of one answer, and calls of one execution: the trace, once extracted, has the rest. */
const LONGEST = { arguments: 300, error: 300, answer: 8_000 };
export const MOST_CALLS = 200;

/** What executing tells of one execution. */
export interface ExecutionSteps {
  onCall(call: CallRecord): void;
  onAnswer(turn: number, text: string): void;
}

export interface LiveSteps {
  begin(execution: string, at: Date): ExecutionSteps;
  close(): Promise<void>;
}

/** Appends the steps of a configuration's executions. A disk that cannot take them is said once and otherwise left to the stages. */
export async function openLiveSteps(
  runDirectory: string,
  configuration: Configuration,
  log: (message: string) => void,
): Promise<LiveSteps> {
  const path = stepsPath(runDirectory, configuration);
  const tell = (error: unknown) =>
    log(`the live view lacks calls: ${error instanceof Error ? error.message : String(error)}`);
  const lines = new JsonLinesLog(path, { delayMs: DELAY_MS });
  try {
    await makeFolder(runPath(runDirectory, "live"));
    await repairJsonLines(path); // A kill may have cut the last line.
  } catch (error) {
    tell(error);
    return SILENT;
  }
  return {
    begin(execution, at) {
      const add = (step: LiveStep) => lines.add(step);
      let calls = 0;
      add({ execution, type: "begin", at: at.toISOString() });
      return {
        onCall: (call) => {
          if (calls++ < MOST_CALLS) add({ execution, type: "call", ...toLiveCall(call) });
        },
        onAnswer: (turn, text) =>
          add({ execution, type: "answer", turn, text: text.slice(0, LONGEST.answer), cut: cutOf(text) }),
      };
    },
    close: () => lines.close().catch(tell),
  };
}

const SILENT: LiveSteps = {
  begin: () => ({ onCall: () => undefined, onAnswer: () => undefined }),
  close: async () => undefined,
};

function cutOf(text: string): number {
  return Math.max(0, text.length - LONGEST.answer);
}

function toLiveCall(call: CallRecord): LiveCall {
  return {
    turn: call.turn,
    tool: call.tool,
    arguments: shorten(JSON.stringify(call.arguments) ?? "", LONGEST.arguments),
    status: call.status,
    error: call.error ? shorten(`${call.error.code}: ${call.error.message}`, LONGEST.error) : null,
    rows: call.rows ?? null,
    characters: call.preview.length,
    duration_ms: call.durationMs,
  };
}

function shorten(text: string, longest: number): string {
  return text.length > longest ? `${text.slice(0, longest)} …` : text;
}

/** What the last start of an execution has done so far; null where nothing is told of it. */
export async function readLiveSteps(
  runDirectory: string,
  configuration: Configuration,
  execution: string,
): Promise<LiveStep[] | null> {
  const own = JSON.stringify(execution);
  let steps: LiveStep[] | null = null;
  await readLinesFrom(stepsPath(runDirectory, configuration), 0, (line) => {
    if (!line.includes(own)) return;
    const step = JSON.parse(line) as LiveStep;
    if (step.execution !== execution) return;
    if (step.type === "begin") steps = [];
    steps?.push(step);
  });
  return steps;
}

function stepsPath(runDirectory: string, configuration: Configuration): string {
  return runPath(runDirectory, "live", `${configurationName(configuration)}.jsonl`);
}
