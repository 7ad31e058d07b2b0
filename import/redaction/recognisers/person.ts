import { grouped } from "../../../base/grouped.ts";
import type { FoundSpan, Recogniser } from "../recogniser.ts";

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
/** Scripts that write no blanks between words: there a name is looked for anywhere. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
/** What may stand between two words of a name. */
const LONGEST_GAP = 3;

interface Alias {
  words: readonly string[];
  /** As it stands in the list, for names of one word. */
  written: string;
  person: string;
}

/**
 * People by a list of theirs, a line a person: `Ada Lovelace; Lovelace, Ada; alovelace`. All names of a line are one person. Words are
 * compared without regard to case and to what stands between them; a name of one word as it is written or in capitals, as `Will` is
 * a name and `will` is not.
 */
export function person(list: string): Recogniser {
  const aliases = list.split(/\r\n|\r|\n/).flatMap(aliasesOf);
  const byFirst = grouped(
    aliases.filter(({ written }) => !UNSPACED.test(written)),
    ({ words }) => words[0]!,
  );
  const anywhere = aliases.filter(({ written }) => UNSPACED.test(written));
  return {
    name: "person",
    *find(text): Iterable<FoundSpan> {
      const words = [...text.matchAll(WORD)].map(({ 0: word, index }) => ({
        word,
        folded: fold(word),
        start: index,
        end: index + word.length,
      }));
      for (const [at, { folded }] of words.entries())
        for (const alias of byFirst.get(folded) ?? []) {
          const found = words.slice(at, at + alias.words.length);
          if (fits(alias, found)) yield { start: found[0]!.start, end: found.at(-1)!.end, value: alias.person };
        }
      for (const { written, person: value } of anywhere)
        for (let start = text.indexOf(written); start >= 0; start = text.indexOf(written, start + written.length))
          yield { start, end: start + written.length, value };
    },
  };
}

function aliasesOf(line: string): Alias[] {
  const names = line
    .split(";")
    .map((name) => name.trim())
    .filter((name) => /[\p{L}\p{N}]/u.test(name));
  return names.map((written) => {
    const words = [...written.matchAll(WORD)].map(([word]) => word);
    // A stray sign behind a one-word name does not belong to it.
    return { words: words.map(fold), written: words.length === 1 ? words[0]! : written, person: fold(names[0]!) };
  });
}

interface Word {
  word: string;
  folded: string;
  start: number;
  end: number;
}

function fits({ words, written }: Alias, found: readonly Word[]): boolean {
  if (found.length < words.length) return false;
  if (words.length === 1) return isWritten(found[0]!.word, written);
  return words.every(
    (word, index) =>
      found[index]!.folded === word && (index === 0 || found[index]!.start - found[index - 1]!.end <= LONGEST_GAP),
  );
}

function isWritten(word: string, written: string): boolean {
  const name = written.normalize("NFC");
  return [name, name.toUpperCase()].includes(word.normalize("NFC"));
}

function fold(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}
