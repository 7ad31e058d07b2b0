import { fold } from "../../../base/fold.ts";
import { placeOf, type Question, readQuestion, withIds } from "./what-was-asked.ts";

/** A turn that puts another thing in the place of one that the question before named. */
const CORRECTS =
  /\b(?:sorry|oops|mistaken?|wrong|i meant|correct(?:ion|ed)?|disregard|withdrawn|scratch|should (?:have been|be|read)|instead|rather than|no, it)\b/i;
/** A turn that lifts what the one before asked for, without a thing in its place. */
const TAKES_BACK =
  /\b(?:forget|withdraw|lift|undo|ignore|never mind|take back)\b[^.;:,]*\b(?:that|last|restriction|condition|limit|filter)\b(?: \w+)?|\b(?:too narrow|(?:go )?back to all(?: of them)?|all of them again)\b/gi;

/** What of the conversation before a turn builds on. */
export interface Meant<Memory> {
  question: Question;
  memory: Memory | null;
}

/**
 * A turn as it is meant: a correction is the question before with the right thing in the wrong one's place, and builds on
 * nothing; what lifts a restriction builds on what stood before that.
 */
export function asMeant<Memory extends { question: Question; before?: Memory | null }>(
  question: Question,
  memory: Memory | null,
): Meant<Memory> {
  if (!memory) return { question, memory };
  const text = correctedText(question, memory.question);
  const aside = question.aside || memory.question.aside;
  const known = [...question.known, ...memory.question.known];
  if (text !== null)
    return { question: { ...withIds(readQuestion(text, { later: false }), known), aside }, memory: null };
  const lifted = question.text.replace(TAKES_BACK, " ");
  if (lifted === question.text || !memory.before) return { question, memory };
  const { asks, ...rest } = withIds(readQuestion(lifted, { later: true }), known);
  return {
    question: { ...rest, aside: question.aside, asks: new Set([...asks, "followsUp" as const]) },
    memory: memory.before,
  };
}

/** An id takes an id's place, a quoted name a quoted name's, other words those that the turn calls wrong. */
function correctedText(question: Question, earlier: Question): string | null {
  if (!CORRECTS.test(question.corrected)) return null;
  const things = namesIn(question);
  const old = namesIn(earlier);
  const right = things.findLast((text) => !old.includes(text));
  const wrong = things.find((text) => old.includes(text)) ?? (old.length === 1 ? old[0] : undefined);
  if (right !== undefined && wrong !== undefined) return earlier.text.replaceAll(wrong, right);
  return right === undefined ? correctedWords(question, earlier) : null;
}

function namesIn({ ids, quoted }: Question): string[] {
  return [...ids, ...quoted].map(({ text }) => text);
}

/** What was wrong stands behind these, to the end of the clause. */
const WRONG =
  /(?:\bnot|\binstead of|\brather than|\bdisregard|\bscratch)\s+(?:for |the |tests )*(.+?)(?=[,;.?!]|\s+(?:but|it's)\s|\s+instead\b|$)/i;
/** What is right, in the rest of the turn. */
const RIGHT = [
  /(?:\bmeant|\bshould (?:have been|be|read)|\bcorrect(?:ion|ed)?:?|\bit(?:'s| is| was))\s+(?:for |the |tests )*(.+?)\s*(?:[,;?!]|\.(?:\s|$)|$)/i,
  /(?:^|[.,;]\s*)(?:for |the |tests )*([^.,;]+?)\s+(?:is|was) (?:what|the one)\b/i,
  /\bbut\s+(?:for |the |tests )*(.+?)\s*(?:[,;?!.]|$)/i,
];

function correctedWords({ text }: Question, earlier: Question): string | null {
  const wrong = WRONG.exec(text)?.[1] ?? "";
  const [right] = RIGHT.flatMap((pattern) => pattern.exec(text.replace(WRONG, ""))?.[1] ?? []);
  const { at } = placeOf(wrong, earlier.text);
  const end = at + wrong.length;
  if (right === undefined || wrong === "" || fold(earlier.text.slice(at, end)) !== fold(wrong)) return null;
  return earlier.text.slice(0, at) + right + earlier.text.slice(end);
}
