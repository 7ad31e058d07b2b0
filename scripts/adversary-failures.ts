/**
 * Endpoints that cheat, fail or break the protocol (`test/adversaries/strategies.ts`), each through the whole chain: what `scopebench failures` would make of
 * all of them together. Prints the groups, and of which endpoints their members are.
 *
 *     node --import tsx scripts/adversary-failures.ts [--limit 8] [--workflows keyword_rag,react]
 */
import { entityIdReader } from "../db/ports/entity-ids.ts";
import { FailureCollector } from "../harness/results/failures/collect-failures.ts";
import { DEFAULT_RULES, failedBy } from "../harness/results/failures/failed-by.ts";
import { mapFailures } from "../harness/results/failures/failure-map.ts";
import { ledgerSchema } from "../harness/results/failures/ledger.ts";
import { runAdversaries } from "../test/adversaries/run-adversaries.ts";
import { withDefaultCorpus } from "./adversaries-corpus.ts";

const usual = { limit: 8, workflows: "keyword_rag,react" };
await withDefaultCorpus(usual, async ({ config, substrate, scenarios, chosen, workflows }) => {
  const ids = await entityIdReader(substrate.sql, substrate.manifest.mapping);
  const collector = new FailureCollector({ config, ids, scenarios }, failedBy(DEFAULT_RULES, []));
  await runAdversaries({ substrate, scenarios: chosen, workflows, onExecution: (one) => collector.add(one) });
  const { map } = mapFailures(collector.found, { run: "adversaries", ledger: ledgerSchema.parse({}) });
  console.log(`${map.failed} of ${map.executions} failed, ${map.apart.length} like no two others`);
  for (const { id, name, members, sentence, agreement } of map.clusters ?? []) {
    const counts = new Map<string, number>();
    for (const member of members) {
      const [endpoint = ""] = member.split("__");
      counts.set(endpoint, (counts.get(endpoint) ?? 0) + 1);
    }
    const of = [...counts].sort((a, b) => b[1] - a[1]).map(([endpoint, count]) => `${endpoint} ${count}`);
    console.log(`\n${id} ${name}: ${members.length}, found again ${agreement?.toFixed(2) ?? "-"}`);
    console.log(`  ${sentence}\n  ${of.join(", ")}`);
  }
});
