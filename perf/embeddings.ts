/**
 * How well a corpus' texts find each other by an embedding, and what it costs to build: MAP and NDCG@10 of keyword, vector and
 * hybrid search; hashes of the database's content and of what was found, which equal ingests share. The questions are those that
 * the corpus brings (BEIR, TREC); else each backlog item's text, which is to find the tests that are linked to it; else each
 * linked artifact's, which is to find the others (duplicates of bugs).
 *
 *   node --import tsx perf/embeddings.ts telecom|FOLDER [--embedding '{"type":"transformers","path":"minilm"}'] [--queries 300] [--mapping bug_report=test_case] [--cache FOLDER]
 */
import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { grouped } from "../base/grouped.ts";
import { makeRandom, shuffle } from "../base/random.ts";
import { compareText } from "../base/text-order.ts";
import { withScratchFolder } from "../base/whole-folder.ts";
import { generateTelecomCorpus } from "../db/corpora/telecom/index.ts";
import { substrateOptionsSchema } from "../db/options/substrate-options.ts";
import type { ArtifactRole, Corpus } from "../db/ports/corpus.ts";
import type { SearchHit, Substrate } from "../db/ports/ports.ts";
import { withoutOperators } from "../db/search/query.ts";
import { contentDigest } from "../db/snapshots/content-digest.ts";
import { buildSubstrate, openSubstrate } from "../db/substrate.ts";
import { importSource } from "../import/sources/import-source.ts";
import type { RetrievalTask } from "../import/sources/source.ts";
import { averagePrecision } from "../measure/metrics/ranking/map.ts";
import { ndcg } from "../measure/metrics/ranking/ndcg.ts";
import { judgeRanking, makeJudgements } from "../measure/metrics/ranking.ts";
import { argumentsOf } from "../scripts/arguments.ts";

const { values: flags, positionals } = argumentsOf(import.meta.filename, {
  embedding: { type: "string", default: '{"type":"lsa"}' },
  queries: { type: "string", default: "300" },
  cache: { type: "string" },
  mapping: { type: "string", multiple: true, default: [] },
});
/** Places of a ranking that are scored. */
const DEPTH = 100;

type Ranker = (
  substrate: Substrate,
  text: string,
  options: { limit: number; filter: { types: ArtifactRole[] } },
) => Promise<SearchHit[]>;

const RANKERS: Record<string, Ranker> = {
  keyword: ({ search }, text, options) => search.keyword(withoutOperators(text), options),
  vector: ({ search }, text, options) => search.vector(text, options),
  hybrid: ({ search }, text, options) => search.hybrid(withoutOperators(text), { ...options, pool: DEPTH, k: 60 }),
};

interface Question {
  /** The artifact whose text it is, which is no answer; null: a question of its own. */
  from: string | null;
  text: string;
  grades: ReadonlyMap<string, number>;
}

await (flags.cache ? main(resolve(flags.cache)) : withScratchFolder("embeddings", main));

async function main(cacheDirectory: string): Promise<void> {
  const name = positionals[0] ?? "telecom";
  const { corpus, retrieval } =
    name === "telecom"
      ? { corpus: generateTelecomCorpus({ seed: 7 }), retrieval: null }
      : await importSource(resolve(name), { mapping: flags.mapping });
  const options = substrateOptionsSchema.parse({ cacheDirectory, embedding: JSON.parse(flags.embedding) });
  const [before, startedAt] = [process.cpuUsage(), performance.now()];
  const manifest = await buildSubstrate(corpus, options);
  const { user, system } = process.cpuUsage(before);
  const [cpu, wall] = [(user + system) / 1e6, (performance.now() - startedAt) / 1000];
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  const substrate = await openSubstrate(manifest.snapshot_hash, options);
  const { role, questions } = await questionsOf(corpus, { retrieval, substrate });
  const drawn = shuffle(makeRandom("embeddings", name), questions).slice(0, Number(flags.queries));
  const { hash, tables } = await contentDigest(substrate.sql);
  console.log(
    `${name}, ${manifest.back_ends.embedding}: ${manifest.counts.chunks} chunks, ${drawn.length} of ${questions.length} questions; ingest ${cpu.toFixed(1)} s processor, ${wall.toFixed(1)} s wall, peak ${peak} MB`,
  );
  console.log(`  equal for equal content: all tables ${short(hash)}, vectors ${short(tables["rag.chunk_embedding"]!)}`);
  for (const [ranker, rank] of Object.entries(RANKERS)) {
    const scores: ReturnType<typeof judgeRanking>[] = [];
    const found = createHash("sha256");
    for (const { from, text, grades } of drawn) {
      const hits = await rank(substrate, text, { limit: DEPTH + 1, filter: { types: [role] } });
      found.update(JSON.stringify(hits.map(({ id, score }) => [id, score])));
      const ranked = hits.map(({ id }) => id).filter((id) => id !== from);
      scores.push(judgeRanking(ranked.slice(0, DEPTH), makeJudgements(grades)));
    }
    const [map, gain] = [scores.map((own) => averagePrecision(own)), scores.map((own) => ndcg(own, 10))].map(mean);
    console.log(
      `  ${ranker.padEnd(8)} MAP ${map!.toFixed(3)}  NDCG@10 ${gain!.toFixed(3)}  hits and scores ${short(found.digest("hex"))}`,
    );
  }
  await substrate.close();
}

async function questionsOf(
  corpus: Corpus,
  { retrieval, substrate }: { retrieval: RetrievalTask | null; substrate: Substrate },
): Promise<{ role: ArtifactRole; questions: Question[] }> {
  if (retrieval) return { role: "test_case", questions: judgedQuestions(retrieval) };
  const { rows } = await substrate.sql.query<{ id: string; target: string }>(
    "SELECT DISTINCT reference_id AS id, test_case_id AS target FROM core.trace_link ORDER BY 1, 2",
  );
  if (rows.length > 0) return { role: "test_case", questions: linkedQuestions(corpus, rows) };
  const pairs = corpus.links.flatMap(({ sourceId: id, targetId: target }) => [
    { id, target },
    { id: target, target: id },
  ]);
  const [first] = corpus.artifacts.filter(({ id }) => id === pairs[0]?.target);
  const role = corpus.mapping.artifactTypes[first!.type]!.role;
  return { role, questions: linkedQuestions(corpus, pairs) };
}

function judgedQuestions({ queries, judgements }: RetrievalTask): Question[] {
  return queries
    .map(({ id, text }) => {
      const own = judgements.filter(({ queryId }) => queryId === id);
      return { from: null, text, grades: new Map(own.map(({ documentId, grade }) => [documentId, grade])) };
    })
    .filter(({ grades }) => [...grades.values()].some((grade) => grade > 0));
}

function linkedQuestions({ artifacts }: Corpus, pairs: readonly { id: string; target: string }[]): Question[] {
  const texts = new Map(artifacts.map(({ id, title, text }) => [id, `${title}\n${text}`.trim()]));
  const targets = grouped(pairs, ({ id }) => id);
  return [...targets]
    .sort(([a], [b]) => compareText(a, b))
    .map(([id, own]) => ({
      from: id,
      text: texts.get(id) ?? "",
      grades: new Map(own.map(({ target }) => [target, 1])),
    }))
    .filter(({ text }) => text !== "");
}

function short(hash: string): string {
  return hash.slice(0, 12);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
