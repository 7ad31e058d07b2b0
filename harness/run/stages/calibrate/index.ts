import { eachOf } from "../../../../base/each-of.ts";
import type { ServedContext, Stage, StageContext } from "../../../dag/stage.ts";
import type { Judge } from "../../../judge/judges/judge.ts";
import { type Drawable, sampleForCalibration } from "../../../judge/judges/sample.ts";
import { judgeSettings } from "../../../judge/kinds/fingerprint.ts";
import { makeJudge } from "../../../judge/make-judge.ts";
import { readMerged } from "../../../judge/offline/store.ts";
import { executionName, keyOf } from "../../../record/domain/names.ts";
import type { ExecutionKey, Extraction, Verdict } from "../../../record/domain/records.ts";
import { GRAPH } from "../../../record/run-directory/graph.ts";
import { recordsOf, streamRecords } from "../../../record/run-directory/records.ts";
import { fillRecords } from "../fill-records.ts";
import { failureOf, isSettled, kindOf, verdictOn, withoutJudgement } from "../judge/verdict.ts";
import { type MatrixInputs, readMatrix } from "../matrix-inputs.ts";
import { placeJudge } from "../placed-judge.ts";
import { makeTally } from "../tally.ts";

/** The calibration judge's verdict on a stratified sample, each in a fresh context. */
export const calibrateStage = {
  name: "calibrate",
  ...GRAPH.calibrate,
  version: 1,
  settings: (config) => ({
    ...judgeSettings(config, "calibration"),
    calibration_sample: config.judges.calibration_sample,
    seed: config.seed,
  }),
  async run(context: ServedContext) {
    const { config, effects, runDirectory, signal } = context;
    const merged = await readMerged(runDirectory, "calibration");
    const given = makeJudge("calibration", { judges: config.judges, environment: effects.environment, merged });
    const { judge, concurrency, files } = await placeJudge(given, "calibrate", context);
    const matrix = await readMatrix(context);
    const primary = await readPrimaryVerdicts(matrix, context);
    const sample = sampleForCalibration([...primary.values()], {
      sample: config.judges.calibration_sample,
      seed: config.seed,
    });
    const tally = makeTally(context, sample.size);
    await eachOf(matrix.configurations, files, async (configuration) => {
      const keys = matrix.keysOf(configuration).filter((key) => sample.has(executionName(key)));
      const extractions = await recordsOf({ runDirectory, part: "extractions", configuration }).index();
      await fillRecords({
        context,
        part: "calibration",
        configuration,
        keys,
        concurrency,
        keep: (verdict) => isSettled(verdict) && sample.has(executionName(verdict)),
        make: async (key) => {
          const upstream = cascade(primary.get(executionName(key)) as Drawable, judge);
          if (upstream) return upstream;
          const extraction = (await extractions.read(key)) as Extraction;
          return verdictOn(judge, { scenario: matrix.scenarioOf(key), extraction, ids: matrix.ids }, signal);
        },
        onRecord: (verdict) => tally.count(verdict, kindOf(verdict), failureOf(verdict)),
      });
    });
    const kinds = tally.summary(["pass", "fail", "blocked", "cascaded_failure", "cascaded_blocked"]);
    return `${sample.size} of ${primary.size} re-judged: ${kinds}; judge: ${judge.evaluator}`;
  },
} satisfies Stage;

/** Of all that can be drawn, what drawing needs: a verdict's rationale is long. */
async function readPrimaryVerdicts(
  matrix: MatrixInputs,
  { runDirectory }: StageContext,
): Promise<Map<string, Drawable>> {
  const verdicts = new Map<string, Drawable>();
  for (const configuration of matrix.configurations)
    for await (const verdict of streamRecords({ runDirectory, part: "verdicts", configuration })) {
      const { type, judgement } = verdict;
      const drawable = { ...keyOf(verdict), type, judgement: judgement && { status: judgement.status } };
      if (type !== "no_truth") verdicts.set(executionName(verdict), drawable);
    }
  return verdicts;
}

/** What a blocked or failed primary verdict makes of the calibration verdict; null where there is a pair to be had. */
function cascade(primary: Drawable, judge: Judge): (ExecutionKey & Verdict) | null {
  if (primary.type === "judged") return null;
  const reason = `the primary verdict is ${primary.type}`;
  const type = primary.type === "cascaded_failure" ? "cascaded_failure" : "cascaded_blocked";
  return { ...keyOf(primary), ...withoutJudgement(judge, type, reason) };
}
