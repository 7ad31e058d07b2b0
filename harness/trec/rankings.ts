import { readFile } from "node:fs/promises";
import { isBlank } from "../../base/blank.ts";
import { countOf } from "../../base/counts.ts";
import { UserError } from "../../base/user-error.ts";
import { writeFile } from "../../base/write-file.ts";
import { rankByScore } from "../metrics/ranking.ts";
import { decodeTrecId } from "./ids.ts";
import { readQrels } from "./qrels.ts";
import { readRun } from "./run.ts";
import { decodeUtf8 } from "./scan.ts";
import { runLines } from "./write.ts";

/** Query id -> ids that were found, best first. */
export type Rankings = ReadonlyMap<string, readonly string[]>;

/** Query id -> document id -> grade; 1 and more is relevant. */
export type Judged = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Rankings of a TREC run file: by score, ties by id descending, as trec_eval orders them.
 * @throws UserError `input` with line numbers
 */
export async function readRankings(path: string): Promise<Map<string, string[]>> {
  const rankings = new Map<string, string[]>();
  await readRun(path, {
    query({ query, documents, scores }) {
      rankings.set(
        idOf(query),
        rankByScore(documents, scores).map((at) => idOf(documents[at]!)),
      );
    },
    restart: () => rankings.clear(),
  });
  return rankings;
}

/** Writes rankings as a TREC run file: a baseline to commit, or what another tool reads. Ids with blanks are percent-encoded. */
export async function writeRankings(path: string, rankings: Rankings, tag = "search"): Promise<void> {
  const lines = [...rankings].flatMap(([query, ids]) => runLines(query, ids, tag));
  await writeFile(path, lines.map((line) => `${line}\n`).join(""));
}

/** Grades of a TREC qrels file. @throws UserError `input` with line numbers */
export async function readJudged(path: string): Promise<Map<string, Map<string, number>>> {
  const qrels = await readQrels(path);
  const decoded = (grades: ReadonlyMap<string, number>) => new Map([...grades].map(([id, grade]) => [idOf(id), grade]));
  return new Map([...qrels].map(([query, grades]) => [idOf(query), decoded(grades)]));
}

/** Questions by id: `id`, a tab and the text on each line. @throws UserError `input` with line numbers */
export async function readTopics(path: string): Promise<Map<string, string>> {
  const topics = new Map<string, string>();
  const problems: string[] = [];
  for (const [at, line] of (await readText(path)).split(/\r?\n/).entries()) {
    const [id = "", ...text] = line.split("\t");
    if (isBlank(line)) continue;
    if (isBlank(id) || isBlank(text.join(""))) problems.push(`line ${at + 1}: expected an id, a tab and a question`);
    else if (topics.has(id.trim())) problems.push(`line ${at + 1}: ${id.trim()} stands there twice`);
    else topics.set(id.trim(), text.join("\t").trim());
  }
  if (problems.length === 0) return topics;
  throw new UserError("input", `${path}: ${countOf(problems.length, "bad line")}`, { problems: problems.slice(0, 20) });
}

async function readText(path: string): Promise<string> {
  try {
    return (await readFile(path, "utf8")).replace(/^\uFEFF/, "");
  } catch (cause) {
    throw new UserError("input", `cannot read ${path}: ${(cause as Error).message}`, { cause });
  }
}

/** A field as the id that it stands for. What another tool wrote may hold a `%` that encodes nothing. */
function idOf(field: string): string {
  const text = decodeUtf8(field);
  try {
    return decodeTrecId(text);
  } catch {
    return text;
  }
}
