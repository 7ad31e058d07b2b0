import { type SubstrateOptions, substrateOptionsSchema } from "../../../db/options/substrate-options.ts";
import { detectBm25 } from "../../../db/snapshots/detect-bm25.ts";
import type { Effects } from "../effects.ts";
import type { Config } from "./schema.ts";
import { toSearchOptions } from "./to-search.ts";

/** The substrate of `bench.yaml` as the database room takes it. Asks a server for its BM25 dialect unless one is named. */
export async function toSubstrateOptions(
  { database, graph, bm25, vector_index, ...search }: Config["substrate"],
  { cacheDirectory, environment, log }: Pick<Effects, "cacheDirectory" | "environment" | "log">,
): Promise<SubstrateOptions> {
  const options = substrateOptionsSchema.parse({
    cacheDirectory,
    vectorIndex: vector_index,
    database:
      database.type === "embedded"
        ? database
        : { type: database.type, urlEnv: database.url_env, prefix: database.prefix },
    graph: graph.type === "age" ? graph : graphOf(graph),
    ...toSearchOptions(search),
    bm25,
  });
  if (bm25 !== undefined) return options;
  const detected = await detectBm25(options, environment);
  if (detected.passedOver.length > 0)
    log(
      `BM25 by ${detected.name}: ${detected.passedOver.map(({ name, reason }) => `no ${name} (${reason})`).join("; ")}`,
    );
  return { ...options, bm25: detected.name };
}

function graphOf({
  type,
  url_env,
  user_env,
  password_env,
  database,
}: Extract<Config["substrate"]["graph"], { type: "neo4j" }>) {
  return { type, urlEnv: url_env, userEnv: user_env, passwordEnv: password_env, database };
}
