import { existsSync } from "node:fs";
import { writeFileAtomic } from "../../../base/atomic.ts";
import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import type { SearchHit, Substrate } from "../../../db/ports/ports.ts";
import { withoutOperators } from "../../../db/search/query.ts";
import { encodeTrecId } from "../../../measure/trec/ids.ts";
import { runLines } from "../../../measure/trec/write.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { readScenarioSet } from "../../../scenarios/set-file.ts";
import { Interrupted } from "../../dag/interrupted.ts";
import type { Io } from "../../print/io.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { RUN_PATHS, runPath } from "../../record/run-directory/paths.ts";
import { changeParts } from "../../record/run-directory/record-files.ts";
import { RANKERS, type RankerName, WHOLE_RANKING } from "../../results/benchmarks/rankers.ts";
import { withServices } from "../interactive/with-services.ts";
import { type CollectionIdentity, IDENTITY_FILE, preparedAt } from "./prepared.ts";

const QRELS = "qrels.txt";

/** Files of a run on a benchmark. */
export const benchmarkFiles = (runDirectory: string) => ({
  identity: runPath(runDirectory, "benchmark", IDENTITY_FILE),
  qrels: runPath(runDirectory, "benchmark", QRELS),
  ranking: (name: RankerName) => runPath(runDirectory, "benchmark", `${name}.run`),
});

/**
 * Writes the rankers' whole rankings of a run's questions and the graded judgements, beside the agents' lists: published
 * metrics are of whole rankings. What is there stays.
 * @throws UserError `usage` for a run on anything but a benchmark.
 */
export async function completeRankings(run: OpenedRun, io: Io): Promise<void> {
  const { runDirectory, config } = run;
  const files = benchmarkFiles(runDirectory);
  const missing = RANKERS.filter((name) => !existsSync(files.ranking(name)));
  if (missing.length === 0 && existsSync(files.identity)) return;
  const { identity } = await preparedOf(run);
  const k = config.limits.rrf_k;
  const { scenarios } = await readScenarioSet(runPath(runDirectory, "scenarios"));
  await withServices({ config, io }, async (services) => {
    const substrate = await services.substrate();
    await changeParts(runDirectory, [RUN_PATHS.benchmark], async () => {
      for (const name of missing) {
        io.error(` · ${name} ranks all documents for ${countOf(scenarios.length, "question")}`);
        await writeFileAtomic(
          files.ranking(name),
          await rankingLines(name, { scenarios, substrate, k, signal: io.signal }),
        );
      }
      await writeFileAtomic(files.qrels, qrelsText(scenarios));
      await writeFileAtomic(files.identity, identityText(identity));
    });
  });
}

function identityText(identity: CollectionIdentity): string {
  return `${JSON.stringify(identity, null, 2)}\n`;
}

async function preparedOf({ config, manifest }: OpenedRun) {
  const prepared = config.corpus.type === "folder" ? await preparedAt(config.corpus.path) : null;
  if (prepared) return prepared;
  throw new UserError("usage", `run ${manifest.run_id} is on no benchmark, or its data are no longer in the cache`, {
    hint: "scopebench measure bench run NAME begins one; scopebench measure bench get NAME brings the data back",
  });
}

interface Ranking {
  scenarios: readonly Scenario[];
  substrate: Substrate;
  /** Of reciprocal rank fusion. */
  k: number;
  signal: AbortSignal;
}

/** As a TREC run. */
async function rankingLines(name: RankerName, { scenarios, substrate, k, signal }: Ranking): Promise<string> {
  const lines: string[] = [];
  for (const { id, turns } of scenarios) {
    if (signal.aborted) throw new Interrupted();
    const hits = await SEARCHES[name](substrate, withoutOperators(turns.join("\n")), k);
    lines.push(
      ...runLines(
        id,
        hits.map((hit) => hit.id),
        name,
      ),
    );
  }
  return lines.map((line) => `${line}\n`).join("");
}

const WHOLE = { limit: WHOLE_RANKING, filter: { types: ["test_case"] } } satisfies Parameters<
  Substrate["search"]["keyword"]
>[1];

const SEARCHES: Readonly<
  Record<RankerName, ({ search }: Substrate, query: string, k: number) => Promise<SearchHit[]>>
> = {
  keyword: ({ search }, query) => search.keyword(query, WHOLE),
  vector: ({ search }, query) => search.vector(query, WHOLE),
  hybrid: ({ search }, query, k) => search.hybrid(query, { ...WHOLE, pool: WHOLE_RANKING, k }),
};

/** Where a set has no grades, each expected document has grade 1. */
function qrelsText(scenarios: readonly Scenario[]): string {
  const lines = scenarios.flatMap(({ id, expected_ids, grades = {} }) =>
    expected_ids.map((document) => `${encodeTrecId(id)} 0 ${encodeTrecId(document)} ${grades[document] ?? 1}\n`),
  );
  return lines.join("");
}
