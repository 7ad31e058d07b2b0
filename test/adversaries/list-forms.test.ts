import { expect, it } from "vitest";
import { generateScenarios } from "../../scenarios/generate.ts";
import { readSmallSubstrate } from "../db/small-corpus.ts";
import { nonEmpty } from "../non-empty.ts";
import type { Adversary } from "./adversary.ts";
import { runAdversaries } from "./run-adversaries.ts";

const SHOWN = 8;

/** One answer, as different models write it. */
const FORMS: Readonly<Record<string, { head: string; item: (id: string, at: number) => string }>> = {
  as_asked: { head: "## Recommended", item: (id, at) => `${at + 1}. \`${id}\` - fits [S1]` },
  bullets: { head: "**Recommended**", item: (id) => `- **${id}**: fits [S1]` },
  table: {
    head: "## Recommended\n| # | Test | Why |\n|---|---|---|",
    item: (id, at) => `| ${at + 1} | ${id} | [S1] |`,
  },
  headings: {
    head: "# Recommended tests\n## High risk",
    item: (id, at) => `### ${at + 1}. ${id}\n- Why: it fits [S1]`,
  },
  hyphens: { head: "## Recommended", item: (id, at) => `${at + 1}. \`${id.replace("-", "\u2011")}\` [S1]` },
  small_letters: { head: "### Recommended:", item: (id, at) => `${at + 1}) ${id.toLowerCase()} - fits [S1]` },
};

const endpoints = Object.entries(FORMS).map(
  ([name, { head, item }]): Adversary => ({
    name,
    reply: ({ shown, source }) => ({
      type: "text",
      text: [
        "These fit.",
        "",
        head,
        ...shown.slice(0, SHOWN).map(item),
        "",
        "## Sources",
        `- S1: [records](${source})`,
      ].join("\n"),
    }),
  }),
);

it("an answer has the scores that it has, whatever the form of its list", async () => {
  const substrate = await readSmallSubstrate();
  const { scenarios } = await generateScenarios(substrate, { seed: 4, total: 12 });
  const answerable = scenarios.filter((one) => one.answerable).slice(0, 3);
  const results = await runAdversaries({ substrate, scenarios: answerable, workflows: ["keyword_rag"], endpoints });
  const metrics = ["ndcg@10", "recall@10", "mrr@10", "functional_pass", "grounding_coverage", "hallucinated_ids"];
  const scored = results.map(({ adversary, executions }) => ({
    adversary,
    values: executions.map(({ record: { scores } }) => metrics.map((name) => scores[name]?.value)),
  }));
  const [asked, ...others] = scored;
  expect(asked!.values.flat().some((value) => typeof value === "number" && value > 0 && value < 1)).toBe(true);
  for (const { adversary, values } of nonEmpty(others)) expect([adversary, values]).toEqual([adversary, asked!.values]);
});
