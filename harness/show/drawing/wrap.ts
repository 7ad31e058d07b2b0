/** Average width of a letter of the figures' font, in em. Good enough to break a sentence into lines. */
const LETTER = 0.53;

/** Breaks a sentence into lines of at most `width` pixels at the given size; a longer word stands alone. */
export function wrapText(text: string, width: number, fontSize = 11.5): string[] {
  return wrapWords(together(text), Math.max(20, Math.floor(width / (LETTER * fontSize))));
}

/** Breaks a text into lines of at most so many letters; a longer word stands alone. */
export function wrapWords(text: string, letters: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length + 1 <= letters) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}

/** `n = 38` and `26.9 %` stay on one line. */
function together(text: string): string {
  return text.replace(/ (?=[=<%…−·])|(?<=[=<…−]) |(?<=\d) (?=s\b)/g, "\u00a0");
}
