import { UNSPACED } from "./atoms.ts";
import type { TextPlace } from "./context.ts";
import { cellsUnder } from "./tables.ts";

/** An id that a text may hold without meaning it: a word, two words, a short number. */
export function isOrdinary(id: string): boolean {
  return (
    /^\p{N}{1,4}(?:[.,]\p{N}{1,4})?$/u.test(id) ||
    /^\p{L}\p{Ll}*(?:\s\p{L}\p{Ll}*)?$/u.test(id) ||
    /^\p{Lu}{1,4}$/u.test(id)
  );
}

/** What records are called, in English, German and French. */
const KINDS = [
  "id|no\\.?|number|key|called|named|record|item|req(?:\\.|uirement)?|test(?:[ -]?case)?|tc|bug|issue|ticket|defect|story|feature|change",
  "message|protocol|component|section|clause|rule|case|artifact",
  "nr\\.?|nummer|anforderung(?:en)?|testf(?:all|älle)|fehler|änderung(?:en)?|nachricht(?:en)?|abschnitt|regeln?",
  "numéro|n°|exigence|cas(?: de test)?|anomalie|modification|règle",
];
/** Between the elements of a list. */
const JOINED = /\s*[,;&\u2013-]\s*|\s+(?:and|or|to|und|oder|bis|et|ou)\s+/iu;
/** What relates records, before a name that nothing goes on: `tests of 12 and 13?`, but not `tests of 12 devices`. */
const RELATED =
  /(?:^|[^\p{L}\p{N}])(?:(?:tests?|cases?|requirements?|bugs?|issues?|duplicates?|copies|parts?|children|parents?) (?:of|for)|cover(?:s|ed by|ing)?|verif(?:y|ies|ied by|ying)|link(?:s|ed)? (?:to|with)|relate[sd]? to|depend(?:s|ing)? on|block(?:s|ed by)|(?:tests?|testf\p{L}+|fehler) (?:zu|für|von)|(?:deckt|decken|prüft|prüfen)|(?:tests?|cas) (?:de|pour)|(?:couvre|vérifie)(?:nt)?)\s+$/iu;
/** Elements of a list before its last one. */
const LISTED = /(?:[^\s,;&]+(?:\s*[,;&]\s*|\s+(?:and|or|und|oder|et|ou)\s+))+$/iu;
const ENDS = /^(?:["'\u2019]s\b)?\s*(?:$|[.,;:?!)\]]|(?:and|or|und|oder|et|ou)\s)/iu;

/** How far back the words around an id are read. */
const NEAR = 80;

/** Finds a word for a kind of record at the end of a text: the usual ones and a corpus' own, such as `bug_report`. */
export function kindMatcher(nouns: Iterable<string>): RegExp {
  const own = [...new Set(nouns)]
    .filter((noun) => /\p{L}{2}/u.test(noun))
    .map((noun) => wordsOf(noun).join("[\\s_-]*"));
  return new RegExp(
    `(?:^|[^\\p{L}\\p{N}]|[${UNSPACED}])(?:${[...KINDS, ...own].join("|")})s?["']?\\s*[:#]?\\s*\\[?\\s*$`,
    "iu",
  );
}

function wordsOf(noun: string): string[] {
  return noun.match(/\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}+|\p{N}+/gu) ?? [];
}

/** Tells where quotes, brackets, a word for a kind of record or a table's heading say that a name stands; also further on in such a list. */
export function marksIn(text: string, kind: RegExp): (place: TextPlace) => boolean {
  let cells: ReadonlyMap<number, number> | undefined;
  return ({ from, to }) => {
    if (/["'`“‘«„([<#]/.test(text.charAt(from - 1)) && /^["'`“”’»)\]>]?$/.test(text.charAt(to))) return true;
    const before = text.slice(Math.max(0, from - NEAR), from);
    if (kind.test(before) || /(?:^|\s)#$/.test(before) || /:\/\/\S*\/$/.test(before)) return true;
    if (isInMarkedList(before, kind)) return true;
    if (ENDS.test(text.slice(to, to + NEAR)) && RELATED.test(before.replace(LISTED, ""))) return true;
    cells ??= cellsUnder(text, (heading) => kind.test(heading));
    return cells.get(from) === to;
  };
}

function isInMarkedList(before: string, kind: RegExp): boolean {
  const elements = before.split(JOINED);
  if (elements.pop() !== "") return false;
  const first = elements.findLast((element) => /\s/.test(element)) ?? "";
  return kind.test(first.replace(/\S+$/, ""));
}
