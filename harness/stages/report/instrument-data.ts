import type {
  HumanRatings,
  JudgeCorrection,
  JudgeFaultReport,
  JudgeProbes,
  MetaJudgeRecord,
} from "../../domain/judge-summary.ts";
import { readMetrics } from "../../run-directory/summary.ts";

/** How the judges err: the files of `metrics/` about the instrument itself. */
export interface InstrumentData {
  faults: JudgeFaultReport;
  probes: JudgeProbes[];
  correction: JudgeCorrection;
  metaRecord: MetaJudgeRecord;
  /** Null where nobody has rated. */
  human: HumanRatings | null;
}

export async function readInstrumentData(runDirectory: string): Promise<InstrumentData> {
  const read = <T>(name: string) => readMetrics<T>(runDirectory, name);
  return {
    faults: await read("judge_faults.json"),
    probes: await read("judge_probes.json"),
    correction: await read("judge_correction.json"),
    metaRecord: await read("meta_judge.json"),
    human: await read("human.json"),
  };
}
