/**
 * Endpoints that cheat, fail or break the protocol (`test/adversaries/strategies.ts`), each through the whole chain over the default corpus,
 * and those that call tools as an agent, too: what became of their executions, and what the headline metrics say. Over five times the
 * scenarios of the default run, so that one passed by luck is no rate. Prints Markdown.
 *
 *   node --import tsx scripts/adversaries.ts [--total 260] [--limit 52] [--workflows keyword_rag]
 */

import { LAUNDERERS } from "../test/adversaries/launderers.ts";
import { adversaryResults } from "../test/adversaries/run-adversaries.ts";
import { ADVERSARIES, CALLING } from "../test/adversaries/strategies.ts";
import { tableOf } from "../test/adversaries/table.ts";
import { withDefaultCorpus } from "./adversaries-corpus.ts";

await withDefaultCorpus({ total: 260, workflows: "keyword_rag" }, async ({ substrate, chosen, workflows }) => {
  const { columns } = tableOf([]);
  console.log(`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}`);
  const court = { substrate, scenarios: chosen, cutoffMs: 30_000 };
  const calling = { adversaries: CALLING, endpoints: [...ADVERSARIES, ...LAUNDERERS] };
  for (const part of [{ workflows }, { ...calling, workflows: ["react" as const] }])
    for await (const result of adversaryResults({ ...court, ...part }))
      console.log(`| ${tableOf([result]).rows[0]!.join(" | ")} |`);
});
