/**
 * Endpoints that cheat, fail or break the protocol (`test/adversaries/strategies.ts`), each through the whole chain over the default corpus: what
 * became of their executions, and what the headline metrics say. Prints Markdown.
 *
 *   node --import tsx scripts/adversaries.ts [--limit 52] [--workflows keyword_rag,react]
 */
import { type AdversaryResult, runAdversaries } from "../test/adversaries/run-adversaries.ts";
import { tableOf } from "../test/adversaries/table.ts";
import { withDefaultCorpus } from "./adversaries-corpus.ts";

await withDefaultCorpus({ limit: 52 }, async ({ substrate, chosen, workflows }) => {
  const { columns } = tableOf([]);
  console.log(`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}`);
  const onResult = (result: AdversaryResult) => console.log(`| ${tableOf([result]).rows[0]!.join(" | ")} |`);
  await runAdversaries({ substrate, scenarios: chosen, workflows, onResult });
});
