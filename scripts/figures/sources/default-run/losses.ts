import type { Results } from "../../../../harness/results/analyses/results.ts";
import type { Measured } from "../../source.ts";
import { count, percent } from "../../written.ts";

/** Where expected ids are lost, what is claimed, and what the threshold on entities decides. */
export function lossFigures({
  scores,
  entity_threshold: thresholds,
  risk_coverage: riskCoverage,
  empty_answers,
}: Results): Measured {
  const total = (metric: string) => scores.reduce((sum, { scores: own }) => sum + (own[metric]?.value ?? 0), 0);
  const [unretrieved, unreported] = [total("unretrieved_unreported"), total("retrieved_unreported")];
  const claiming = scores.filter(({ scores: own }) => own.relation_grounding?.value != null);
  const failed = scores.filter(({ outcome }) => outcome !== "success").length;
  const risks = ["explorer", "planner", "sprinter"].flatMap((model) => {
    const own = riskCoverage.find(({ configuration }) => configuration === `${model}__react__prompt`);
    const at = (coverage: number) => percent(own?.risks.find((one) => one.coverage === coverage)?.risk);
    return [
      [`risk.${model}.half`, at(0.5)],
      [`risk.${model}.all`, at(1)],
    ];
  });
  return {
    values: Object.fromEntries([
      ["missed", count(unretrieved + unreported)],
      ["missed.never-retrieved", count(unretrieved)],
      ["missed.not-reported", count(unreported)],
      ["missed.not-reported.share", percent(unreported / (unretrieved + unreported))],
      ["claiming", count(claiming.length)],
      ["claiming.invented", count(total("invented_relations"))],
      ["failed", count(failed)],
      ["empty", count(empty_answers.reduce((sum, { answers }) => sum + answers, 0))],
      ...risks,
    ]),
    tables: {
      "entity-threshold": {
        columns: ["entities required", "functional passes", "executions that expect entities"],
        rows: thresholds.map(({ threshold, passes, n }) => [`${threshold} %`, count(passes), count(n)]),
      },
    },
  };
}
