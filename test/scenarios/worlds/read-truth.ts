import type { ServedContent, ServedItem } from "../../../db/sources/in-process/content.ts";
import { ATTRIBUTES } from "../../../scenarios/worlds/attributes.ts";
import type { Clue, World, WorldQuestion } from "../../../scenarios/worlds/world.ts";

/**
 * The truths of a world again, as somebody reads them who sees everything: from texts, dates and names, without what was written down when
 * they were planted. What a member may read comes from `mayRead`, which a world's own notes have no part in.
 * @returns a sentence for each disagreement; none where both ways give the same
 */
export function disagreements(world: World, mayRead: (caller: string, itemId: string) => boolean): string[] {
  const rights = world.content.items.flatMap((item) => rightsDisagree(item, { world, mayRead }));
  return [...rights, ...world.questions.flatMap((question) => questionDisagrees(question, { world, mayRead }))];
}

interface Reading {
  world: World;
  mayRead(caller: string, itemId: string): boolean;
}

function rightsDisagree({ id }: ServedItem, { world, mayRead }: Reading): string[] {
  const found = world.content.members.filter((member) => mayRead(member.id, id)).map((member) => member.id);
  const planted = world.audience[id] ?? [];
  return sameSet(found, planted) ? [] : [`${id} may be read by ${list(found)}, and was written for ${list(planted)}`];
}

function questionDisagrees(question: WorldQuestion, { world, mayRead }: Reading): string[] {
  const { askedBy, clues, unsaid } = question;
  const say = (problem: string) => `${question.id} of world ${world.seed}: ${problem}`;
  const found = [...new Set(clues.flatMap((clue) => itemsThatSay(world.content, clue)))];
  const holders = found.filter((id) => mayRead(askedBy, id));
  const hidden = found.filter((id) => !mayRead(askedBy, id));
  const problems = [
    ...differ("held by", holders, question.holders),
    ...differ("hidden in", hidden, question.hidden),
    ...(unsaid ? said(world.content, unsaid) : []),
    ...wrongAnswer(question, world.content),
    ...wrongOrder(question, world.content),
  ];
  return problems.map(say);
}

function differ(what: string, found: readonly string[], planted: readonly string[]): string[] {
  return sameSet(found, planted) ? [] : [`${what} ${list(found)}, and planted in ${list(planted)}`];
}

/** Items in whose text both stand; a reply speaks of what its thread began with. */
function itemsThatSay({ items }: ServedContent, { about, says }: Clue): string[] {
  const byId = new Map(items.map((item) => [item.id, item]));
  return items
    .filter(({ text, title, kind, parent }) => {
      const thread = kind === "message" && parent !== null ? (byId.get(parent)?.text ?? "") : "";
      return text.includes(says) && [title, text, thread].some((context) => context.includes(about));
    })
    .map(({ id }) => id);
}

/** Statements of the attribute on the system, in any of the ways that they are written. */
function said(content: ServedContent, { system, attribute }: { system: string; attribute: string }): string[] {
  const { forms } = ATTRIBUTES.find(({ name }) => name === attribute)!;
  const parts = forms.map((form) =>
    form(system, GAP)
      .split(GAP)
      .filter((part) => part.includes(system)),
  );
  const found = content.items.filter(({ text }) => parts.some((each) => each.every((part) => text.includes(part))));
  return found.map(({ id }) => `${id} says what nothing says`);
}
const GAP = "\0";

/** Who holds a claim is its answer; otherwise the answer stands in the last clue's text. */
function wrongAnswer({ kind, answer, holders, clues }: WorldQuestion, { items, members }: ServedContent): string[] {
  if (answer === null) return holders.length === 0 ? [] : ["it has no answer, and items that hold one"];
  if (kind !== "who_said") return clues.at(-1)?.says.includes(answer) ? [] : [`no clue says ${answer}`];
  const authors = items.filter(({ id }) => holders.includes(id)).map(({ author }) => author);
  const names = members.filter(({ id }) => authors.includes(id)).map(({ name }) => name);
  return sameSet(names, [answer]) ? [] : [`said by ${list(names)}, and the answer is ${answer}`];
}

/** By date, or by the page that names its successor. */
function wrongOrder({ kind, holders, outdated }: WorldQuestion, { items }: ServedContent): string[] {
  const [holder, old] = [holders, outdated].map((ids) => items.find(({ id }) => id === ids[0]));
  if (!holder || !old) return [];
  if (kind === "newest_wins") return holder.created > old.created ? [] : [`${old.id} is newer than ${holder.id}`];
  return old.text.includes(`superseded by ${holder.id}`) ? [] : [`${old.id} does not name ${holder.id}`];
}

function sameSet(a: readonly string[], b: readonly string[]): boolean {
  const set = new Set(b);
  return new Set(a).size === set.size && a.every((each) => set.has(each));
}

function list(ids: readonly string[]): string {
  return ids.length === 0 ? "none" : ids.join(", ");
}
