import { readJsonLines } from "../../../base/json-lines.ts";
import { UserError } from "../../../base/user-error.ts";
import { absentColumns, quoted, readCsv } from "../../print/tabular/read-csv.ts";
import { FOLLOW_UPS, type FollowedExchange, type FollowUp } from "./follow-up.ts";

/** A query, its answer and what was said next, in a session of one or more. */
export interface Triplet extends FollowedExchange {
  session: string;
  /** From 0. */
  exchange: number;
  /** What people or a judge made of it, where they were asked. */
  label: FollowUp | null;
  /** What else the file tells of it, by column. */
  told: Readonly<Record<string, string | null>>;
}

const COLUMNS = ["session", "query", "answer", "next"];

/**
 * A row a triplet (CSV: `session`, `query`, `answer`, `next`, perhaps `label` and columns of one's own), or a thread a line, as the
 * assistant exports them (`threads.jsonl`). @throws UserError `input` with every problem and its line
 */
export async function readTriplets(path: string): Promise<Triplet[]> {
  return path.endsWith(".jsonl") ? fromThreads(path) : fromRows(path);
}

async function fromRows(path: string): Promise<Triplet[]> {
  // A person may well say "none" next: nothing but an empty cell is no message.
  const table = await readCsv(path, []);
  const problems = absentColumns(table, COLUMNS);
  const counts = new Map<string, number>();
  const triplets = table.rows.map((row, at): Triplet => {
    const { session, query, answer = null, next = null, label = null, ...told } = row;
    const wrong = [
      ...(session && query ? [] : ["session or query is empty"]),
      ...(label === null || FOLLOW_UPS.includes(label as FollowUp)
        ? []
        : [`label is ${quoted(label)}, expected one of ${FOLLOW_UPS.join(", ")}`]),
    ];
    problems.push(...wrong.map((problem) => `${table.path}:${table.lines[at]}: ${problem}`));
    const exchange = counts.get(session ?? "") ?? 0;
    counts.set(session ?? "", exchange + 1);
    return {
      ...{ session: session ?? "", exchange, query: query ?? "", answer: answer ?? "", next },
      ...{ label: label as FollowUp | null, told },
    };
  });
  refuse(path, problems);
  return triplets;
}

interface ThreadLine {
  thread_id?: unknown;
  assistant_id?: unknown;
  turns?: unknown;
  answers?: unknown;
  tool_calls?: { turn?: unknown; status?: unknown }[];
}

async function fromThreads(path: string): Promise<Triplet[]> {
  const threads = await readJsonLines<ThreadLine>(path);
  const problems = threads.flatMap((thread, at) =>
    isThread(thread) ? [] : [`${path}, thread ${at + 1}: expected thread_id, turns and answers`],
  );
  if (threads.length === 0) problems.push(`${path} has no threads`);
  refuse(path, problems);
  return threads.filter(isThread).flatMap(ofThread);
}

type Thread = ThreadLine & { thread_id: string; turns: string[]; answers: string[] };

function isThread(thread: ThreadLine): thread is Thread {
  const areTexts = (value: unknown) => Array.isArray(value) && value.every((one) => typeof one === "string");
  return typeof thread.thread_id === "string" && areTexts(thread.turns) && areTexts(thread.answers);
}

function ofThread({ thread_id: session, assistant_id, turns, answers, tool_calls: calls = [] }: Thread): Triplet[] {
  return turns.map((query, exchange) => {
    const own = calls.filter(({ turn }) => turn === exchange);
    const told = {
      configuration: assistant_id == null ? null : String(assistant_id),
      calls: String(own.length),
      failed_calls: String(own.filter(({ status }) => status === "error").length),
    };
    const [answer = "", next = null] = [answers[exchange], turns[exchange + 1]];
    return { session, exchange, query, answer, next, label: null, told };
  });
}

function refuse(path: string, problems: readonly string[]): void {
  if (problems.length === 0) return;
  throw new UserError("input", `${path} is no file of triplets`, {
    problems,
    hint: `columns ${COLUMNS.join(", ")} (the last empty where nothing was said any more), perhaps label; or threads.jsonl of scopebench assistant export`,
  });
}
