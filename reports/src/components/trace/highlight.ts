/** Marks every place of a text in what is shown, without changing the page. Where a browser has no such marks, none are shown. */
export function highlight(elements: readonly HTMLElement[], text: string): void {
  if (!("highlights" in CSS)) return;
  const ranges = text === "" ? [] : elements.flatMap((element) => rangesIn(element, text.toLowerCase()));
  CSS.highlights.set("found", new Highlight(...ranges));
}

function rangesIn(element: HTMLElement, text: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const words = (node.nodeValue ?? "").toLowerCase();
    for (let at = words.indexOf(text); at >= 0; at = words.indexOf(text, at + text.length)) {
      const range = document.createRange();
      // Lower case of a few letters is longer: such a mark would end behind the text.
      range.setStart(node, Math.min(at, node.nodeValue!.length));
      range.setEnd(node, Math.min(at + text.length, node.nodeValue!.length));
      ranges.push(range);
    }
  }
  return ranges;
}
