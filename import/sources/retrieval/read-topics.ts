import { isBlank, trimBlank } from "../../../base/blank.ts";
import { UserError } from "../../../base/user-error.ts";
import { quote } from "../../folder/quote.ts";
import type { SourceFile } from "../files.ts";
import type { ReadContext, RetrievalQuery } from "../source.ts";
import { decodeFile } from "../text/decode-file.ts";
import { plainText } from "../text/markup.ts";
import { childOf, descendantsOf, parseXml, textOf } from "../text/xml.ts";
import { asText, jsonLines, textLines } from "./lines.ts";

/** Topics between `<top>` and `</top>`: a field goes on to the next tag, closed or not, and may begin with a label such as "Number:". */
export async function readSgmlTopics(file: SourceFile, context: ReadContext): Promise<RetrievalQuery[]> {
  const { text } = await decodeFile(file);
  return blocksOf(text, { name: "top", file: file.name }).flatMap(({ body, line }) => {
    const fields = fieldsOf(body);
    const [id, place] = [fields.num ?? "", `${file.name}:${line}`];
    const strange = [...new Set(strangeTags(body, fields))].map(quote);
    if (strange.length > 0)
      context.problems.add(
        `${place}: a topic has ${strange.slice(0, 5).join(", ")}, which begins no field of topics: what follows is left out, or taken for a part of the field before`,
      );
    return topic(
      { id, title: plainText(fields.title ?? fields.query ?? ""), description: plainText(fields.desc ?? "") },
      place,
      context,
    );
  });
}

export async function readXmlTopics(file: SourceFile, context: ReadContext): Promise<RetrievalQuery[]> {
  const { text } = await decodeFile(file, { xml: true });
  return descendantsOf(parseXml(text, file.name), "topic").flatMap((element) => {
    const part = (...names: string[]) => names.map((name) => textOf(childOf(element, name)).trim()).find(Boolean) ?? "";
    const id = part("number", "identifier", "num", "id") || element.attributes.number || element.attributes.id || "";
    return topic(
      { id, title: part("title", "query"), description: part("description", "desc") },
      `${file.name}:${element.line}`,
      context,
    );
  });
}

/** HC4's: each topic in several languages; the first is the original. */
export async function readJsonTopics(file: SourceFile, context: ReadContext): Promise<RetrievalQuery[]> {
  const queries: RetrievalQuery[] = [];
  for await (const { value, place } of jsonLines(file, context)) {
    const [first] = Array.isArray(value.topics) ? (value.topics as Record<string, unknown>[]) : [];
    queries.push(
      ...topic(
        {
          id: asText(value.topic_id),
          title: asText(first?.topic_title),
          description: asText(first?.topic_description),
        },
        place,
        context,
      ),
    );
  }
  return queries;
}

/** Id and text, by a tab or else the first blank. */
export async function readTopicTable(file: SourceFile, context: ReadContext): Promise<RetrievalQuery[]> {
  const queries: RetrievalQuery[] = [];
  for await (const { text, place } of textLines(file, context)) {
    const [, id = "", title = ""] = /^\s*([^\t]+)\t(.*)$/.exec(text) ?? /^\s*(\S+)\s+(.*)$/.exec(text) ?? [];
    queries.push(...topic({ id: id.trim(), title: title.trim(), description: "" }, place, context));
  }
  return queries;
}

interface Topic {
  id: string;
  title: string;
  description: string;
}

/** A topic; one without a number or a text is a problem. */
export function topic({ id, title, description }: Topic, place: string, { problems }: ReadContext): RetrievalQuery[] {
  const text = [...new Set([title, description].map((part) => trimBlank(part.replace(/\s+/g, " "))))]
    .filter(Boolean)
    .join("\n");
  if (!isBlank(id) && text !== "") return [{ id, text, answer: null }];
  problems.add(`${place}: a topic needs a number and a title or a description`);
  return [];
}

const LABEL =
  /^(number|topic|description|narrative|domain|summary|concept\(s\)|factor\(s\)|definition\(s\)|query)\s*:\s*/i;

function fieldsOf(body: string): Record<string, string> {
  const parts = body.split(/<([a-z]+)>/i);
  const fields: Record<string, string> = {};
  for (let at = 1; at < parts.length; at += 2) {
    const name = (parts[at] as string).toLowerCase();
    fields[name] ??= (parts[at + 1] as string)
      .replace(/<\/[a-z]+>/gi, " ")
      .trim()
      .replace(LABEL, "")
      .trim();
  }
  return fields;
}

/** Of TREC's tracks, `nat`, `time` and `price` among factors. Those that are no part of a question are left out. */
const FIELDS = new Set(
  "num title query head desc narr dom smry con fac nat time price def querytime querytweettime".split(" "),
);

/** Tags that begin an unknown field, or that are broken over two lines. */
function strangeTags(body: string, fields: Readonly<Record<string, string>>): string[] {
  const unknown = Object.keys(fields).filter((name) => !FIELDS.has(name));
  const broken = body.match(/<(?!\/?[a-z]+>|[\s\d=.-])[^>\s]{0,20}/gi) ?? [];
  return [...unknown.map((name) => `<${name}>`), ...broken];
}

/**
 * What stands between `<name>` and `</name>`, in any case of letters, with the line of the start.
 * @throws UserError `corpus` when one is not closed.
 */
export function blocksOf(
  text: string,
  { name, file }: { name: string; file: string },
): { body: string; line: number }[] {
  const marks = [...text.matchAll(new RegExp(`<(/?)${name}>`, "gi"))];
  let [line, counted] = [1, 0];
  return marks.flatMap((mark, at) => {
    if (mark[1] !== "") return [];
    const start = mark.index + mark[0].length;
    for (let next = text.indexOf("\n", counted); next >= 0 && next < start; next = text.indexOf("\n", counted)) {
      line++;
      counted = next + 1;
    }
    const end = marks[at + 1];
    if (end && end[1] !== "") return [{ body: text.slice(start, end.index), line }];
    throw new UserError("corpus", `${file}:${line}: <${name}> is not closed`, {
      hint: "the file is cut off, or mended by hand",
    });
  });
}
