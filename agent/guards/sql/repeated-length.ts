/**
 * Characters of a regular expression when its counted repeats are written out (`(ab{1,3}){2}`: 8): what PostgreSQL makes of it.
 * An escape and a class count as one; what is not closed counts to the end.
 */
export function repeatedLength(pattern: string): number {
  const groups = [0];
  let atom = 0;
  for (const [token] of pattern.matchAll(TOKENS)) {
    const inside = groups.length - 1;
    if (token.length > 1 && token.startsWith("{")) {
      const most = Math.max(...[...token.matchAll(/\d+/g)].map(([digits]) => Number(digits)), 1);
      groups[inside]! += atom * (most - 1);
      atom *= most;
    } else if (token.startsWith("(")) groups.push(0);
    else if (token === ")" && inside > 0) {
      atom = groups.pop()!;
      groups[inside - 1]! += atom;
    } else {
      atom = 1;
      groups[inside]! += 1;
    }
  }
  return groups.reduce((sum, length) => sum + length, 0);
}

/** An escape, a class, a count, what begins a group, or one character. */
const TOKENS = /\\[\s\S]|\[\^?\]?(?:\[[:.=][^\]]*\]|[^\]])*\]?|\{\d+(?:,\d*)?\}|\((?:\?[:=!<]*)?|[\s\S]/g;
