import { eachOf } from "../../../../base/each-of.ts";
import type { ServedContext, Stage } from "../../../dag/stage.ts";
import { judgeFingerprint, judgeSettings } from "../../../judge/kinds/fingerprint.ts";
import { makeJudge } from "../../../judge/make-judge.ts";
import { readMerged } from "../../../judge/offline/store.ts";
import type { Extraction } from "../../../record/domain/records.ts";
import { GRAPH } from "../../../record/run-directory/graph.ts";
import { updateManifest } from "../../../record/run-directory/manifest.ts";
import { recordsOf } from "../../../record/run-directory/records.ts";
import { fillRecords } from "../fill-records.ts";
import { readMatrix } from "../matrix-inputs.ts";
import { placeJudge } from "../placed-judge.ts";
import { makeTally } from "../tally.ts";
import { failureOf, isSettled, kindOf, verdictOn } from "./verdict.ts";

/** The primary judge's verdict on every execution. What was blocked is judged again on resume. */
export const judgeStage = {
  name: "judge",
  ...GRAPH.judge,
  version: 1,
  settings: (config) => judgeSettings(config, "primary"),
  async run(context: ServedContext) {
    const { config, effects, runDirectory, signal } = context;
    const fingerprints = judgeFingerprint(config);
    await updateManifest(runDirectory, () => ({ judge_fingerprints: fingerprints }));
    const merged = await readMerged(runDirectory, "primary");
    const given = makeJudge("primary", { judges: config.judges, environment: effects.environment, merged });
    const { judge, concurrency, files } = await placeJudge(given, "judge", context);
    const matrix = await readMatrix(context);
    const tally = makeTally(context, matrix.total);
    await eachOf(matrix.configurations, files, async (configuration) => {
      const extractions = await recordsOf({ runDirectory, part: "extractions", configuration }).index();
      const keys = matrix.keysOf(configuration);
      const present = keys.filter((key) => extractions.has(key));
      tally.expectLess(keys.length - present.length);
      await fillRecords({
        context,
        part: "verdicts",
        configuration,
        keys: present,
        concurrency,
        keep: isSettled,
        make: async (key) => {
          const extraction = (await extractions.read(key)) as Extraction;
          return verdictOn(judge, { scenario: matrix.scenarioOf(key), extraction, ids: matrix.ids }, signal);
        },
        onRecord: (verdict) => tally.count(verdict, kindOf(verdict), failureOf(verdict)),
      });
    });
    return `${tally.summary(["pass", "fail", "blocked", "cascaded_failure", "no_truth"])}; judge: ${judge.evaluator}`;
  },
} satisfies Stage;
