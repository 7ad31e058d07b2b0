import { eachOf } from "../../../../base/each-of.ts";
import type { ServedContext, Stage, StageContext } from "../../../dag/stage.ts";
import type { JudgeCase, MetaJudge } from "../../../judge/judges/judge.ts";
import { withoutRuling } from "../../../judge/judges/without-ruling.ts";
import { judgeSettings } from "../../../judge/kinds/fingerprint.ts";
import { makeMetaJudge } from "../../../judge/make-judge.ts";
import { type Configuration, executionName, keyOf } from "../../../record/domain/names.ts";
import type { Extraction, MetaVerdict, Verdict } from "../../../record/domain/records.ts";
import { GRAPH } from "../../../record/run-directory/graph.ts";
import { recordsOf } from "../../../record/run-directory/records.ts";
import { fillRecords } from "../fill-records.ts";
import { failureOf, isSettled } from "../judge/verdict.ts";
import { type MatrixInputs, readMatrix, recordsByName } from "../matrix-inputs.ts";
import { placeMetaJudge } from "../placed-judge.ts";
import { makeTally } from "../tally.ts";

/** Arbitration of every pair of primary (A) and calibration (B) verdicts, as in the study. */
export const metaJudgeStage = {
  name: "meta-judge",
  ...GRAPH["meta-judge"],
  version: 1,
  settings: (config) => judgeSettings(config, "meta"),
  async run(context: ServedContext) {
    const { config, effects, runDirectory, signal } = context;
    const given = makeMetaJudge({ judges: config.judges, environment: effects.environment });
    const { judge, concurrency, files } = await placeMetaJudge(given, context);
    const matrix = await readMatrix(context);
    const samples = await readSamples(matrix, context);
    const tally = makeTally(
      context,
      samples.reduce((sum, { calibration }) => sum + calibration.size, 0),
    );
    await eachOf(samples, files, async ({ configuration, calibration }) => {
      const primary = await recordsByName("verdicts", configuration, context);
      const extractions = await recordsOf({ runDirectory, part: "extractions", configuration }).index();
      await fillRecords({
        context,
        part: "meta",
        configuration,
        keys: matrix.keysOf(configuration).filter((key) => calibration.has(executionName(key))),
        concurrency,
        keep: (ruling) => isSettled(ruling) && calibration.has(executionName(ruling)),
        make: async (key) => {
          const name = executionName(key);
          const extraction = (await extractions.read(key)) as Extraction;
          const judgeCase = { scenario: matrix.scenarioOf(key), extraction, ids: matrix.ids };
          const verdicts = { a: primary.get(name) as Verdict, b: calibration.get(name) as Verdict };
          return arbitrate(judge, { ...judgeCase, ...verdicts }, signal);
        },
        onRecord: (ruling) => tally.count(ruling, kindOf(ruling), failureOf(ruling)),
      });
    });
    return `${tally.summary(["agree", "disagree", "blocked", "cascaded_failure", "cascaded_blocked"])}; judge: ${judge.evaluator}`;
  },
} satisfies Stage;

interface Sample {
  configuration: Configuration;
  /** The calibration verdicts of the configuration, by execution name. */
  calibration: ReadonlyMap<string, Verdict>;
}

async function readSamples({ configurations }: MatrixInputs, context: StageContext): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (const configuration of configurations)
    samples.push({ configuration, calibration: await recordsByName("calibration", configuration, context) });
  return samples;
}

async function arbitrate(
  judge: MetaJudge,
  pair: JudgeCase & { a: Verdict; b: Verdict },
  signal: AbortSignal,
): Promise<MetaVerdict> {
  const { a, b } = pair;
  const key = keyOf(a);
  if (a.judgement && b.judgement)
    return { ...key, ...(await judge.arbitrate({ ...pair, a: a.judgement, b: b.judgement }, signal)) };
  const failed = [a, b].some((verdict) => verdict.type === "cascaded_failure");
  const reason = `the primary verdict is ${a.type}, the calibration verdict ${b.type}`;
  const type = failed ? "cascaded_failure" : "cascaded_blocked";
  return { ...key, ...withoutRuling({ type, evaluator: judge.evaluator, stand_in: judge.standIn, reason }) };
}

/** `agree`, `disagree`, or why there is no ruling. */
function kindOf({ type, judgments_agree }: MetaVerdict): string {
  if (judgments_agree === null) return type;
  return judgments_agree ? "agree" : "disagree";
}
