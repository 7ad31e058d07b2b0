import { expect, it } from "vitest";
import { coloursOf } from "../../../../harness/print/colours.ts";
import type { Judging, Verdict } from "../../../../harness/record/domain/records.ts";
import { verdictLine } from "../../../../harness/run/inspect/show-execution.ts";

const around = { width: Number.POSITIVE_INFINITY, colours: coloursOf({ environment: {} }) };
const judgement = { status: "pass", overall_score: 0.8, summary: "Fits." } as Verdict["judgement"];
const judging = (status: "pass" | "fail", overall_score: number) => ({ status, overall_score }) as Judging;
const line = (judgings?: Judging[]) =>
  verdictLine(
    "judge",
    { judgement, type: "judged", stand_in: false, ...(judgings && { judgings }) } as Verdict,
    around,
  );

it("an answer that was judged several times is shown with how many judgings passed, and how far they lie apart", () => {
  expect(line([judging("pass", 0.9), judging("fail", 0.35), judging("pass", 0.8)])).toBe(
    "judge  pass  0.80 Fits. (of 3 judgings 2 passed, 0.35 to 0.90)",
  );
  expect(line([judging("pass", 0.8), judging("pass", 0.8), judging("pass", 0.8)])).toContain("3 passed, each 0.80)");
  expect(line()).toBe("judge  pass  0.80 Fits.");
});
