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
  return /^[<[]/.test(start) ? null : tableKind(start, file.name.toLowerCase());
}

function jsonKind(start: string): TrecKind | null {
  const first = start.split("\n")[0] as string;
  if (/"topic_id"\s*:/.test(first)) return "topics jsonl";
  if (/"query_id"\s*:/.test(first) && /"doc_id"\s*:/.test(first)) return "run jsonl";
  return /^\{\s*"[^"]*"\s*:\s*\{\s*"[^"]*"\s*:\s*-?[\d.]+\s*[,}]/.test(start) ? "judgement json" : null;
}

const NUMBER = /^-?\d+(\.\d+)?(e-?\d+)?$/i;

function tableKind(start: string, name: string): TrecKind | null {
  const lines = start.split("\n").filter((line) => line.trim() !== "");
  const first = lines[0];
  if (first === undefined) return null;
  const fields = first.trim().split(/\s+/);
  if (fields.length === 6 && NUMBER.test(fields[3] as string) && NUMBER.test(fields[4] as string)) return "run";
  if (/(^|[-_./])(topics?|queries|query)([-_./]|$)/.test(name)) return "topic table";
  if (/(^|[-_./])(docs?|documents?|corpus|collection)(\.tsv|\.txt)?$/.test(name) && first.includes("\t"))
    return "document table";
  if (fields.length === 4 && NUMBER.test(fields[3] as string)) return "qrels";
  if (fields.length === 3 && !fields.some((field) => NUMBER.test(field))) return "triples";
  return null;
}
