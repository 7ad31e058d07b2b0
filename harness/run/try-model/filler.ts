const WORDS = "the record of this test names a cell and a timer that a report of last week left open".split(" ");

/** Plain words, about so many tokens of them; the same for the same number. */
export function fillerOf(tokens: number): string {
  return Array.from({ length: tokens }, (_, at) => WORDS[(at * 7 + Math.floor(at / 18)) % WORDS.length]).join(" ");
}
