import type { Config } from "../../record/config/schema.ts";
import { boundsNotices } from "../../record/domain/names.ts";

/** How the numbers are to be read, one sentence each; shown with every table and on the Method page. */
export function makePolicies(config: Config): string[] {
  const percent = Math.round(config.judges.entity_threshold * 100);
  return [
    `The pass rate is that of the functional verdict, which no judge has a part in: a successful outcome, all expected ids and ${percent} % of the expected entities in the answer or in a document that it names; where there is nothing to find, an answer that abstains. Abstaining where there is something fails. The judge's pass rate stands beside it under its name.`,
    "Every expected execution has a row; what could not be measured is unscored with a reason and is left out of means, never counted as 0.",
    "Ranking metrics are over answerable scenarios only, with relevance 1 for each expected id; the order is that of the answer's own ranked list. Abstaining there is an empty list and scores 0.",
    "An execution that timed out or failed gave the user nothing: it scores 0 in ranking, coverage, functional and judge's pass, overall score and alignment. It is unscored in grounding, label coverage and the four quality dimensions, since there is no text to look at, and counts as neither a correct nor a missed abstention.",
    "A verdict that is blocked or missing says nothing about the answer: its scores are unscored, not failed.",
    "Judge's pass and quality are the primary judge's; calibration and arbitration measure the judge and change no score.",
    "Ids are grounded when the full text of a successful tool result contains them, whatever part of it the model was shown (view=preview: only what it was shown). Ids that the question itself names are left out.",
    "Ground truth lists relevant ids only: a relevant id that nobody recorded counts as wrong. Label coverage says how much of each list is labelled.",
    "Means carry 95 % intervals, with scenarios as the sample: for scores with a range by that range, whatever their distribution, so that they have a width at the ceiling too; for counts and tokens a bootstrap of 2,000 resamples of whole scenarios (percentiles, expanded for few scenarios; none below five or without any spread). Medians and other quantiles interpolate linearly (type 7).",
    "Highest, lowest, widest and largest describe these executions only: selected after seeing the results, and no claim beyond them. Only pairs are tested, corrected over all pairs that could have been named.",
    "Executions of one scenario depend on each other. Tests, intervals and slopes are over scenarios; where a p of the reference study is reproduced, which treats executions as independent, it is called naive.",
    ...boundsNotices(config.workflows),
    "Wall-clock times stand apart in metrics/timing.json and timing.csv; everything else is equal for equal seeds.",
  ];
}
