import type { SourceFile } from "../files.ts";
import { headOf, rootName } from "../text/xml.ts";

/** What a file of a TREC collection is. `triples` are training data, `run` is somebody's results: neither is part of a corpus. */
export type TrecKind =
  | "documents"
  | "document table"
  | "topics"
  | "topics xml"
  | "topics jsonl"
  | "topic table"
  | "qrels"
  | "judgement json"
  | "judgement parquet"
  | "run"
  | "run jsonl"
  | "smart documents"
  | "smart topics"
  | "smart judgements"
  | "triples";

/** Kind by content first, by name where the content leaves it open; null: nothing of TREC's. */
export function classify(file: SourceFile): TrecKind | null {
  const head = headOf(file);
  if (head.startsWith("PAR1")) return "judgement parquet";
  if (file.head.length === 0 || head.includes("\0")) return null;
  const start = head.replace(/<!--[\s\S]*?-->/g, "").trimStart();
  if (/^<DOC>/i.test(start)) return "documents";
  if (/^<top>/i.test(start)) return "topics";
  if (rootName(head) === "topics") return "topics xml";
  if (start.startsWith("{")) return jsonKind(start);
  if (/^\.I\s+\S+\s*\n\.[A-Z]\s*$/m.test(start.slice(0, 200)))
    return QUERIES.test(file.name.toLowerCase()) ? "smart topics" : "smart documents";
  return /^[<[]/.test(start) ? null : tableKind(start, file.name.toLowerCase());
}

function jsonKind(start: string): TrecKind | null {
  const first = start.split("\n")[0] as string;
  if (/"topic_id"\s*:/.test(first)) return "topics jsonl";
  if (/"query_id"\s*:/.test(first) && /"doc_id"\s*:/.test(first)) return "run jsonl";
  return /^\{\s*"[^"]*"\s*:\s*\{\s*"[^"]*"\s*:\s*-?[\d.]+\s*[,}]/.test(start) ? "judgement json" : null;
}

function tableKind(start: string, name: string): TrecKind | null {
  const lines = start.split("\n").filter((line) => line.trim() !== "");
  const first = lines[0];
  if (first === undefined) return null;
  // One line may look like anything: prose has lines of four words, too.
  const sample = lines.slice(0, LINES_LOOKED_AT);
  const are = (fits: (fields: string[]) => boolean) =>
    sample.filter((line) => fits(line.trim().split(/\s+/))).length > sample.length / 2;
  if (are((fields) => fields.length === 6 && isNumber(fields[3]) && isNumber(fields[4]))) return "run";
  if (/(^|[-_./])(topics?|queries|query)([-_./]|$)/.test(name)) return "topic table";
  if (/(^|[-_./])(docs?|documents?|corpus|collection)(\.tsv|\.txt)?$/.test(name) && first.includes("\t"))
    return "document table";
  const judges = JUDGEMENTS.test(name) && are((fields) => fields.every(isNumber));
  // A relation of SMART's: pairs, or pairs with two columns of zeros, where TREC has a document and its grade.
  if (are(([, , ...rest]) => rest.length === 2 && rest.every((field) => Number(field) === 0)))
    return "smart judgements";
  if (judges && are((fields) => fields.length === 2)) return "smart judgements";
  if (are((fields) => fields.length === 4 && isNumber(fields[3]))) return "qrels";
  if (judges && are((fields) => fields.length === 3)) return "qrels";
  const triples = sample.filter((line) => /^[^\s]+\t[^\s]+\t[^\s]+\r?$/.test(line));
  return triples.length === sample.length && !triples.some((line) => line.split("\t").some(isNumber))
    ? "triples"
    : null;
}

const LINES_LOOKED_AT = 20;
const QUERIES = /qry|quer|topic/;
const JUDGEMENTS = /qrel|\.rel$|(^|[-_./])rel(evance|s)?([-_./]|$)/;

function isNumber(field: string | undefined): boolean {
  return field !== undefined && /^-?\d+(\.\d+)?(e-?\d+)?$/i.test(field.trim());
}
