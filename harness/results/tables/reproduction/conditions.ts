import { countOf } from "../../../../base/counts.ts";
import type { TableInput } from "../make-table.ts";

/** What a run's figures were measured with, in a sentence: what a published figure has to be read against. */
export function conditionsOf({ config, scenarios, syntheticCorpus }: TableInput): string {
  const answerable = scenarios.filter((scenario) => scenario.answerable).length;
  const corpus = syntheticCorpus ? "the synthetic telecom corpus" : "this run's corpus";
  return `Here: ${countOf(scenarios.length, "scenario")} (${answerable} answerable) over ${corpus}, ${countOf(config.models.length, "model")}.`;
}
