import type { JudgeCase } from "../../../judge/judges/judge.ts";
import { askQuestion } from "../../../judge/probes/ask-question.ts";
import { makeInstrument } from "../../../judge/probes/instrument.ts";
import { loadProbeCases } from "../../../judge/probes/load-cases.ts";
import { makeQuestions } from "../../../judge/probes/questions.ts";
import { PROBED_ROLES, type ProbedRole } from "../../../judge/probes/roles.ts";
import { PROBE_SAMPLE } from "../../../judge/probes/sample.ts";
import { readingsOf } from "../../../judge/probes/store.ts";
import { judgeFacts } from "../../../record/config/judges.ts";
import type { Config } from "../../../record/config/schema.ts";
import type { ProbeReading } from "../../../record/domain/records.ts";
import type { Scored } from "../../../results/analyses/scored.ts";

interface ProbedRun {
  runDirectory: string;
  config: Config;
  signal: AbortSignal;
}

/** What judges said that `scopebench judge probe` has asked, and stand-ins, which cost nothing to ask here. */
export async function readProbed(run: ProbedRun): Promise<Scored["probed"]> {
  const found: Scored["probed"][number][] = [];
  let loaded: ReturnType<typeof loadProbeCases> | undefined;
  for (const role of PROBED_ROLES) {
    const readings = await readingsOf(run.runDirectory, role).read();
    if (readings.length === 0 && judgeFacts(run.config.judges[role]).standIn) {
      loaded ??= loadProbeCases(run.runDirectory, { config: run.config, size: PROBE_SAMPLE });
      readings.push(...(await askRubric(await loaded, { ...run, role })));
    }
    if (readings.length > 0) found.push({ judge: role, readings });
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
