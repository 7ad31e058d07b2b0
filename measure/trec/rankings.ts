import { isBlank } from "../../base/blank.ts";
import { countOf } from "../../base/counts.ts";
import { UserError } from "../../base/user-error.ts";
import { readTextFile } from "../../base/utf8-text.ts";
import { writeFile } from "../../base/write-file.ts";
import { rankByScore } from "../metrics/ranking.ts";
import { decodeTrecId } from "./ids.ts";
import { readQrels } from "./qrels.ts";
import { type RunVisitor, readRun } from "./run.ts";
import { decodeUtf8, type ScanOptions } from "./scan.ts";
import { runLines } from "./write.ts";

/** Query id -> ids that were found, best first. */
export type Rankings = ReadonlyMap<string, readonly string[]>;

/** Query id -> document id -> grade; 1 and more is relevant. */
export type Judged = ReadonlyMap<string, ReadonlyMap<string, number>>;

/**
 * Rankings of a TREC run file: by score, ties by id descending, as trec_eval orders them.
 * @throws UserError `input` with line numbers
 */
export async function readRankings(path: string, options: ScanOptions = {}): Promise<Map<string, string[]>> {
  const rankings = new Map<string, string[]>();
  const visitor: RunVisitor = {
    query({ query, documents, scores }) {
      const ids = decodedMap(
        path,
        [...documents.entries()].map(([at, id]) => [id, at]),
      );
      const order = [...ids.keys()];
      addDecoded(path, rankings, [query, rankByScore(documents, scores).map((at) => order[at]!)]);
    },
    restart: () => rankings.clear(),
  };
  await readRun(path, visitor, options);
  return rankings;
}

/** Writes rankings as a TREC run file: a baseline to commit, or what another tool reads. Ids with blanks are percent-encoded. */
export async function writeRankings(path: string, rankings: Rankings, tag = "search"): Promise<void> {
  const lines = [...rankings].flatMap(([query, ids]) => runLines(query, ids, tag));
  await writeFile(path, lines.map((line) => `${line}\n`).join(""));
}

/** Grades of a TREC qrels file, by query, then by document. @throws UserError `input` with line numbers */
export async function readJudged(path: string, options: ScanOptions = {}): Promise<Map<string, Map<string, number>>> {
  const qrels = await readQrels(path, options);
  return decodedMap(
    path,
    [...qrels].map(([query, grades]) => [query, decodedMap(path, [...grades])]),
  );
}

function decodedMap<T>(path: string, entries: readonly (readonly [field: string, value: T])[]): Map<string, T> {
  const decoded = new Map<string, T>();
  for (const entry of entries) addDecoded(path, decoded, entry);
  return decoded;
}

/** `a b` may be written as `a%20b` and as `a%20%62`: where a file does both, one would take the other's place. */
function addDecoded<T>(
  path: string,
  decoded: Map<string, T>,
  [field, value]: readonly [field: string, value: T],
): void {
  const id = idOf(field);
  if (decoded.has(id))
    throw new UserError(
      "input",
      `${path}: ${JSON.stringify(decodeUtf8(field))} and another id both stand for ${JSON.stringify(id)}`,
      {
        hint: "ids are percent-encoded there: write each in one way",
      },
    );
  decoded.set(id, value);
}

/** Questions by id: `id`, a tab and the text on each line. @throws UserError `input` with line numbers */
export async function readTopics(path: string): Promise<Map<string, string>> {
  const topics = new Map<string, string>();
  const problems: string[] = [];
  for (const [at, line] of (await readTextFile(path)).split(/\r\n|\r|\n/).entries()) {
    const [id = "", ...text] = line.split("\t");
    if (isBlank(line)) continue;
    if (isBlank(id) || isBlank(text.join(""))) problems.push(`line ${at + 1}: expected an id, a tab and a question`);
    else if (topics.has(id.trim())) problems.push(`line ${at + 1}: ${id.trim()} stands there twice`);
    else topics.set(id.trim(), text.join("\t").trim());
  }
  if (problems.length === 0) return topics;
  throw new UserError("input", `${path}: ${countOf(problems.length, "bad line")}`, { problems: problems.slice(0, 20) });
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
