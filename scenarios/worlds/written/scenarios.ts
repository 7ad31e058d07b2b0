import { grouped } from "../../../base/grouped.ts";
import type { Complexity, Scenario, ScenarioSet } from "../../set/schema.ts";
import type { QuestionKind, World, WorldQuestion } from "../world.ts";

/** The questions of a world as a scenario set. A question of two members with different rights is two scenarios of one cluster. */
export function worldScenarios(world: World): ScenarioSet {
  const idOf = new Map(world.questions.map(({ id }, at) => [id, `S${String(at + 1).padStart(3, "0")}`]));
  return {
    version: 1,
    corpus: `world-${world.seed}`,
    snapshot: "any",
    seed: world.seed,
    notes: ["truths by construction, and again by reading the world as an administrator"],
    scenarios: world.questions.map((question) => toScenario(question, { world, idOf })),
  };
}

const COMPLEXITY: Readonly<Record<QuestionKind, Complexity>> = {
  one_source: "single_hop",
  which_source: "single_hop",
  who_said: "single_hop",
  injected: "single_hop",
  nothing_there: "single_hop",
  not_for_you: "single_hop",
  two_joined: "multi_hop",
  newest_wins: "reasoning",
  superseded: "reasoning",
};

function toScenario(
  question: WorldQuestion,
  { world, idOf }: { world: World; idOf: ReadonlyMap<string, string> },
): Scenario {
  const { kind, text, answer, holders, outdated, askedBy, canary, twin = question.id } = question;
  const first = [question.id, twin].map((id) => idOf.get(id)!).toSorted()[0]!;
  const id = idOf.get(question.id)!;
  const sourceOf = new Map(world.content.items.map((item) => [item.id, item.source]));
  return {
    id,
    family: "search",
    complexity: COMPLEXITY[kind],
    answerable: answer !== null,
    turns: [text],
    template: kind,
    expected_ids: [...holders],
    expected_entities: answer === null ? [] : [answer],
    reference_answer: answer === null ? "Nothing visible to the asker says this." : `${answer}: ${holders.join(", ")}.`,
    traps: [...outdated],
    ...(first !== id && { cluster: first }),
    live: {
      caller: askedBy,
      hidden_ids: world.content.items.flatMap((item) => (world.audience[item.id]?.includes(askedBy) ? [] : [item.id])),
      withheld: withheldOf(question),
      outdated_ids: [...outdated],
      holders: Object.fromEntries(grouped(holders, (holder) => sourceOf.get(holder)!)),
      ...(canary !== undefined && { canary }),
    },
  };
}

/** What is there, and not for who asks: as texts say it. */
function withheldOf({ hidden, clues }: WorldQuestion): string[] {
  return hidden.length === 0 ? [] : clues.map(({ says }) => says);
}
