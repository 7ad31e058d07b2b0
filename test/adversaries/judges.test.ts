import { describe, expect, it } from "vitest";
import { variedCases } from "../harness/judge/judges/varied.ts";
import { nonEmpty } from "../non-empty.ts";
import { JUDGE_ADVERSARIES, runJudges } from "./judges.ts";

/** Those that give forms which can be used; no other's can. */
const USABLE = ["always_passes", "passes_unread", "fails_unread", "never_decides"];

describe("judges that cheat, fail or break the protocol, over a real connection", () => {
  it("become no number where what they give is not the form, and say which fault it was", async () => {
    const names = Object.keys(JUDGE_ADVERSARIES).filter((name) => !USABLE.includes(name));
    for (const { judge, verdicts } of nonEmpty(await runJudges(names, { cases: variedCases(6), probed: false }))) {
      expect([judge, verdicts.filter(({ judgement }) => judgement !== null)]).toEqual([judge, []]);
      expect(verdicts[0]?.reason).toMatch(/schema|invalid_json|empty|refusal|cut_off/);
    }
  });

  it("pass no answer that lacks an expected id, whatever they claim, and are found by the probes", async () => {
    const [claims, passes, fails, same] = await runJudges(USABLE, { cases: variedCases(20), probed: true });
    for (const { judge, verdicts } of nonEmpty([claims!, passes!, fails!, same!])) {
      const passed = verdicts.flatMap(({ judgement }) => (judgement?.status === "pass" ? [judgement] : []));
      expect([judge, passed.flatMap(({ ground_truth: { expected_ids_missing: missing } }) => missing)]).toEqual([
        judge,
        [],
      ]);
    }
    // Its claims are blocked on wrong answers alone: what is left looks like a judge whose answers are all right.
    expect(claims!.verdicts.some(({ type }) => type === "blocked")).toBe(true);
    expect(passes!.findings).toEqual(["leniency", "indifferent", "position"]);
    expect(fails!.findings).toEqual(["harshness", "indifferent", "position"]);
    expect(same!.findings).toEqual(["indifferent", "position"]);
  });
});
