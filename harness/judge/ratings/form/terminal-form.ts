import { createInterface } from "node:readline";
import { RUBRIC, type RubricField } from "../../../../assistant/rubric.ts";
import { printable, wrap } from "../../../print/text.ts";
import type { RatingItem } from "../items.ts";
import { opinionSchema } from "../rating.ts";
import type { RatingSession } from "../session.ts";

export interface TerminalOptions {
  input: NodeJS.ReadableStream;
  out: (text: string) => void;
  columns: number;
  signal: AbortSignal;
}

const HELP = "s skips the answer, b restarts it, q quits; finished ratings are kept";

/** Asks question by question, one line an answer, until all is rated or the rater ends. Each finished item is kept at once. */
export async function rateOnTerminal(session: RatingSession, options: TerminalOptions): Promise<void> {
  const { out, columns, signal } = options;
  const lines = createInterface({ input: options.input, signal, crlfDelay: Number.POSITIVE_INFINITY });
  const reader = lines[Symbol.asyncIterator]();
  const ask = async (): Promise<string> => {
    const { value, done } = await reader.next();
    return done ? "q" : value.trim().toLowerCase();
  };
  try {
    for (let item = session.next(); item !== null; item = session.next()) {
      out(renderItem(item, { columns, done: session.done(), of: session.items.length }));
      const answers = await askFields(ask, out);
      if (answers === "q") break;
      if (answers !== "b") await session.save(item, answers === "s" ? null : opinionSchema.parse(answers));
    }
  } finally {
    lines.close();
  }
  const left = session.items.length - session.done();
  out(left === 0 ? "All are rated. Thank you." : `${session.done()} rated, ${left} left. Go on with the same command.`);
}

async function askFields(ask: () => Promise<string>, out: (text: string) => void) {
  const answers: Record<string, string | number> = {};
  for (const field of RUBRIC) {
    const answer = await askField(field, { ask, out });
    if (answer === "s" || answer === "b" || answer === "q") return answer;
    answers[field.name] = field.name === "status" ? answer : Number(answer);
  }
  return answers;
}

async function askField(
  { question, choices }: RubricField,
  { ask, out }: { ask: () => Promise<string>; out: (text: string) => void },
): Promise<string> {
  out(`${question}\n  ${choices.map(({ text }) => text).join(" | ")}`);
  for (;;) {
    const answer = await ask();
    const chosen = choices.find(
      ({ value }) => value === answer || (value.length > 1 && value[0] === answer && /[a-z]/.test(answer)),
    );
    if (chosen) return chosen.value;
    if (["s", "b", "q"].includes(answer)) return answer;
    out(`expected ${choices.map(({ value }) => value).join(", ")}; ${HELP}`);
  }
}

function renderItem(item: RatingItem, { columns, done, of }: { columns: number; done: number; of: number }): string {
  const text = (body: string) =>
    printable(body)
      .split("\n")
      .map((line) => (line.trim() === "" ? "" : wrap(line, Math.max(40, columns), "  ")))
      .join("\n");
  const unseen = item.evidence.filter(({ seen }) => !seen).map(({ id }) => id);
  const evidence =
    item.evidence.length === 0
      ? "recommends nothing"
      : `${item.evidence.length - unseen.length} of ${item.evidence.length} recommended ids stand in a tool result${unseen.length > 0 ? `; not: ${unseen.join(", ")}` : ""}`;
  return [
    "",
    `--- answer ${done + 1} of ${of} (${HELP})`,
    "Question",
    ...item.question.map(text),
    "Reference answer",
    text(item.reference),
    "Expected",
    text([...item.expectedIds, ...item.expectedEntities].join(", ") || "nothing: to decline is right"),
    "Answer",
    text(item.answer || "(empty)"),
    "Evidence",
    text(evidence),
    "",
  ].join("\n");
}
