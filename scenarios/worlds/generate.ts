import { foundCompany } from "./company.ts";
import { WorldDraft } from "./draft.ts";
import { askJoined } from "./kinds/joined.ts";
import { askNewestWins, askSuperseded, askWhoSaid } from "./kinds/over-time.ts";
import type { Planter } from "./kinds/plant.ts";
import { askHidden, askNothing, plantPrivateNoise } from "./kinds/rights.ts";
import { askInjected, askStated } from "./kinds/stated.ts";
import { defaultTestCases, type TestCase } from "./test-cases.ts";
import { QUESTION_KINDS, type QuestionKind, type World } from "./world.ts";

/** Questions of each kind in a world; one that is asked by two members counts once. */
const PER_KIND = 2;

interface WorldOptions {
  seed: number;
  perKind?: number;
  /** What its test cases are taken from. Default: the default corpus. */
  tests?: readonly TestCase[];
}

/**
 * A small company with its wiki, chat, tracker and test cases, in which the answer to each question stands in known items and nowhere
 * else. Equal options give an equal world. Which way rights hide an answer goes in turns over the seeds.
 */
export function generateWorld({ seed, perKind = PER_KIND, tests = defaultTestCases() }: WorldOptions): World {
  const company = foundCompany(seed);
  const draft = new WorldDraft(company, seed);
  const planters = plantersOver(tests);
  const questions = QUESTION_KINDS.flatMap((kind) =>
    Array.from({ length: perKind }, (_, at) => planters[kind](draft, { at, turn: seed * perKind + at })).flat(),
  );
  plantPrivateNoise(draft);
  const { items, audience } = draft.finish();
  return { seed, content: { ...company, items }, audience, questions };
}

function plantersOver(tests: readonly TestCase[]): Readonly<Record<QuestionKind, Planter>> {
  return {
    one_source: askStated("one_source"),
    which_source: askStated("which_source"),
    two_joined: askJoined(tests),
    newest_wins: askNewestWins,
    superseded: askSuperseded,
    who_said: askWhoSaid,
    nothing_there: askNothing,
    not_for_you: askHidden,
    injected: askInjected,
  };
}
