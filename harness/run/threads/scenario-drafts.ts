import type { Scenario, ScenarioSet } from "../../../scenarios/set/schema.ts";
import { type KeptScope, scopeSchema } from "./documents.ts";
import type { KeptThread } from "./read-threads.ts";

/** Of every decided scope a scenario whose truth is what was kept and added: for people to review. Null without any. */
export function draftScenarios(threads: readonly KeptThread[], corpus: string): ScenarioSet | null {
  const decided = threads.flatMap(({ documents }) =>
    documents
      .filter(({ kind }) => kind === "scope")
      .flatMap(({ value, author }) => {
        const scope = scopeSchema.safeParse(value);
        return scope.success && keptOf(scope.data).length > 0 ? [{ scope: scope.data, author }] : [];
      }),
  );
  if (decided.length === 0) return null;
  const scenarios = decided.map((one, index) => draft(one, `S${String(index + 1).padStart(3, "0")}`));
  return {
    ...{ version: 1, corpus, snapshot: "any", seed: null, scenarios },
    notes: [
      "drafts: what people kept of answers is taken for the truth, so what no answer had is missing from it",
      "family and complexity are placeholders until reviewed: impact, multi_hop",
    ],
    drawn_for_review: scenarios.map(({ id }) => id),
  };
}

function draft({ scope, author }: { scope: KeptScope; author: string }, id: string): Scenario {
  return {
    ...{ id, family: "impact", complexity: "multi_hop", answerable: true, turns: [scope.question], template: "asked" },
    expected_ids: keptOf(scope),
    ...{ expected_entities: [], traps: [] },
    reference_answer: `What ${author} kept of an answer of ${scope.recommended.length} tests.`,
  };
}

function keptOf({ recommended, dropped, added, below }: KeptScope): string[] {
  const without = new Set([...dropped.map(({ id }) => id), ...below]);
  return [...new Set([...recommended.filter((id) => !without.has(id)), ...added.map(({ id }) => id)])];
}
