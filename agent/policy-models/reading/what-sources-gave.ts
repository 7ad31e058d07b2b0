import type { ResultView } from "./what-came-back.ts";
import { textOf } from "./what-came-back.ts";
import { contentWords, coverage } from "./words.ts";

/** An item of a live source, as far as results show it. */
export interface GivenItem {
  id: string;
  source: string;
  author: string;
  date: string;
  text: string;
  /** What it speaks of: its title, its text, and what its thread began with. */
  context: string;
  path: string;
}

/** What a question names: systems, ids, parameters. */
export interface Named {
  names: string[];
  /** Words that say what is asked of them. */
  words: string[];
}

const NAME = /\b\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+\b/gu;
const ID = /\b[A-Z]{2,}-\d+\b/g;
const PARAMETER = /\b[a-z]+\d*[A-Z]\w*\b/g;

export function namedIn(question: string): Named {
  const names = [NAME, ID, PARAMETER].flatMap((pattern) => question.match(pattern) ?? []);
  const rest = names.reduce((text, name) => text.replaceAll(name, " "), question);
  return { names: [...new Set(names)], words: contentWords(rest) };
}

/** What texts about one of the names lead on to: ids, and what a name was replaced by. */
export function leadsIn(texts: readonly string[], { names }: Named): string[] {
  const about = texts.filter((text) => names.some((name) => text.includes(name)));
  const ids = about.flatMap((text) => text.match(ID) ?? []);
  const replaced = about.flatMap((text) => [...text.matchAll(/\breplaced by (\p{Lu}\p{Ll}+ \p{Lu}\p{Ll}+)/gu)]);
  return [...new Set([...ids, ...replaced.map(([, name = ""]) => name)])].filter((lead) => !names.includes(lead));
}

/** Items in results, each once and as whole as it was shown. */
export function itemsIn(views: readonly ResultView[]): GivenItem[] {
  const items = new Map<string, GivenItem>();
  for (const view of views.filter(({ ok }) => ok)) {
    const texts = new Map(view.rows.map((row) => [textOf(row.id), textOf(row.text)]));
    for (const row of view.rows) {
      const [id, text] = [textOf(row.id), textOf(row.text)];
      const before = items.get(id);
      const thread = texts.get(textOf(row.below)) ?? "";
      const context = [textOf(row.title), text, thread].join("\n");
      if (id === "" || (before && before.context.length >= context.length)) continue;
      items.set(id, {
        ...{ id, text, context, source: textOf(row.source), author: textOf(row.author), date: textOf(row.date) },
        path: view.path ?? before?.path ?? "",
      });
    }
  }
  return [...items.values()];
}

/** The sentence of an item that says most of what is asked. */
export function bestSentence({ text }: GivenItem, { names, words }: Named): string {
  const sentences = text.split(/(?<=[.!?])\s+/);
  const scored = sentences.map((sentence) => ({
    sentence,
    score: coverage(words, sentence) + (names.some((name) => sentence.includes(name)) ? 1 : 0),
  }));
  return scored.reduce((best, each) => (each.score > best.score ? each : best), { sentence: text, score: -1 }).sentence;
}
