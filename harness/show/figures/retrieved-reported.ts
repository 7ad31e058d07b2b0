import { grouped } from "../../../base/grouped.ts";
import { count, percent } from "../../print/format.ts";
import { configurationName } from "../../record/domain/names.ts";
import { findScore } from "../../record/scores/score-records.ts";
import type { Results } from "../../results/analyses/results.ts";
import type { Target } from "../../results/selection/target.ts";
import { shareBars } from "../drawing/charts/bars.ts";
import { columnsOf } from "../drawing/columns.ts";
import type { Figure, FigureData } from "../drawing/figure.ts";
import { type ConfigurationRow, configurationsByName, configurationTarget } from "./configurations.ts";
import { oneOutcome } from "./flat.ts";

/** The 2 x 2 of what tools returned and what the answer named, as the scores call it. */
const ID_OUTCOMES = {
  retrieved_reported: "retrieved and reported",
  unretrieved_reported: "reported, never retrieved",
  retrieved_unreported: "retrieved, lost in communication",
  unretrieved_unreported: "lost in retrieval",
} as const;
type ExpectedIdOutcome = keyof typeof ID_OUTCOMES;
const NAMES = Object.keys(ID_OUTCOMES) as ExpectedIdOutcome[];

export interface IdOutcomeRow extends ConfigurationRow {
  outcome: string;
  count: number;
  of: number;
  share: number;
}

const BEHIND: Target = { metric: "retrieved_reported,expected_ids", has: "value" };

export const retrievedReported: Figure<IdOutcomeRow, null> = {
  name: "retrieved-reported",
  title: "Outcome of every expected id",
  definition:
    "Every expected id of every execution of an answerable scenario, by whether a successful tool call returned it and whether the answer recommends it. Lost in retrieval: no tool returned it. Lost in communication: a tool did, the answer does not name it. Executions without an answer report nothing.",
  columns: columnsOf({
    configuration: "text",
    outcome: ["text", "expected ids"],
    count: ["count", "ids"],
    of: "count",
    share: "percent",
  }),
  read: (results) => ({ rows: idOutcomeRows(results), facts: null }),
  caption: describeLosses,
  flat: ({ rows }) => oneOutcome(rows, ({ outcome }) => outcome),
  marks: ({ rows }) => rows.length,
  spec: ({ rows }, options) => {
    const { found, invented, lost, none } = options.theme;
    return shareBars({
      ...{ rows, options, field: "outcome", parts: Object.values(ID_OUTCOMES), colors: [found, invented, lost, none] },
      length: { field: "share", title: "share of expected ids" },
      tooltip: ["configuration", "outcome", "count", "share"],
    });
  },
  target: (row) => ({ ...configurationTarget(row), ...BEHIND }),
  behind: BEHIND,
};

function idOutcomeRows({ summary, scores }: Results): IdOutcomeRow[] {
  const byConfiguration = grouped(scores, configurationName);
  return [...configurationsByName(summary)].flatMap(([name, row]) => {
    const members = byConfiguration.get(name) ?? [];
    const counts = NAMES.map((outcome) =>
      members.reduce((sum, record) => sum + (findScore(record, outcome)?.value ?? 0), 0),
    );
    const of = counts.reduce((sum, n) => sum + n, 0);
    if (of === 0) return [];
    return NAMES.map((outcome, index) => ({
      ...row,
      outcome: ID_OUTCOMES[outcome],
      count: counts[index]!,
      of,
      share: counts[index]! / of,
    }));
  });
}

function describeLosses({ rows }: FigureData<IdOutcomeRow>): string {
  const sum = (outcome: ExpectedIdOutcome) =>
    rows.filter((row) => row.outcome === ID_OUTCOMES[outcome]).reduce((total, row) => total + row.count, 0);
  const [found, lucky, unreported, unfound] = [
    sum("retrieved_reported"),
    sum("unretrieved_reported"),
    sum("retrieved_unreported"),
    sum("unretrieved_unreported"),
  ];
  const all = found + lucky + unreported + unfound;
  if (all === 0) return "No trace of an answerable scenario: nothing is known about expected ids.";
  const missed = unreported + unfound;
  const reported = `${count(found + lucky)} of ${count(all)} expected ids (${percent((found + lucky) / all)}) are reported`;
  if (missed === 0) return `${reported}: none is lost.`;
  return `${reported}; of the ${count(missed)} missed, ${percent(unfound / missed)} no tool returned and ${percent(unreported / missed)} were retrieved and not reported.`;
}
