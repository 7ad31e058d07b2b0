import type { Strategy } from "../strategy.ts";
import type { SkillOffer, TurnState } from "../turn-state.ts";

/** When in the work a skill is looked at. */
export type Moment = "start" | "words" | "poor" | "answer";

/**
 * Loads the skills that the moment calls for. Where guidance on the load order was read, it decides: an eager profile
 * follows all of it, one that loads nothing by itself follows only what is due first and always. Without guidance the
 * profile's habit decides. What is not loaded is not known.
 */
export function* loadSkills(state: TurnState, moment: Moment): Strategy<void> {
  const wanted = state.skills.filter((skill) => !state.loaded.has(skill.name) && isDue(skill, moment, state));
  if (wanted.length === 0) return;
  const ordered = inOrder(wanted, state);
  for (const skill of ordered) state.loaded.add(skill.name);
  const results = yield ordered.map((skill) => ({ tool: "read_file", args: { file_path: skill.path, limit: 1_000 } }));
  for (const { view } of results) if (view.ok) state.learn(view.text);
}

function isDue(skill: SkillOffer, moment: Moment, state: TurnState): boolean {
  if (!state.tools.has("read_file")) return false;
  const guidance = state.knowledge.loadOrder.find((entry) => entry.skill === skill.name);
  const habit = state.profile.skillLoading;
  if (habit === "all_first") return moment === "start";
  if (guidance)
    return habit === "none"
      ? moment === "start" && /\balways\b/i.test(guidance.when)
      : momentOf(guidance.when) === moment;
  return habit === "as_needed" && momentOf(skill.description) === moment;
}

/** Reads from a description or a condition when it is due. */
function momentOf(text: string): Moment {
  if (/\b(always|before choosing tools)\b/i.test(text)) return "start";
  if (/\b(last|before answering|before you write)\b/i.test(text)) return "answer";
  if (/\b(first search|by words|change)\b/i.test(text)) return "words";
  return "poor";
}

function inOrder(skills: readonly SkillOffer[], state: TurnState): SkillOffer[] {
  const order = state.knowledge.loadOrder.map(({ skill }) => skill);
  const place = ({ name }: SkillOffer) => (order.includes(name) ? order.indexOf(name) : order.length);
  return skills.toSorted((a, b) => place(a) - place(b));
}
