import { grouped } from "../../../base/grouped.ts";
import { makeRandom, pick, type Random, shuffle } from "../../../base/random.ts";
import { chance, pickWeighted } from "./draw.ts";
import type { BacklogPlan } from "./plan-backlog.ts";
import type { TestPlan } from "./plan-tests.ts";

const UNLINKED_SHARE = 0.18;
/** No item collects more tests than this: the study's largest scenario. */
const MAX_TESTS_PER_ITEM = 97;
const MAX_ITEMS_PER_TEST = 6;

/** The links of a corpus: test id -> backlog ids, exactly `count` pairs, every item that is not `untested` in at least one. */
export function planReferences(
  seed: number,
  { tests, backlog, count }: { tests: readonly TestPlan[]; backlog: readonly BacklogPlan[]; count: number },
): Map<string, BacklogPlan[]> {
  const random = makeRandom(seed, "references");
  const linked = shuffle(random, tests).slice(Math.round(tests.length * UNLINKED_SHARE));
  const tested = backlog.filter((item) => !item.untested);
  const plan = new Plan(new Candidates(tested));
  const free = new FreeTests(linked);
  for (const item of shuffle(random, tested)) plan.add(free.take(item), item);
  for (const test of linked) if (plan.of(test).length === 0) plan.draw(random, test);
  while (plan.size < count) plan.draw(random, pick(random, linked));
  return plan.links;
}

/** Tests that no item has yet, in the order given. */
class FreeTests {
  readonly #left: Set<TestPlan>;
  readonly #byProcedure: Map<string, TestPlan[]>;

  constructor(tests: readonly TestPlan[]) {
    this.#left = new Set(tests);
    this.#byProcedure = grouped(tests, (test) => test.subject.procedure.name);
  }

  /** One of the item's own subject while there is one. */
  take(item: BacklogPlan): TestPlan {
    const own = this.#byProcedure.get(item.subject.procedure.name)?.pop();
    const test = own && this.#left.has(own) ? own : (this.#left.values().next().value as TestPlan);
    this.#left.delete(test);
    return test;
  }
}

class Plan {
  readonly links = new Map<string, BacklogPlan[]>();
  readonly #perItem = new Map<BacklogPlan, number>();
  readonly #candidates: Candidates;
  size = 0;

  constructor(candidates: Candidates) {
    this.#candidates = candidates;
  }

  of(test: TestPlan): readonly BacklogPlan[] {
    return this.links.get(test.id) ?? [];
  }

  add(test: TestPlan, item: BacklogPlan): void {
    this.links.set(test.id, [...this.of(test), item]);
    this.#perItem.set(item, (this.#perItem.get(item) ?? 0) + 1);
    this.size++;
  }

  /** Adds one more item to a test, if one is left that may be added. */
  draw(random: Random, test: TestPlan): void {
    if (this.of(test).length >= MAX_ITEMS_PER_TEST) return;
    const free = this.#candidates
      .near(random, test)
      .filter((item) => !this.of(test).includes(item) && (this.#perItem.get(item) ?? 0) < MAX_TESTS_PER_ITEM);
    const item = pickWeighted(random, free, (candidate) => weightOf(candidate, test));
    if (item) this.add(test, item);
  }
}

/** Backlog items by how near they are to a test. */
class Candidates {
  readonly #all: readonly BacklogPlan[];
  readonly #byProcedure: Map<string, BacklogPlan[]>;
  readonly #byArea: Map<string, BacklogPlan[]>;

  constructor(items: readonly BacklogPlan[]) {
    this.#all = items;
    this.#byProcedure = grouped(items, (item) => item.subject.procedure.name);
    this.#byArea = grouped(items, (item) => item.subject.area.name);
  }

  /** Mostly items of the test's own subject, sometimes of its area, now and then any: people link by habit, too. */
  near(random: Random, test: TestPlan): readonly BacklogPlan[] {
    const own = this.#byProcedure.get(test.subject.procedure.name) ?? [];
    const draw = random();
    if (draw < 0.76 && own.length > 0) return own;
    return draw < 0.92 ? (this.#byArea.get(test.subject.area.name) ?? this.#all) : this.#all;
  }
}

function weightOf(item: BacklogPlan, test: TestPlan): number {
  const sameFailure = item.failure !== null && item.failure === test.failure;
  return (
    item.pull * (sameFailure ? 5 : 1) * (item.road === test.road ? 2 : 1) * (item.release === test.release ? 1.5 : 1)
  );
}

/** How the links of one test are recorded: rows for links.csv and raw texts for `meta.references`. */
export interface RecordedReferences {
  rows: readonly string[];
  raw: readonly string[];
}

/** Spreads a test's links over both places and writes the raw ones as people do. `others` are ids to quote inside brackets. */
export function recordReferences(
  random: Random,
  {
    items,
    others,
    tests,
  }: { items: readonly BacklogPlan[]; others: readonly BacklogPlan[]; tests: readonly TestPlan[] },
): RecordedReferences {
  const places = items.map((item) => ({ id: item.id, place: random() }));
  const rows = places.filter(({ place }) => place < 0.4).map(({ id }) => id);
  const raw = places.filter(({ place }) => place >= 0.3).map(({ id }) => writeReference(random, id, others));
  const first = places.find(({ place }) => place >= 0.3);
  if (first && chance(random, 0.03)) raw.push(writeReference(random, first.id, others));
  if (chance(random, 0.015)) raw.push(retiredId(random));
  if (chance(random, 0.007)) raw.push(pick(random, tests).id);
  return { rows, raw };
}

const VERBATIM_SHARE = 0.4;

/** One raw reference: the id alone, or with a qualifier or a bracketed note. The id always comes first. */
function writeReference(random: Random, id: string, others: readonly BacklogPlan[]): string {
  if (chance(random, VERBATIM_SHARE)) return id;
  const number = 1 + Math.floor(random() * 9);
  const forms = [
    `${id} (v${number})`,
    `${id} [waived until R18]`,
    `${id}:AC${number}`,
    `${id}#${number}`,
    `${id}-rev ${"ABC"[number % 3]}`,
    `${id} (partly)`,
    `${id} [see note ${number}]`,
    `${id} [replaces ${pick(random, others).id}]`,
    ` ${id};`,
    id.toLowerCase(),
    `${id} (v${number}) [agreed]`,
  ];
  return pick(random, forms);
}

/** An id of the right shape that no item has: its number starts with 0, which no real one does. */
function retiredId(random: Random): string {
  const prefix = pick(random, ["FEA-0", "REQ-00", "DEF-00", "CRQ-0"]);
  return `${prefix}${100 + Math.floor(random() * 900)}`;
}
