/**
 * What the texts alone tell of a discovery run's hidden links: recall of plain search that is given the item's own words, recorded
 * links left out, beside drawing at random. A set on which this is at chance asks for what nobody can know.
 *
 *   node --import tsx scripts/discovery-signal.ts --run runs/<run> [--cache FOLDER]
 */
import { readFile } from "node:fs/promises";
import { cacheDirectoryOf } from "../base/cache-directory.ts";
import { substrateOptionsSchema } from "../db/options/substrate-options.ts";
import type { SearchFilter, SearchHit, Substrate } from "../db/ports/ports.ts";
import { openSubstrate } from "../db/substrate.ts";
import { readManifest } from "../harness/record/run-directory/manifest.ts";
import { runPath } from "../harness/record/run-directory/paths.ts";
import type { Scenario } from "../scenarios/set/schema.ts";
import { readScenarioSet } from "../scenarios/set-file.ts";
import { argumentsOf } from "./arguments.ts";

const DEPTHS = [10, 50] as const;
/** Hits asked for, so that enough are left when recorded links are taken off. */
const LIMIT = 100;

const { values: flags } = argumentsOf(import.meta.filename, {
  run: { type: "string" },
  cache: { type: "string", default: cacheDirectoryOf(process.env) },
});
if (flags.run === undefined) throw new Error("expected --run <a run of --suite discovery>");
const { substrate: snapshot } = await readManifest(flags.run);
const config = JSON.parse(await readFile(runPath(flags.run, "config"), "utf8")) as { substrate: { bm25?: string } };
const options = substrateOptionsSchema.parse({ cacheDirectory: flags.cache, bm25: config.substrate.bm25 });
const substrate = await openSubstrate(snapshot?.snapshot_hash ?? "", options);
try {
  await print((await readScenarioSet(runPath(flags.run, "scenarios"))).scenarios, substrate);
} finally {
  await substrate.close();
}

async function print(scenarios: readonly Scenario[], { sql, search }: Substrate): Promise<void> {
  const found = new Map<string, number[]>();
  const add = (name: string, value: number) => found.set(name, [...(found.get(name) ?? []), value]);
  for (const { derivation, expected_ids, discovery } of scenarios) {
    const [item = ""] = derivation?.parameters ?? [];
    const { words, attribute } = await readItem(String(item), sql);
    const filter: SearchFilter = { types: ["test_case"] };
    const narrowed: SearchFilter | null = attribute && { ...filter, attributes: { [attribute.key]: attribute.value } };
    const rankers: Record<string, Promise<SearchHit[]>> = {
      keyword: search.keyword(words, { limit: LIMIT, filter }),
      vector: search.vector(words, { limit: LIMIT, filter }),
      hybrid: search.hybrid(words, { limit: LIMIT, pool: LIMIT, k: 60, filter }),
      ...(narrowed ? { "vector, same attribute": search.vector(words, { limit: LIMIT, filter: narrowed }) } : {}),
    };
    const neutral = new Set([...(discovery?.recorded_ids ?? []), ...(discovery?.unfindable_ids ?? [])]);
    for (const [name, ranking] of Object.entries(rankers)) {
      const ids = (await ranking).map(({ id }) => id).filter((id) => !neutral.has(id));
      for (const depth of DEPTHS)
        add(
          `${name} @${depth}`,
          ids.slice(0, depth).filter((id) => expected_ids.includes(id)).length / expected_ids.length,
        );
    }
    for (const depth of DEPTHS) add(`chance @${depth}`, Math.min(1, depth / (discovery?.candidates ?? 1)));
  }
  for (const [name, values] of found)
    console.log(
      `${name.padEnd(28)}${(values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)}  n=${values.length}`,
    );
}

/** The item's name and description; and of the attributes that test cases have as well, its value of the most telling one. */
async function readItem(id: string, sql: Substrate["sql"]) {
  const { rows } = await sql.query<{ name: string; description: string }>(
    "SELECT name, description FROM canon.backlog_item WHERE backlog_item_id = $1",
    [id],
  );
  const attributes = await sql.query<{ key: string; value: string }>(
    `SELECT member.key, member.value FROM canon.backlog_item, jsonb_each_text(attributes) AS member
     JOIN LATERAL (SELECT count(*) AS n FROM canon.test_case WHERE test_case.attributes ->> member.key = member.value) AS tests ON n > 0
     WHERE backlog_item_id = $1 ORDER BY n, member.key LIMIT 1`,
    [id],
  );
  const words = `${rows[0]?.name ?? ""} ${rows[0]?.description ?? ""}`.replace(/["()]|\s-+/g, " ").slice(0, 1500);
  return { words, attribute: attributes.rows[0] ?? null };
}
