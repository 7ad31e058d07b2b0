import { codeSpan } from "../../answer/code-span.ts";
import type { PolicyProfile } from "../profiles.ts";
import type { MessageHistory } from "../reading/conversation.ts";
import type { ResultView } from "../reading/what-came-back.ts";
import { bestSentence, type GivenItem, itemsIn, leadsIn, type Named, namedIn } from "../reading/what-sources-gave.ts";
import { coverage } from "../reading/words.ts";
import { type NextStep, nextStep, type Strategy } from "../strategy.ts";
import type { TurnState } from "../turn-state.ts";
import { performAll } from "./whether-to-call.ts";

/** Items that it cites at most, beside the one that led there. */
const CITED = 3;

/** Answers from what was found for the question; without anything that says it there is no answer. */
export function answerFromSources(
  question: string,
  views: readonly ResultView[],
  { profile, threadId }: { profile: PolicyProfile; threadId: string },
): string {
  const named = namedIn(question);
  const items = itemsIn(views);
  const leads = leadsIn(
    items.map(({ context }) => context),
    named,
  );
  const leading = items.filter(
    ({ context }) => speaksOf(context, named.names) && leads.some((lead) => context.includes(lead)),
  );
  const about = items.filter(({ id, context }) => speaksOf(context, [...named.names, ...leads]) || leads.includes(id));
  const ranked = about
    .filter(({ text }) => !/\bsuperseded by\b/.test(text))
    .map((item) => ({ item, share: shareOf(item, named, leads) }))
    .filter(({ share }) => profile.strictness < 1 || share > 0)
    .sort((a, b) => b.share - a.share || (a.item.date < b.item.date ? 1 : -1))
    .map(({ item }) => item);
  const best = ranked.slice(0, profile.strictness === 1 ? 1 : CITED);
  if (best.length === 0) return withoutAnswer(profile);
  const way = leading.filter(({ text }) => !/\bsuperseded by\b/.test(text)).slice(0, 1);
  const cited = [...new Set([...best, ...(leads.length > 0 ? way : [])])];
  return written(cited, { question, named, threadId });
}

function speaksOf(text: string, names: readonly string[]): boolean {
  return names.some((name) => text.includes(name));
}

/** Share of the asked words that an item says; one that a lead goes to, or that speaks of what it goes to, says the rest by being there. */
function shareOf({ id, context }: GivenItem, { names, words }: Named, leads: readonly string[]): number {
  const isLedTo = leads.includes(id) || (speaksOf(context, leads) && !speaksOf(context, names));
  return coverage(words, context) + (isLedTo ? 1 : 0);
}

/** Who does not look twice takes what was not found for what does not exist: the fault is planted, so that over-trust is seen to be found. */
function withoutAnswer({ refinements }: PolicyProfile): string {
  return refinements === 0
    ? "No supported recommendation: this does not exist."
    : "No supported recommendation: nothing that is visible to you says this.";
}

function written(
  items: readonly GivenItem[],
  { question, named, threadId }: { question: string; named: Named; threadId: string },
): string {
  const paths = [...new Set(items.map(({ path }) => path))];
  const labelOf = ({ path }: GivenItem) => `S${paths.indexOf(path) + 1}`;
  const [first] = items as [GivenItem];
  const says = /^who said\b/i.test(question) ? `${first.author} said so.` : bestSentence(first, named);
  const list = items.map((item, at) => {
    const why = bestSentence(item, named).replace(/[`[\]]/g, "'");
    return `${at + 1}. ${codeSpan(item.id)} - ${item.author === "" ? "" : `${item.author}: `}${why} [${labelOf(item)}]`;
  });
  const sources = paths.map((path, at) => `- S${at + 1}: [what the source gave](artifact://${threadId}?path=${path})`);
  return [says.replace(/\s+/g, " "), "", "## Recommended", ...list, "", "## Sources", ...sources].join("\n");
}

/** An agent with the sources as tools: searches each by what the question names, opens what came first, follows leads, answers. */
export function stepOverSources(
  state: TurnState,
  question: string,
  steps: MessageHistory["turns"][number]["steps"],
): NextStep<string> {
  return nextStep(searchAndAnswer(state, question), steps);
}

/** Sources by the names that the tool's description gives. */
const SOURCE_NAMES = ["wiki", "chat", "tracker", "tests"];

function* searchAndAnswer(state: TurnState, question: string): Strategy<string> {
  const { profile, threadId } = state;
  const named = namedIn(question);
  const asked = SOURCE_NAMES.filter((name) => new RegExp(`\\bthe ${name}\\b`, "i").test(question));
  const sources = asked.length > 0 ? asked : SOURCE_NAMES;
  const views = yield* searched(state, sources, named.names.length > 0 ? named.names : named.words);
  const leads = leadsIn(
    itemsIn(views).map(({ context }) => context),
    named,
  );
  if (profile.refinements > 0 && leads.length > 0) views.push(...(yield* searched(state, SOURCE_NAMES, leads)));
  return answerFromSources(question, views, { profile, threadId });
}

const [MOST_KEYWORDS, OPENED] = [5, 2];

function* searched(state: TurnState, sources: readonly string[], words: readonly string[]): Strategy<ResultView[]> {
  const keywords = words.slice(0, MOST_KEYWORDS);
  if (keywords.length === 0) return [];
  const found = yield* performAll(
    state,
    sources.map((source) => ({ tool: "source_search", args: { source, keywords } })),
  );
  const first = found.flatMap((view) => itemsIn([view]).slice(0, OPENED));
  const opened = yield* performAll(
    state,
    first.map(({ source, id }) => ({ tool: "source_open", args: { source, id } })),
  );
  return [...found, ...opened];
}
