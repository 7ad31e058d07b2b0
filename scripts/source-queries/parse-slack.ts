/** What Slack's search reads in a query (https://slack.com/help/articles/202528808), by a reader that shares nothing with the writer. */
export type SlackTerm =
  | { type: "phrase" | "word" | "without"; text: string }
  | { type: "modifier"; name: string; value: string };

/** Signs that Slack's clients and keyboards put for a quote. */
export const QUOTES = '"“”„‟«»＂';

export function parseSlack(query: string): SlackTerm[] {
  const terms: SlackTerm[] = [];
  let rest = query;
  while (rest !== "") {
    if (/^\s/.test(rest)) rest = rest.slice(1);
    else if (QUOTES.includes(rest.charAt(0))) {
      const end = [...rest].findIndex((sign, at) => at > 0 && QUOTES.includes(sign));
      if (end < 0) throw new Error("a phrase has no end");
      const phrase = [...rest].slice(0, end + 1).join("");
      terms.push({ type: "phrase", text: phrase.slice(1, -1) });
      rest = rest.slice(phrase.length);
    } else {
      const word = /^[^\s"“”„‟«»＂]+/.exec(rest)?.[0] as string;
      terms.push(termOf(word));
      rest = rest.slice(word.length);
    }
  }
  return terms;
}

function termOf(word: string): SlackTerm {
  const [, name, value] = /^([a-z]+):(.*)$/i.exec(word) ?? [];
  if (name !== undefined && value !== undefined) return { type: "modifier", name, value };
  return word.startsWith("-") ? { type: "without", text: word.slice(1) } : { type: "word", text: word };
}
