import { pick, randomInteger } from "../../../base/random.ts";
import type { WorldDraft } from "../draft.ts";
import type { TestCase } from "../test-cases.ts";
import type { WorldQuestion } from "../world.ts";
import { anybody, asked, clueOf, newFact, openPlace, type Planter, plantFact } from "./plant.ts";

/** A fact in two halves, each in a source of its own: by turns over a test case of the default corpus, and over the name of another system. */
export function askJoined(tests: readonly TestCase[]): Planter {
  return (draft, { at, turn }) => (turn % 2 === 0 ? [askOverTest(draft, at, tests)] : [askOverSystem(draft, at)]);
}

function askOverTest(draft: WorldDraft, at: number, tests: readonly TestCase[]): WorldQuestion {
  const [test, ...others] = drawTests(draft, tests);
  const system = draft.newSystem();
  const gate = `The release of ${system} is gated by test case ${test!.id}.`;
  const page = draft.write({ place: "ENG", title: `Release of ${system}`, says: gate });
  for (const { id, title, text } of [test!, ...others])
    draft.write({ ...{ place: "REG", id, title }, says: text, bare: true });
  return {
    ...{ id: `two_joined-${at + 1}`, kind: "two_joined", askedBy: anybody(draft) },
    text: `To what value does the test case that gates the release of ${system} set ${test!.parameter}?`,
    answer: test!.value,
    clues: [
      { about: system, says: test!.id },
      { about: test!.parameter, says: `Set ${test!.parameter} to ${test!.value}.` },
    ],
    ...{ holders: [page.id, test!.id], outdated: [], hidden: [] },
  };
}

/** The test case that the question is about, and others that say something else of other parameters. Each stands once in a world. */
function drawTests(draft: WorldDraft, tests: readonly TestCase[]): TestCase[] {
  const from = randomInteger(draft.random, tests.length);
  const free = [...tests.slice(from), ...tests.slice(0, from)].filter(({ id }) => draft.audienceOf(id).length === 0);
  const [test] = free;
  return [test!, ...free.filter(({ parameter }) => parameter !== test!.parameter).slice(0, OTHER_TESTS)];
}
const OTHER_TESTS = 2;

function askOverSystem(draft: WorldDraft, at: number): WorldQuestion {
  const fact = newFact(draft);
  const system = draft.newSystem();
  const replaced = `${system} has been replaced by ${fact.system}.`;
  const project = openPlace(draft, "tracker");
  const issue = draft.write({ place: project, title: `Retire ${system}`, says: replaced });
  const source = pick(draft.random, ["wiki", "chat"] as const);
  const holder = plantFact(draft, fact, { source, place: openPlace(draft, source) });
  return {
    ...{ id: `two_joined-${at + 1}`, kind: "two_joined", askedBy: anybody(draft) },
    text: `Of the system that took the place of ${system}: ${asked(draft, { ...fact, system: "it" })}`,
    ...{ answer: fact.value, clues: [{ about: system, says: `replaced by ${fact.system}` }, clueOf(fact)] },
    ...{ holders: [issue.id, holder.id], outdated: [], hidden: [] },
  };
}
