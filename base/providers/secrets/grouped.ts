/** Separators inside keys, as tables and mails insert them, or people who hide keys. */
export const GROUPED = /[\s\-_.:,|\u200b]+/g;

/** A text without separators, and where each of its characters stood. */
export function ungrouped(text: string): { bare: string; places(index: number): number } {
  const parts: string[] = [];
  const starts: { bare: number; at: number }[] = [];
  let length = 0;
  let from = 0;
  const keep = (to: number): void => {
    if (to > from) {
      starts.push({ bare: length, at: from });
      parts.push(text.slice(from, to));
      length += to - from;
    }
  };
  for (const { index, 0: separator } of text.matchAll(GROUPED)) {
    keep(index);
    from = index + separator.length;
  }
  keep(text.length);
  return {
    bare: parts.join(""),
    places(index) {
      let [low, high] = [0, starts.length - 1];
      while (low < high) {
        const middle = Math.ceil((low + high) / 2);
        if (starts[middle]!.bare <= index) low = middle;
        else high = middle - 1;
      }
      return starts[low]!.at + index - starts[low]!.bare;
    },
  };
}
