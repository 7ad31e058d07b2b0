import { isBlank } from "../../../base/blank.ts";
import { countOf } from "../../../base/counts.ts";
import { isNestedTooDeeply, parseObject, repeatedName } from "../../../base/json-object.ts";
import { quote } from "../../folder/quote.ts";
import type { SourceFile } from "../files.ts";
import type { ReadContext, RelevanceJudgement } from "../source.ts";

/** Non-empty lines of a file; one that is not UTF-8 is a problem. */
export async function* textLines(
  file: SourceFile,
  { problems }: ReadContext,
): AsyncGenerator<{ text: string; number: number; place: string }> {
  for await (const { text, number } of file.lines()) {
    const place = `${file.name}:${number}`;
    if (text === null)
      problems.add(
        `${place}: not ${file.encoding ?? "UTF-8"}, or NUL characters in it: save the file in that encoding, or say what it is with --encoding`,
      );
    else if (/\r(?!$)/.test(text))
      problems.add(`${place}: a carriage return within it; expected lines that end with a line feed`);
    else if (!isBlank(text)) yield { text: number === 1 ? text.replace(/^\uFEFF/, "") : text, number, place };
  }
}

/** JSON objects, one a line; another line is a problem. */
export async function* jsonLines(
  file: SourceFile,
  context: ReadContext,
): AsyncGenerator<{ value: Record<string, unknown>; place: string }> {
  for await (const { text, place } of textLines(file, context)) {
    const value = parseObject(text);
    if (value === null) context.problems.add(`${place}: not a JSON object`);
    else if (isNestedTooDeeply(value)) context.problems.add(`${place}: nested too deeply`);
    else {
      const twice = repeatedName(text);
      if (twice === null) yield { value, place };
      else context.problems.add(`${place}: ${quote(twice)} is given twice`);
    }
  }
}

/** Text of a member that may be a number; "" for anything else. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}

/** Three columns (BEIR: query, document, grade) or four (TREC: query, iteration, document, grade); a first line without a number as grade is a header. */
export async function readQrels(file: SourceFile, context: ReadContext): Promise<{ judgements: RelevanceJudgement[] }> {
  const judgements: RelevanceJudgement[] = [];
  let separator: RegExp | null = null;
  for await (const { text, place } of textLines(file, context)) {
    const isFirst = separator === null;
    // With a header the columns are known, and ids may hold blanks.
    separator ??= HEADER.test(text) && text.includes("\t") ? /\t/ : /\s+/;
    if (isFirst && HEADER.test(text)) continue;
    const fields = text.trim().split(separator);
    const grade = fields.at(-1) as string;
    if (fields.length !== 3 && fields.length !== 4)
      context.problems.add(`${place}: ${countOf(fields.length, "column")}, expected 3 or 4`);
    else if (!/^-?\d+$/.test(grade))
      context.problems.add(`${place}: the grade is ${quote(grade)}, expected a whole number`);
    else
      judgements.push({
        queryId: fields[0] as string,
        documentId: fields.at(-2) as string,
        grade: Number(grade),
        place,
      });
  }
  return { judgements };
}

const HEADER = /\s(score|relevance|rel|grade|label)\s*$/i;

/** As `push(...more)`, which a list of some 100,000 overflows the stack with. */
export function addAll<T>(list: T[], more: readonly T[]): void {
  for (const item of more) list.push(item);
}
