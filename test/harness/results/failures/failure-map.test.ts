import { expect, it } from "vitest";
import { holds } from "../../../../harness/results/failures/failure.ts";
import { mapFailures } from "../../../../harness/results/failures/failure-map.ts";
import { ledgerSchema } from "../../../../harness/results/failures/ledger.ts";
import { wordsOf } from "../../../../harness/results/failures/words.ts";
import { nonEmpty } from "../../../non-empty.ts";
import { FIVE, type Planted, plantFailures } from "./planted.ts";

const EMPTY = ledgerSchema.parse({});
const SEEDS = nonEmpty([...Array(20).keys()]);

function mapOf(planted: Planted) {
  return mapFailures(planted, { run: "r1", ledger: EMPTY }).map;
}

/** The cause of most members, and how many of them have it. */
function majority(members: readonly string[], { causeOf }: Planted): [string, number] {
  const counts = new Map<string, number>();
  for (const name of members) counts.set(causeOf.get(name)!, (counts.get(causeOf.get(name)!) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1])[0]!;
}

it("five planted causes, two rare: every one has a cluster of its own, and clusters are pure, over 20 runs", () => {
  let [pure, all, found] = [0, 0, 0];
  for (const seed of SEEDS) {
    const planted = plantFailures(FIVE, seed);
    const { clusters } = mapOf(planted);
    const causes = new Set<string>();
    for (const { members } of nonEmpty(clusters!)) {
      const [cause, count] = majority(members, planted);
      pure += count;
      all += members.length;
      causes.add(cause);
    }
    found += causes.size;
  }
  expect(pure / all).toBeGreaterThan(0.98);
  expect(found).toBe(5 * SEEDS.length);
});

it("every sentence is true of its members at the share that it states, and of the others", () => {
  let told = 0;
  for (const seed of SEEDS) {
    const planted = plantFailures(FIVE, seed);
    for (const { members, separations, sentence } of nonEmpty(mapOf(planted).clusters!)) {
      const inside = new Set(members);
      for (const { feature, count, of, elsewhere } of nonEmpty(separations)) {
        const having = planted.failures.filter((failure) => holds(failure, feature));
        const own = having.filter(({ name }) => inside.has(name));
        expect([own.length, having.length - own.length]).toEqual([count, elsewhere!.count]);
        expect([of, of + elsewhere!.of]).toEqual([members.length, planted.failures.length]);
        expect(sentence.toLowerCase()).toContain(`${wordsOf(feature)!.clause.toLowerCase()} in ${count} of ${of}`);
        told++;
      }
    }
  }
  expect(told).toBeGreaterThan(100);
});

it("what nobody could observe of an execution counts neither for nor against", () => {
  const planted = plantFailures(FIVE, 1);
  const failures = planted.failures.map((failure, at) =>
    at % 2 === 0 ? failure : { ...failure, unknown: ["abstention" as const] },
  );
  const { clusters } = mapFailures({ ...planted, failures }, { run: "r1", ledger: EMPTY }).map;
  const told = clusters!
    .flatMap(({ separations }) => separations)
    .find(({ feature }) => feature === "abstention.missed")!;
  expect(told.of).toBeLessThan(45);
  expect(told.of + told.elsewhere!.of).toBe(failures.filter(({ unknown }) => unknown.length === 0).length);
});

it("11 failures are a list, 12 are grouped", () => {
  const planted = plantFailures([{ name: "one", count: 12, always: { "abstention.missed": 1 } }], 1);
  const eleven = mapFailures({ ...planted, failures: planted.failures.slice(1) }, { run: "r1", ledger: EMPTY });
  expect(eleven.map).toMatchObject({ clusters: null, failed: 11 });
  expect(eleven.map.apart).toHaveLength(11);
  expect(eleven.ledger).toEqual(EMPTY);
  const [only] = nonEmpty(mapOf(planted).clusters!);
  expect(only).toMatchObject({ share: { share: 1 }, borderline: [] });
  expect(only!.sentence).toBe("It answers where there is nothing to find in 12 of 12.");
});

it("the order of failures changes nothing but the order of names", () => {
  const planted = plantFailures(FIVE, 3);
  const turned = { ...planted, failures: planted.failures.toReversed() };
  const shape = (map: ReturnType<typeof mapOf>) =>
    map.clusters!.map(({ members, sentence, typical, borderline, ...rest }) => ({
      ...{ members: members.toSorted(), sentence, typical, borderline },
      ...{ name: rest.name, configurations: rest.configurations },
    }));
  expect(shape(mapOf(turned as Planted))).toEqual(shape(mapOf(planted)));
});

it("what separates a cluster points to what a person could change", () => {
  const map = mapOf(plantFailures(FIVE, 2));
  const fixes = map.clusters!.map(({ name, fixes: [first] }) => [name, first?.at]);
  expect(Object.fromEntries(fixes)).toMatchObject({
    "never retrieved": "tool",
    "answers what has no answer": "prompt rule",
    "the turn's time was up": "limit",
  });
});
