import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import type { CorrectedRate } from "../../judge/ratings/pass-rate.ts";
import { readDraws } from "../../judge/ratings/store.ts";
import { formatInterval, formatNumber } from "../../print/format-number.ts";
import { aside, type Io, roomOf } from "../../print/io.ts";
import { jsonText } from "../../print/json-text.ts";
import { runWord } from "../../print/shell-word.ts";
import { printable, right, table } from "../../print/text.ts";
import type { OpenedRun } from "../../record/run-directory/open-run.ts";
import { type HumanRatings, human } from "../../results/analyses/human.ts";
import { readResult } from "../../results/analyses/read-result.ts";
import { runOneStage } from "../start/start-run.ts";

/** Scores the run again and prints what people say beside the judge. Gives the exit code. */
export async function printResults(run: OpenedRun, { json, io }: { json: boolean; io: Io }): Promise<number> {
  const { runDirectory, config } = run;
  const code = await runOneStage("score", { runDirectory, config, io: aside(io), again: true });
  const results = await readResult(runDirectory, human);
  if (results === null)
    throw new UserError("run-directory", "this run has no ratings", {
      hint: "scopebench judge rate RUN --rater NAME",
    });
  io.out(json ? jsonText(results, {}) : render(results, { columns: roomOf(io), run: runWord(run.runDirectory) }));
  if (!json && (await readDraws(runDirectory)) !== null)
    io.out(
      "What was rated was drawn by --until, some answers more often than others: the figures above take it for an even sample. `judge rate --until` says the pass rate with the chances.",
    );
  return code;
}

function render(
  { raters, agreement, pass_rate }: HumanRatings,
  { columns, run }: { columns: number; run: string },
): string {
  const rows = agreement.map(({ between, on, measure, value, low, high, n }) => [
    printable(between, { singleLine: true }),
    on,
    measure,
    formatNumber(value),
    formatInterval(low, high),
    String(n),
  ]);
  const titles = [
    { title: "between" },
    { title: "on" },
    { title: "measure" },
    right("value"),
    right("95 % interval"),
    right("n"),
  ];
  const rate = (name: string, { value, low, high }: CorrectedRate) =>
    `  ${name.padEnd(44)} ${formatNumber(value)}  (${formatInterval(low, high)})`;
  return [
    "",
    raters.map(({ rater, rated, left_out }) => `${rater} ${rated} rated, ${left_out} left out`).join("; "),
    table(titles, rows, columns - 1),
    "",
    `pass rate of ${countOf(pass_rate.judged, "judged execution")}, ${pass_rate.rated} of them rated by people`,
    rate("as the judge says", pass_rate.judge),
    rate("corrected for its errors (Rogan-Gladen)", pass_rate.rogan_gladen),
    rate("prediction-powered", pass_rate.prediction_powered),
    `  the judge passes ${formatNumber(pass_rate.sensitivity)} of what people pass and fails ${formatNumber(pass_rate.specificity)} of what they fail`,
    `the run was rescored; update its report with: scopebench resume ${run}`,
  ].join("\n");
}
