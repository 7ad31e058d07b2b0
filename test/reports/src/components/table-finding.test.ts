import { expect, it } from "vitest";
import { tableFinding } from "../../../../reports/src/components/table-finding.ts";

it("a cutoff costs no pass where none passes: no range of nothing is told", () => {
  const rows = [{ model: "broken", within_60: null, within_600: null }];
  expect(tableFinding("timing_passes", rows)?.text).toBe("No execution passes, so no cutoff could cost a pass.");
  const passing = [{ model: "explorer", within_60: 0.5, within_600: 1 }, ...rows];
  expect(tableFinding("timing_passes", passing)?.text).toBe(
    "A cutoff at 60 s would have kept from 50.0 % to 50.0 % of a model's passes.",
  );
});

it("of answers that nobody saw it is not told how many were requested again", () => {
  const rows = [{ model: "broken", retried: null, fallback: null, n: 0 }];
  expect(tableFinding("habits", rows)?.text).toMatch(/^No execution left a trace/);
  expect(tableFinding("habits", [{ model: "explorer", retried: 0.5, fallback: 0, n: 4 }])?.text).toMatch(/^50\.0\s%/);
});
