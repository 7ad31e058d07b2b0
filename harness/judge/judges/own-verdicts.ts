import { hasOwnAnswer } from "../../record/domain/guarded.ts";
import { keyOf } from "../../record/domain/names.ts";
import type { Extraction, MetaVerdict, Verdict } from "../../record/domain/records.ts";
import { withoutRuling } from "./without-ruling.ts";

export interface Verdicts {
  primary: Verdict | null;
  calibration: Verdict | null;
  meta: MetaVerdict | null;
}

const UNSAID = { type: "cascaded_failure", reason: "own_answer_not_kept" } as const;

/** An earlier version's judges read the answer guard's text: what they gave is about no answer of the system's. */
export function ownVerdicts({ primary, calibration, meta }: Verdicts, extraction: Extraction | null): Verdicts {
  if (extraction === null || hasOwnAnswer(extraction)) return { primary, calibration, meta };
  const unjudged = (verdict: Verdict | null) => verdict?.judgement && { ...verdict, ...UNSAID, judgement: null };
  return {
    primary: unjudged(primary) ?? primary,
    calibration: unjudged(calibration) ?? calibration,
    meta: meta?.type === "judged" ? { ...keyOf(meta), ...withoutRuling({ ...headOf(meta), ...UNSAID }) } : meta,
  };
}

function headOf({ evaluator, stand_in, attempts, usage }: MetaVerdict) {
  return { evaluator, stand_in, ...(attempts && { attempts }), ...(usage && { usage }) };
}
