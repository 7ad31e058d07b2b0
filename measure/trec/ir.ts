import { compareText } from "../../base/text-order.ts";
import { UserError } from "../../base/user-error.ts";
import { rankingEngine } from "../metrics/engines.ts";
import { parseMetric, printMetric, type RankingMetric } from "../metrics/names.ts";
import { RANKING_DESCRIPTORS } from "../metrics/ranking/registry.ts";
import { gradeOf, type Judgements, makeJudgements, rankByScore } from "../metrics/ranking.ts";
import { NearMisses } from "./near-misses.ts";
import { type Qrels, readQrels } from "./qrels.ts";
import { type RunQuery, type RunVisitor, readRun } from "./run.ts";
import { decodeUtf8 } from "./scan.ts";

/** Files of judgements and of a run, the metrics, and trec_eval's options. */
export interface IrOptions {
  qrelsPath: string;
  runPath: string;
  /** Names such as `ndcg@10`; default: `DEFAULT_IR_METRICS`. */
  metrics?: readonly (string | RankingMetric)[];
  /** Keep the values of each query. */
  perQuery?: boolean;
  /** Judged queries that the run lacks count as 0 (trec_eval -c). Default: they are left out and counted. */
  complete?: boolean;
  /** Documents per query that are looked at (trec_eval -M). */
  depth?: number;
  /** Grade from which a document is relevant (trec_eval -l). */
  relevanceLevel?: number;
  /** Lines that begin with `#` are comments, as in trec_eval 10. Default: they are lines like any other. */
  comments?: boolean;
}

/** Metrics of a TREC run: means over queries, and what was left out of them. */
export interface IrResult {
  /** Canonical names, in the order asked for. */
  metrics: string[];
  /** Tag of the run's last line. */
  run: string;
  /** Queries in the means. */
  queries: number;
  /** Judged queries that the run lacks: counted as 0 when `complete`, otherwise left out. */
  missing: readonly string[];
  /** Queries of the run without any judgement: always left out. */
  unjudgedQueries: number;
  /** Ids of the run that would be judged but for their case or blanks: one sentence, where there are any. */
  nearMisses: readonly string[];
  /** Mean over queries; counts (`num_rel` ...) are sums. */
  all: Record<string, number>;
  /** Per query, ids in byte order; only when asked for. */
  perQuery?: { query: string; values: Record<string, number> }[];
}

const DEFAULT_IR_METRICS = [
  "num_ret",
  "num_rel",
  "num_rel_ret",
  "map",
  "rprec",
  "bpref",
  "mrr@10",
  "ndcg@5",
  "ndcg@10",
  "precision@5",
  "recall@5",
  "recall@10",
  "success@10",
  "judged@10",
] as const;

/**
 * Ranking metrics of a run file against a qrels file. Equal to trec_eval: order by score descending, ties by document id
 * descending; queries in both files count, one without relevant documents with 0; scores in double precision.
 * @throws UserError `usage` for a metric, `input` for a file, or when the two files share no query.
 */
export async function computeIr(options: IrOptions): Promise<IrResult> {
  const metrics = (options.metrics ?? DEFAULT_IR_METRICS).map((metric) =>
    typeof metric === "string" ? parseMetric(metric) : metric,
  );
  const engines = metrics.map((metric) => rankingEngine(metric));
  const judgements = prepareJudgements(await readQrels(options.qrelsPath, options), options.relevanceLevel ?? 1);
  const values = new Map<string, number[]>();
  const near = new NearMisses(decodeUtf8);
  let unjudgedQueries = 0;
  const visitor: RunVisitor = {
    query(part) {
      const judged = judgements.get(part.query);
      if (judged) {
        for (const id of part.documents) if (!judged.grades.has(id)) near.look(id, judged.grades);
        values.set(part.query, evaluate(part, judged, { engines, depth: options.depth }));
      } else {
        near.look(part.query, judgements);
        unjudgedQueries++;
      }
    },
    restart() {
      values.clear();
      near.clear();
      unjudgedQueries = 0;
    },
  };
  const run = await readRun(options.runPath, visitor, options);
  if (values.size === 0) throw noSharedQuery(options);
  const missing = [...judgements.keys()].filter((query) => !values.has(query)).map(decodeUtf8);
  if (options.complete) addMissing(values, judgements, engines);
  return {
    ...aggregate(metrics, values, options.perQuery ?? false),
    run: decodeUtf8(run),
    missing,
    unjudgedQueries,
    nearMisses: near.notes(),
  };
}

function prepareJudgements(qrels: Qrels, threshold: number): Map<string, Judgements> {
  return new Map([...qrels].map(([query, grades]) => [query, makeJudgements(grades, threshold)]));
}

type Engines = ReturnType<typeof rankingEngine>[];

function evaluate(part: RunQuery, judgements: Judgements, options: { engines: Engines; depth?: number }): number[] {
  const order = rankByScore(part.documents, part.scores);
  if (options.depth !== undefined) order.length = Math.min(order.length, options.depth);
  const { grades: known, ...rest } = judgements;
  const ranking = { ...rest, grades: order.map((index) => gradeOf(known, part.documents[index]!)) };
  return options.engines.map((engine) => engine(ranking, judgements));
}

function addMissing(
  values: Map<string, number[]>,
  judgements: ReadonlyMap<string, Judgements>,
  engines: Engines,
): void {
  for (const [query, judged] of judgements) {
    if (!values.has(query)) values.set(query, evaluate({ query, documents: [], scores: [] }, judged, { engines }));
  }
}

function aggregate(metrics: readonly RankingMetric[], values: ReadonlyMap<string, number[]>, keepQueries: boolean) {
  const names = metrics.map(printMetric);
  const queries = [...values.keys()].sort(compareText);
  const named = (numbers: readonly number[]) => Object.fromEntries(names.map((name, index) => [name, numbers[index]!]));
  const totals = metrics.map((metric, index) => {
    const sum = queries.reduce((total, query) => total + values.get(query)![index]!, 0);
    return RANKING_DESCRIPTORS[metric.family].aggregate === "sum" ? sum : sum / queries.length;
  });
  const perQuery = queries.map((query) => ({ query: decodeUtf8(query), values: named(values.get(query)!) }));
  return { metrics: names, queries: queries.length, all: named(totals), ...(keepQueries ? { perQuery } : {}) };
}

function noSharedQuery({ qrelsPath, runPath }: IrOptions): UserError {
  return new UserError("input", `${runPath} has no query that is judged in ${qrelsPath}`, {
    hint: "the first column of both files is the query id; it must be written the same",
  });
}
