import { grouped } from "../../../../base/grouped.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";
import { kindOf, type LiveSourcesRow } from "../../../results/analyses/live-sources.ts";
import type { FollowingPage, PageInput } from "./page.ts";

export interface SourcesData {
  /** One a configuration. */
  rows: readonly LiveSourcesRow[];
  /** Ids of the scenarios of each caller, and of each kind of question: what its numbers lead to. */
  callers: Readonly<Record<string, readonly string[]>>;
  kinds: Readonly<Record<string, readonly string[]>>;
}

export const sourcesPage: FollowingPage<SourcesData> = {
  file: "sources",
  title: "Sources",
  data: { name: "sources", follows: true, make },
  isAbout: ({ set }) => set.scenarios.some(({ live }) => live !== undefined),
};

function make({ results, set }: PageInput): SourcesData {
  const asked = set.scenarios.filter(({ live }) => live !== undefined);
  return {
    rows: results.live_sources,
    callers: idsBy(asked, ({ live }) => live!.caller),
    kinds: idsBy(asked, kindOf),
  };
}

function idsBy(scenarios: readonly Scenario[], keyOf: (scenario: Scenario) => string): Record<string, string[]> {
  const groups = [...grouped(scenarios, keyOf)];
  return Object.fromEntries(groups.map(([key, own]) => [key, own.map(({ id }) => id)]));
}
