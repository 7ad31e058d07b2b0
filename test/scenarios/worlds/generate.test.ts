import { describe, expect, it } from "vitest";
import { makeRights } from "../../../db/sources/in-process/rights.ts";
import { generateWorld } from "../../../scenarios/worlds/generate.ts";
import type { TestCase } from "../../../scenarios/worlds/test-cases.ts";
import { QUESTION_KINDS, type World } from "../../../scenarios/worlds/world.ts";
import { nonEmpty } from "../../non-empty.ts";
import { disagreements } from "./read-truth.ts";

const TESTS: TestCase[] = ["t300", "t310", "nRetry", "qMax", "hold"].map((parameter, at) => ({
  ...{ id: `TC-1000${at}`, title: `Timer ${parameter}`, parameter, value: String(40 + at) },
  text: `Procedure:\n1. Set ${parameter} to ${40 + at}.\n2. Wait.`,
}));

function worldOf(seed: number): World {
  return generateWorld({ seed, tests: TESTS });
}

function problemsOf(world: World): string[] {
  return disagreements(world, makeRights(world.content));
}

/** The world with one item changed. */
function withItem(world: World, id: string, change: (item: World["content"]["items"][number]) => object): World {
  const items = world.content.items.map((item) => (item.id === id ? { ...item, ...change(item) } : item));
  return { ...world, content: { ...world.content, items } };
}

describe("a world", () => {
  it("has the same truths by construction and read as an administrator, over 40 seeds", () => {
    for (const seed of nonEmpty(Array.from({ length: 40 }, (_, at) => at)))
      expect(problemsOf(worldOf(seed))).toEqual([]);
  });

  it("is the same for the same seed, and another for another", () => {
    expect(worldOf(3)).toEqual(worldOf(3));
    expect(worldOf(3).content.items).not.toEqual(worldOf(4).content.items);
  });

  it("asks questions of every kind, and each hidden fact of two members", () => {
    const { questions } = worldOf(5);
    expect(new Set(questions.map(({ kind }) => kind))).toEqual(new Set(QUESTION_KINDS));
    const hidden = questions.filter(({ kind }) => kind === "not_for_you");
    for (const question of nonEmpty(hidden)) {
      const twin = questions.find(({ id }) => id === question.twin)!;
      expect(twin).toMatchObject({ text: question.text, twin: question.id, holders: question.hidden });
    }
  });

  it("hides facts in every way over a few seeds: by the item, an ancestor and the place", () => {
    const ways = [0, 1, 2].flatMap((seed) => {
      const { content, questions } = worldOf(seed);
      return questions.flatMap(({ hidden }) => hidden).map((id) => content.items.find((item) => item.id === id)!);
    });
    expect(ways.some(({ restriction }) => restriction !== null)).toBe(true);
    expect(ways.some(({ place, parent, restriction }) => place === "ENG" && parent !== null && !restriction)).toBe(
      true,
    );
    expect(new Set(ways.map(({ place }) => place))).toEqual(new Set(["ENG", "deals", "dm-1", "SEC", "PEOPLE"]));
  });
});

describe("reading a world again", () => {
  const world = worldOf(7);
  const questionOf = (kind: string) => world.questions.find((question) => question.kind === kind)!;

  it("finds a fact that was deleted, or that stands twice", () => {
    const [holder] = questionOf("one_source").holders;
    expect(problemsOf(withItem(world, holder!, () => ({ text: "Nothing." })))).not.toEqual([]);
    const { about, says } = questionOf("injected").clues[0]!;
    const other = questionOf("superseded").holders[0]!;
    expect(problemsOf(withItem(world, other, ({ text }) => ({ text: `${text} ${about}: ${says}` })))).not.toEqual([]);
  });

  it("finds rights that changed after they were decided", () => {
    const [holder] = questionOf("which_source").holders;
    const restriction = { people: [], groups: [] };
    expect(problemsOf(withItem(world, holder!, () => ({ restriction })))).not.toEqual([]);
  });

  it("finds what nothing was to say", () => {
    const { unsaid } = questionOf("nothing_there");
    const other = questionOf("injected").holders[0]!;
    const said = `${unsaid!.system} is owned by Ada. Logs of ${unsaid!.system} are kept for 3 days. The maintenance window of ${unsaid!.system} is now. ${unsaid!.system} takes at most 1. ${unsaid!.system} runs in Graz. ${unsaid!.system} is supplied by X. The budget of ${unsaid!.system} is 1. The next release of ${unsaid!.system} is on 1.`;
    expect(problemsOf(withItem(world, other, () => ({ text: said }))).join()).toContain("says what nothing says");
  });

  it("finds a date and an author that make another answer right", () => {
    const [newest] = questionOf("newest_wins").holders;
    expect(problemsOf(withItem(world, newest!, () => ({ created: "2020-01-01T00:00:00.000Z" })))).not.toEqual([]);
    const [said] = questionOf("who_said").holders;
    const author = world.content.members.find(({ name }) => name !== questionOf("who_said").answer)!.id;
    expect(problemsOf(withItem(world, said!, () => ({ author })))).not.toEqual([]);
  });
});
