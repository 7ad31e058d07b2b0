import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { parseDecimal } from "../../../../base/blank.ts";
import { grouped } from "../../../../base/grouped.ts";
import { compareText } from "../../../../base/text-order.ts";
import { UserError } from "../../../../base/user-error.ts";
import { ndcg } from "../../../../measure/metrics/ranking/ndcg.ts";
import { judgeRanking, makeJudgements, rankByScore } from "../../../../measure/metrics/ranking.ts";
import { readJudged } from "../../../../measure/trec/rankings.ts";
import type { AuditedFile, AuditedRow } from "../audited.ts";
import type { AuditReader, ResultsFile } from "../results-file.ts";

const METRIC = "ndcg@10";
const CUT = 10;

export const trecReader: AuditReader = {
  tool: "TREC run",
  file: "a run (`query Q0 document rank score tag`), its judgements beside in a file with `qrels` in its name",
  versions: "the format has none",
  knows: ({ text }) => text !== "" && fieldsOf(text.slice(0, 1000).split("\n")[0]!) !== null,
  read: readTrec,
};

interface Line {
  query: string;
  document: string;
  score: number | null;
}

function fieldsOf(line: string): Line | null {
  const [query, , document, rank, score, tag] = line.trim().split(/\s+/);
  if (!query || !document || tag === undefined || parseDecimal(rank ?? "") === null) return null;
  return { query, document, score: parseDecimal(score ?? "") };
}

/** Queries with nDCG@10 against the judgements that lie beside the run. */
async function readTrec({ name, path, text }: ResultsFile): Promise<AuditedFile> {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  const found = lines.map(fieldsOf);
  const bad = found.flatMap((line, at) => (line === null ? [`line ${at + 1}`] : []));
  if (bad.length > 0)
    throw new UserError("input", `${name} is no TREC run`, {
      problems: bad.slice(0, 20),
      hint: "expected `query Q0 document rank score tag`",
    });
  const qrels = await qrelsBeside(path, name);
  const judged = await readJudged(qrels);
  const queries = grouped(found as Line[], ({ query }) => query);
  return {
    ...{ name, tool: "TREC run", version: null },
    // Judged queries, and those that nobody judged: they are in no mean.
    expected: new Set([...judged.keys(), ...queries.keys()]).size,
    rows: [...queries].map(([query, retrieved]) =>
      rowOf(retrieved, { query, system: name, grades: judged.get(query) }),
    ),
    parts: [qrels],
  };
}

async function qrelsBeside(path: string, name: string): Promise<string> {
  const beside = (await readdir(dirname(path))).filter((file) => file.includes("qrels")).sort(compareText);
  if (beside.length === 1) return join(dirname(path), beside[0]!);
  throw new UserError("input", `${name}: ${beside.length} files of judgements lie beside it`, {
    hint: "put the run's judgements, one file with qrels in its name, into its folder",
  });
}

function rowOf(
  lines: readonly Line[],
  { query, system, grades }: { query: string; system: string; grades: ReadonlyMap<string, number> | undefined },
): AuditedRow {
  const first = new Map(lines.map((line) => [line.document, line]));
  const retrieved = [...first.values()];
  const unread = retrieved.some(({ score }) => score === null);
  const row = { name: query, item: query, system, question: query, target: "", repeated: lines.length - first.size };
  if (!grades || unread)
    return { ...row, error: unread ? "a score is no number" : null, scores: { [METRIC]: { value: null } } };
  const scores = retrieved.map(({ score }) => score!);
  const ids = retrieved.map(({ document }) => document);
  const judgements = makeJudgements(grades);
  const value = (order: readonly number[]) =>
    ndcg(
      judgeRanking(
        order.map((at) => ids[at]!),
        judgements,
      ),
      CUT,
    );
  const tied = (sign: 1 | -1) =>
    [...ids.keys()].sort(
      (a, b) => scores[b]! - scores[a]! || sign * ((grades.get(ids[b]!) ?? 0) - (grades.get(ids[a]!) ?? 0)),
    );
  return {
    ...{ ...row, error: null, scores: { [METRIC]: { value: value(rankByScore(ids, scores)) } } },
    orderDecides: value(tied(1)) !== value(tied(-1)),
  };
}
