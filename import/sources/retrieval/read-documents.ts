import type { Artifact } from "../../../db/ports/corpus.ts";
import type { SourceFile } from "../files.ts";
import type { ReadContext } from "../source.ts";
import { decodeFile } from "../text/decode-file.ts";
import { plainText } from "../text/markup.ts";
import { textLines } from "./lines.ts";
import { blocksOf } from "./read-topics.ts";
import { documentArtifact } from "./task.ts";

/** Elements of a TREC document that are about it and not its text. */
const ABOUT = "DOCNO|DOCID|DOCHDR|FILEID|DATE|DATELINE|BYLINE|GRAPHIC|ARTICLETYPE|FIRST|SECOND";

/** Documents between `<DOC>` and `</DOC>`. One without a DOCNO is a problem and is left out. */
export async function readSgmlDocuments(
  file: SourceFile,
  context: ReadContext,
): Promise<{ documents: Artifact[]; elements: number }> {
  const { text } = await decodeFile(file);
  const blocks = blocksOf(text, { name: "DOC", file: file.name });
  const documents = blocks.flatMap(({ body, line }) => {
    const document = documentOf(body);
    if (document) return [document];
    context.problems.add(`${file.name}:${line}: a document without <DOCNO>...</DOCNO>, or without text`);
    return [];
  });
  return { documents, elements: blocks.length };
}

function documentOf(body: string): Artifact | null {
  const id = part(body, "DOCNO");
  const title = ["HEADLINE", "HEAD", "TITLE", "TI"].map((name) => part(body, name)).find(Boolean) ?? "";
  const rest = body.replace(new RegExp(`<(${ABOUT})>[\\s\\S]*?</\\1>`, "gi"), "");
  const date = part(body, "DATE");
  return documentArtifact({
    id,
    title: plainText(title),
    text: plainText(part(body, "TEXT") || rest),
    meta: date ? { date } : {},
  });
}

function part(body: string, name: string): string {
  return new RegExp(`<${name}>([\\s\\S]*?)</${name}>`, "i").exec(body)?.[1]?.trim() ?? "";
}

/** Id, tab, text. */
export async function readDocumentTable(file: SourceFile, context: ReadContext): Promise<Artifact[]> {
  const documents: Artifact[] = [];
  for await (const { text, place } of textLines(file, context)) {
    const at = text.indexOf("\t");
    const document =
      at < 0 ? null : documentArtifact({ id: text.slice(0, at), title: "", text: text.slice(at + 1), meta: {} });
    if (document) documents.push(document);
    else context.problems.add(`${place}: expected an id, a tab and a text`);
  }
  return documents;
}
