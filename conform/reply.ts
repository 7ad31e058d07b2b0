import { z } from "zod";

/** What a subject says of a case. A value of null is one that is no finite number. */
export type SubjectReply =
  | { type: "values"; values: Readonly<Record<string, number | null>> }
  | { type: "refused"; why: string }
  | { type: "not-offered"; why: string };

/** Who a subject is: its first line, if it says so. */
export interface Subject {
  program: string;
  version: string | null;
}

const lineSchema = z.union([
  z.strictObject({ program: z.string(), version: z.string().optional() }),
  z.strictObject({ id: z.string(), values: z.record(z.string(), z.number().nullable()) }),
  z.strictObject({ id: z.string(), error: z.string() }),
  z.strictObject({ id: z.string(), not_offered: z.string() }),
]);
type Line = z.infer<typeof lineSchema>;

export interface Replies {
  subject: Subject | null;
  replies: Map<string, SubjectReply>;
  /** Lines that are none of the protocol, each with its number. */
  problems: string[];
}

/** Reads what a subject wrote: JSON Lines. Faults are gathered, not thrown. */
export function readReplies(output: string, asked: ReadonlySet<string>): Replies {
  const read: Replies = { subject: null, replies: new Map(), problems: [] };
  for (const [at, text] of output.split("\n").entries()) {
    if (text.trim() === "") continue;
    const line = parse(text);
    if (line === null) read.problems.push(`line ${at + 1} is no answer: ${JSON.stringify(text.slice(0, 80))}`);
    else if ("program" in line) read.subject = { program: line.program, version: line.version ?? null };
    else if (!asked.has(line.id))
      read.problems.push(`line ${at + 1} answers ${JSON.stringify(line.id)}, which was not asked`);
    else if (read.replies.has(line.id)) read.problems.push(`line ${at + 1} answers ${line.id} again`);
    else read.replies.set(line.id, replyOf(line));
  }
  return read;
}

function parse(text: string): Line | null {
  try {
    const parsed = lineSchema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

function replyOf(line: Exclude<Line, { program: string }>): SubjectReply {
  if ("values" in line) return { type: "values", values: line.values };
  return "error" in line ? { type: "refused", why: line.error } : { type: "not-offered", why: line.not_offered };
}
