import { expect, it } from "vitest";
import { carryIds } from "../../../../harness/results/failures/carry-ids.ts";
import type { Failure } from "../../../../harness/results/failures/failure.ts";
import { mapFailures } from "../../../../harness/results/failures/failure-map.ts";
import {
  type FailureLedger,
  idAfterMerges,
  ledgerSchema,
  withChange,
} from "../../../../harness/results/failures/ledger.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { type Cause, FIVE, plantFailures } from "./planted.ts";

const EMPTY = ledgerSchema.parse({});

/** The id of the cluster that most failures of each cause are in. */
function look(causes: readonly Cause[], { run, ledger }: { run: number; ledger: FailureLedger }) {
  const planted = plantFailures(causes, 100 + run);
  const { map, ledger: next } = mapFailures(planted, { run: `2026-11-${10 + run}`, ledger });
  const idOf = (cause: string) =>
    map.clusters!.find(
      ({ members }) => members.filter((name) => planted.causeOf.get(name) === cause).length > members.length / 2,
    )?.id ?? null;
  return { ids: Object.fromEntries(causes.map(({ name }) => [name, idOf(name)])), map, ledger: next };
}

const COMING: Cause = { name: "coming", count: 20, always: { "answer.empty": 1, "ending.length": 1 } };

it("ten runs, a cause that comes in the fourth and one that is gone from the sixth to the eighth: ids, names and notes stay", () => {
  let ledger = EMPTY;
  const first = look(FIVE, { run: 0, ledger });
  ledger = first.ledger;
  for (const [cause, id] of nonEmpty(Object.entries(first.ids)))
    ledger = withChange(ledger, id!, (cluster) => ({ ...cluster, name: `cause ${cause}`, notes: [`about ${cause}`] }));
  const seen: string[] = [];
  for (let run = 1; run < 10; run++) {
    const gone = run >= 6 && run <= 8;
    const causes = [...FIVE.filter(({ name }) => !(gone && name === "abstention")), ...(run >= 4 ? [COMING] : [])];
    const { ids, map, ledger: next } = look(causes, { run, ledger });
    for (const { name } of nonEmpty(causes.filter(({ name: cause }) => cause !== "coming"))) {
      expect([run, name, ids[name]]).toEqual([run, name, first.ids[name]]);
      const cluster = map.clusters!.find(({ id }) => id === ids[name])!;
      expect(cluster).toMatchObject({ name: `cause ${name}`, notes: [`about ${name}`], named_by: "a person" });
    }
    if (run >= 4) seen.push(ids.coming!);
    ledger = next;
  }
  expect(new Set(seen).size).toBe(1);
  expect(Object.values(first.ids)).not.toContain(seen[0]);
  const later = ledger.events.filter(({ run }) => run !== "2026-11-10");
  expect(later.filter(({ id }) => id === seen[0])).toEqual([{ run: "2026-11-14", type: "new", id: seen[0], of: null }]);
});

it("a run that is looked at again gives the same ids, and moves nothing", () => {
  const first = look(FIVE, { run: 1, ledger: EMPTY });
  const again = look(FIVE, { run: 1, ledger: first.ledger });
  expect(again.ids).toEqual(first.ids);
  expect(again.ledger.clusters).toEqual(first.ledger.clusters);
});

it("a run that is looked at again has no split, though half of a loose group resembles another group more than its own mean", () => {
  const bare = plantFailures(FIVE, 1).failures[0]!;
  const made = (prefix: string, features: Record<string, number>) =>
    Array.from({ length: 4 }, (_, at): Failure => ({ ...bare, name: `${prefix}${at}`, features }));
  const loose = [...made("a", { "ids.never_retrieved": 1 }), ...made("b", { "ids.not_reported": 1 })];
  const near = made("c", { "ids.never_retrieved": 1, "tools.kb_search": 1 });
  const found = { run: "2026-11-11", groups: [loose, near], apart: [] };
  const first = carryIds(EMPTY, found);
  const again = carryIds(first.ledger, found);
  expect(again).toEqual(first);
  expect(carryIds(first.ledger, { ...found, run: "2026-11-12" }).events).not.toEqual([]);
});

const LOST = { "ids.never_retrieved": 1, "step.never_retrieved": 1 };
const HALVES: readonly Cause[] = [
  { name: "one half", count: 30, always: { ...LOST, "contract.fallback": 1, "answer.too_many": 1 } },
  { name: "other half", count: 14, always: { ...LOST, "abstention.false": 1 } },
];
const WHOLE: Cause = { name: "whole", count: 40, always: LOST };

it("a cluster that falls into two is a split: the larger part keeps id and note", () => {
  const before = look([WHOLE, FIVE[1]!], { run: 1, ledger: EMPTY });
  const after = look([...HALVES, FIVE[1]!], { run: 2, ledger: before.ledger });
  expect(after.ids["one half"]).toBe(before.ids.whole);
  expect(after.map.events).toEqual([
    { run: "2026-11-12", type: "split", id: after.ids["other half"], of: before.ids.whole },
  ]);
});

it("two clusters that are found as one are a merge", () => {
  const before = look([...HALVES, FIVE[1]!], { run: 1, ledger: EMPTY });
  const between: Cause = {
    name: "both",
    count: 30,
    always: LOST,
    often: { "contract.fallback": 0.5, "answer.too_many": 0.5, "abstention.false": 0.5 },
  };
  const after = look([between, FIVE[1]!], { run: 2, ledger: before.ledger });
  expect(after.map.events).toContainEqual(
    expect.objectContaining({ type: "merge", of: before.ids["one half"], id: before.ids["other half"] }),
  );
});

it("clusters that a person merged stay merged in the next run, under the name of the one", () => {
  const first = look(FIVE, { run: 1, ledger: EMPTY });
  const ledger = withChange(first.ledger, first.ids.sql!, (cluster) => ({
    ...cluster,
    merged_into: first.ids.reporting!,
  }));
  const { map } = look(FIVE, { run: 2, ledger });
  const merged = map.clusters!.find(({ id }) => id === first.ids.reporting)!;
  expect(merged.merged).toEqual([first.ids.sql]);
  expect(merged.members).toHaveLength(45);
  expect(map.clusters!.map(({ id }) => id)).not.toContain(first.ids.sql);
});

it("merges in a circle lead nowhere", () => {
  const { ledger } = look(FIVE, { run: 1, ledger: EMPTY });
  const one = withChange(ledger, "F1", (cluster) => ({ ...cluster, merged_into: "F2" }));
  expect(idAfterMerges(one, "F1")).toBe("F2");
  expect(
    idAfterMerges(
      withChange(one, "F2", (cluster) => ({ ...cluster, merged_into: "F1" })),
      "F1",
    ),
  ).toBeNull();
  expect(() => withChange(ledger, "F99", (cluster) => cluster)).toThrow("no group of failures F99");
});
