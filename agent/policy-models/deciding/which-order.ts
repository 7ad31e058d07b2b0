import { findPhrase } from "../../../base/fold.ts";
import type { PolicyProfile } from "../profiles.ts";
import { readQuestion } from "../reading/what-was-asked.ts";
import { coverage } from "../reading/words.ts";

/** Characters to a token, as everywhere here. */
const CHARS_PER_TOKEN = 4;

/**
 * The records by how much of the question they say, names before words; equal ones stay as the search had them. What stands
 * behind the profile's attention is not looked at, and comes last.
 */
export function orderRecords(said: string, { attentionTokens }: PolicyProfile): string {
  const read = attentionTokens === null ? said : said.slice(0, attentionTokens * CHARS_PER_TOKEN);
  const [, question = "", list = ""] = /^Question:\n([\s\S]*?)\n\nRecords:\n([\s\S]*)$/.exec(read) ?? [];
  const { words, possibleIds, quoted } = readQuestion(question, { later: false });
  const names = [...possibleIds, ...quoted].map(({ text }) => text);
  const records = [...list.matchAll(/^\[(\d+)\] (.*)$/gm)].map(([, number = "", text = ""]) => ({
    number,
    named: names.filter((name) => findPhrase(text, name) >= 0).length,
    said: coverage(words, text),
  }));
  const ordered = records.toSorted((a, b) => b.named - a.named || b.said - a.said);
  return ordered.map(({ number }) => `[${number}]`).join(" > ");
}
