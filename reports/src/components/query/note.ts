import { markdown } from "../trace/markdown.ts";

/** A page of this report, seen from another. */
const OWN_PAGE = /^\.\/[a-z0-9-]+\.html(?:[?#][^\s"<>\\]*)?$/;

/** A text in Markdown that may have come with an address: inert, and its links lead to pages of this report alone. */
export function note(text: string): HTMLElement {
  return markdown(text, { words: (words) => [words], target: (href) => (OWN_PAGE.test(href) ? href : null) });
}
