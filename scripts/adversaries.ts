/**
 * Endpoints that cheat, fail or break the protocol (`test/adversaries/strategies.ts`), each through the whole chain over the default corpus,
 * and those that call tools as an agent, too: what became of their executions, and what the headline metrics say. Prints Markdown.
 *
 * Not `everything`, whose answers of 11,366 ids take seconds each: `scopebench scenarios attack` has it, over every scenario and without an endpoint.
 *
 *   node --import tsx scripts/adversaries.ts [--limit 52] [--workflows keyword_rag]
 */
import { type AdversaryResult, runAdversaries } from "../test/adversaries/run-adversaries.ts";
import { ADVERSARIES, CALLING } from "../test/adversaries/strategies.ts";
import { tableOf } from "../test/adversaries/table.ts";
import { withDefaultCorpus } from "./adversaries-corpus.ts";

await withDefaultCorpus({ limit: 52, workflows: "keyword_rag" }, async ({ substrate, chosen, workflows }) => {
  const { columns } = tableOf([]);
  console.log(`| ${columns.join(" | ")} |\n|${"---|".repeat(columns.length)}`);
  const onResult = (result: AdversaryResult) => console.log(`| ${tableOf([result]).rows[0]!.join(" | ")} |`);
  const court = { substrate, scenarios: chosen, cutoffMs: 30_000, onResult };
  const adversaries = ADVERSARIES.map(({ name }) => name).filter((name) => name !== "everything");
  await runAdversaries({ ...court, workflows, adversaries });
  await runAdversaries({ ...court, workflows: ["react"], adversaries: CALLING });
});
