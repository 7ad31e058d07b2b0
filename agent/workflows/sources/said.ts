/** What a model said behind a label, as in `Sources: wiki, chat`; null where the label is not there. Linear: the text is hostile. */
export function saidBehind(answer: string, label: string): string | null {
  const start = `${label.toLowerCase()}:`;
  for (const line of answer.split("\n")) {
    const bare = line.replace(/^[\s*_`#>-]+/, "");
    if (bare.toLowerCase().startsWith(start))
      return bare
        .slice(start.length)
        .replace(/[\s*_`]+$/, "")
        .trim();
  }
  return null;
}

/** Parts of a list, in which `none` stands for nothing. */
export function listSaid(said: string, separator: RegExp): string[] {
  const parts = said.split(separator).map((part) => part.replace(/^[\s"'`]+|[\s"'`.]+$/g, ""));
  return parts.filter((part) => part !== "" && part.toLowerCase() !== "none");
}
