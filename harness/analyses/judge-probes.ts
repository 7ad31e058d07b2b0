import type { Config } from "../config/schema.ts";
import type { JudgeProbes } from "../domain/judge-summary.ts";
import type { ProbeReading } from "../domain/records.ts";
import type { JudgeCase } from "../judges/judge.ts";
import { analyseProbes } from "../probes/analyse.ts";
import { askQuestion } from "../probes/ask-question.ts";
import { makeInstrument } from "../probes/instrument.ts";
import { loadProbeCases } from "../probes/load-cases.ts";
import { makeQuestions } from "../probes/questions.ts";
import { PROBE_SAMPLE } from "../probes/sample.ts";
import { PROBED_ROLES, type ProbedRole, readingsOf } from "../probes/store.ts";

interface ProbedRun {
  runDirectory: string;
  config: Config;
  signal: AbortSignal;
}

/** `metrics/judge_probes.json`: judges that `scopebench probe` has asked, and rubrics, which cost nothing to ask here. */
export async function analyseRunProbes(run: ProbedRun): Promise<JudgeProbes[]> {
  const found: JudgeProbes[] = [];
  let cases: Promise<JudgeCase[]> | undefined;
  for (const role of PROBED_ROLES) {
    const readings = await readingsOf(run.runDirectory, role).read();
    if (readings.length === 0 && run.config.judges[role].type === "rubric") {
      cases ??= loadProbeCases(run.runDirectory, { config: run.config, size: PROBE_SAMPLE });
      readings.push(...(await askRubric(await cases, { ...run, role })));
    }
    const [first] = readings;
    if (!first) continue;
    const { evaluator, stand_in } = first;
    found.push({ judge: role, evaluator, stand_in, readings: readings.length, probes: analyseProbes(readings) });
  }
  return found;
}

async function askRubric(
  cases: readonly JudgeCase[],
  { config, signal, role }: ProbedRun & { role: ProbedRole },
): Promise<ProbeReading[]> {
  const instrument = makeInstrument(role, { judges: config.judges, environment: {} });
  const readings: ProbeReading[] = [];
  for (const question of makeQuestions(cases, { ...instrument, seed: config.seed })) {
    if (signal.aborted) break;
    readings.push(await askQuestion(question, { ...instrument, signal }));
  }
  return readings;
}
