import { expect, it } from "vitest";
import { liveSources } from "../../../../harness/results/analyses/live-sources.ts";
import type { LiveFindings } from "../../../../harness/results/metrics/live/live-findings.ts";

interface Execution {
  caller: string;
  holding: string[];
  /** By source: how many expected items it gave. */
  gave: Record<string, number>;
  exposed?: boolean;
}

function analysed(executions: readonly Execution[]) {
  const scored = executions.map(({ caller, holding, gave, exposed = false }, at) => {
    const stages = { retrieved: Number(exposed), context: Number(exposed), answer: 0 };
    const sources = Object.entries(gave).map(([source, found]) => ({
      ...{ source, found, requests: 2, characters: 100, truncated: false, exposed: stages },
      expected: holding.includes(source) ? 1 : 0,
    }));
    const live = {
      ...{ ndcg_given: null, recall_given: null, source_precision: null, source_recall: null, over_trust: null },
      ...{ truncation_noticed: null, steered: null, outdated: null, skipped_search: null },
      ...{ invented_results: null, repeated_actions: null },
      ...{ sources, exposed_retrieved: stages.retrieved, exposed_context: stages.context, exposed_answer: 0 },
    } as unknown as LiveFindings;
    const scenario = {
      id: `S${at}`,
      template: "one_source",
      live: { caller, holders: Object.fromEntries(holding.map((source) => [source, ["PAGE-1000"]])) },
    };
    return { live, scenario, record: { scores: { "recall@5": { value: null } } } };
  });
  const configuration = { model: "m", workflow: "sources", knowledge: "prompt" };
  return liveSources.compute({ configurations: [{ configuration, executions: scored }] } as never, {} as never)[0]!;
}

it("counts by kind of question which source was searched, and which gave the fact where it is", () => {
  const { kinds, pairs } = analysed([
    { caller: "ada", holding: ["wiki"], gave: { wiki: 1, chat: 0 } },
    { caller: "bo", holding: ["wiki", "chat"], gave: { wiki: 1, chat: 1 } },
    { caller: "bo", holding: ["wiki"], gave: { chat: 0 } },
  ]);
  expect(kinds).toEqual([
    { kind: "one_source", source: "chat", executions: 3, searched: 3, holds: 1, gave: 1 },
    { kind: "one_source", source: "wiki", executions: 3, searched: 2, holds: 3, gave: 2 },
  ]);
  expect(pairs).toEqual([{ first: "chat", second: "wiki", searched: 2, either: 2, both: 1 }]);
});

it("says by caller and by source in how many executions something hidden reached a stage", () => {
  const { callers, sources } = analysed([
    { caller: "bo", holding: [], gave: { wiki: 0 }, exposed: true },
    { caller: "bo", holding: [], gave: { wiki: 0 } },
    { caller: "ada", holding: [], gave: { wiki: 0 } },
  ]);
  expect(callers).toEqual([
    { caller: "ada", executions: 1, exposed: { retrieved: 0, context: 0, answer: 0 } },
    { caller: "bo", executions: 2, exposed: { retrieved: 1, context: 1, answer: 0 } },
  ]);
  expect(sources).toMatchObject([{ source: "wiki", executions: 3, exposed: { retrieved: 1, context: 1, answer: 0 } }]);
});
