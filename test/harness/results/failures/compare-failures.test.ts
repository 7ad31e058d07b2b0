import { expect, it } from "vitest";
import { compareFailures } from "../../../../harness/results/failures/compare-failures.ts";
import { ledgerSchema } from "../../../../harness/results/failures/ledger.ts";
import { sayFailureChange } from "../../../../harness/results/failures/say-change.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { twoRuns } from "./null-runs.ts";

const EMPTY = ledgerSchema.parse({});

function compared(options: Parameters<typeof twoRuns>[0], withSecond = false) {
  const [first, changed] = twoRuns(options);
  const [, again] = twoRuns({ ...options, seed: options.seed + 1000 });
  const second = withSecond ? { run: "c", found: again } : undefined;
  return compareFailures(
    { baseline: { run: "a", found: first }, candidate: { run: "b", found: changed }, second },
    EMPTY,
  );
}

it.each([3, 20])("two runs that differ by chance: with %i causes a change is called in at most 4 of 30", (causes) => {
  const called = nonEmpty([...Array(30).keys()]).filter((seed) =>
    compared({ seed, causes }).groups!.some(({ changed }) => changed),
  );
  expect(called.length).toBeLessThanOrEqual(4);
});

it("a cause that grew by 15 points is called, by its name, and confirmed on a second run", () => {
  const result = compared({ seed: 3, causes: 5, effect: 0.15 }, true);
  const [most, ...others] = result.groups!;
  expect(most).toMatchObject({ name: "never retrieved", changed: true, confirmed: true });
  expect(most!.difference).toBeGreaterThan(0.08);
  expect(most!.low).toBeGreaterThan(0);
  expect(others.filter(({ changed }) => changed)).toEqual([]);
  expect(sayFailureChange(result)).toMatch(
    /^\d+ new failures, \d+ gone; \d+ of \d+ new ones are "never retrieved" \(F\d+\)\. Changed \(Holm over \d+ groups\): F\d+ "never retrieved" \+[\d.]+ points \(p .*, confirmed on the second run\)\.$/,
  );
});

it("what the second run does not show is not confirmed", () => {
  const [first, changed] = twoRuns({ seed: 3, causes: 5, effect: 0.15 });
  const result = compareFailures(
    {
      baseline: { run: "a", found: first },
      candidate: { run: "b", found: changed },
      second: { run: "c", found: first },
    },
    EMPTY,
  );
  expect(result.groups!.filter(({ confirmed }) => confirmed !== null)).toMatchObject([{ confirmed: false }]);
  expect(sayFailureChange(result)).toContain("not confirmed on the second run");
});

it("a run against itself: nothing new, nothing gone, nothing changed", () => {
  const [found] = twoRuns({ seed: 1, causes: 5 });
  const result = compareFailures({ baseline: { run: "a", found }, candidate: { run: "a", found } }, EMPTY);
  expect(result).toMatchObject({ new_failures: 0, gone_failures: 0 });
  for (const { p, difference } of nonEmpty(result.groups!)) expect([p, difference]).toEqual([1, 0]);
  expect(sayFailureChange(result)).toMatch(
    /^0 new failures, 0 gone\. No group's share of executions changed beyond chance/,
  );
});

it("a group that one side alone has is said to be new, or gone", () => {
  const [first, other] = twoRuns({ seed: 2, causes: 4 });
  const without = { ...first, failures: first.failures.filter(({ features }) => !("ids.not_reported" in features)) };
  const forth = compareFailures(
    { baseline: { run: "a", found: without }, candidate: { run: "b", found: other } },
    EMPTY,
  );
  const back = compareFailures(
    { baseline: { run: "b", found: other }, candidate: { run: "a", found: without } },
    EMPTY,
  );
  expect(forth.groups!.filter(({ only }) => only)).toMatchObject([{ name: "seen, not reported", only: "candidate" }]);
  expect(back.groups!.filter(({ only }) => only)).toMatchObject([{ name: "seen, not reported", only: "baseline" }]);
});
