/** What the code spans of a line hold, in order. */
export function codeSpansIn(line: string): string[] {
  const runs = [...line.matchAll(/`+/g)];
  const spans: string[] = [];
  for (let open = 0; open < runs.length; open++) {
    const { 0: fence, index: at } = runs[open]!;
    let close = open + 1;
    while (close < runs.length && runs[close]![0].length !== fence.length) close++;
    if (close === runs.length) continue;
    spans.push(line.slice(at + fence.length, runs[close]!.index).trim());
    open = close;
  }
  return spans;
}

/** What the code span holds with which a text begins: it ends with as many backticks as it begins with. */
export function leadingCodeSpan(text: string): string | undefined {
  const fence = /^`+/.exec(text)?.[0] ?? "";
  const rest = text.slice(fence.length);
  if (fence === "") return undefined;
  // No further than its end: one may follow the other.
  for (const { 0: run, index } of rest.matchAll(/`+/g))
    if (run.length === fence.length) return rest.slice(0, index).trim();
  return undefined;
}

/** An id as a code span of Markdown, whatever backticks it holds. */
export function codeSpan(id: string): string {
  const longest = Math.max(0, ...[...id.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = "`".repeat(longest + 1);
  return longest > 0 ? `${fence} ${id} ${fence}` : `${fence}${id}${fence}`;
}
