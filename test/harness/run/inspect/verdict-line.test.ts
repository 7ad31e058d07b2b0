import { expect, it } from "vitest";
import { idReader } from "../../../../base/ids/id-reader.ts";
import { coloursOf } from "../../../../harness/print/colours.ts";
import { configSchema } from "../../../../harness/record/config/schema.ts";
import type { Extraction, Judging, Verdict } from "../../../../harness/record/domain/records.ts";
import { functionalLine, verdictLine } from "../../../../harness/run/inspect/show-execution.ts";
import type { Scenario } from "../../../../scenarios/set/schema.ts";

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

it("an answer that is silent on the part without support fails, and what the part is called does nothing to the terminal", () => {
  const scenario = {
    answerable: true,
    expected_ids: ["TC-1"],
    expected_entities: [],
    unsupported: ["\u001b[2Jplan\nB"],
  };
  const said = (final_text: string) =>
    functionalLine(
      {
        scenario: scenario as unknown as Scenario,
        extraction: {
          outcome: "success",
          final_text,
          documents: [],
          ranked_ids: ["TC-1"],
          abstained: false,
        } as unknown as Extraction,
        ids: idReader(["TC-1"]),
        config: configSchema.parse({}),
      },
      around,
    );
  expect(said("Run TC-1.")).toMatch(/^functional {2}fail {2}does not say that nothing supports: /);
  for (const sign of ["\u001b", "\n"]) expect(said("Run TC-1.")).not.toContain(sign);
});
