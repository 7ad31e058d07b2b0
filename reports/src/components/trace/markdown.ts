import MarkdownIt, { type Token } from "markdown-it";
import { type Child, h } from "../dom.ts";

/** What a renderer does with the words of a text, and with what a link points to. */
export interface MarkdownWords {
  /** A stretch of plain words: ids and source labels become what they are. */
  words(text: string): Child[];
  /** Where a link may lead within this page; null = nowhere, its target is shown as text. */
  target(href: string): string | null;
}

/** No answer has as many characters; what is behind them is shown as it is. */
const MAX_TEXT = 40_000;

/**
 * A text of unknown origin as Markdown: headings, lists, emphasis, code, quotes and tables become elements, all else stays
 * text. Markup is text, images are their words, and no link leads out of the page. markdown-it, because it is the one whose
 * time does not explode on texts that were made for it.
 */
export function markdown(text: string, words: MarkdownWords): HTMLElement {
  const tokens = new MarkdownIt({ html: false }).parse(text.slice(0, MAX_TEXT), {});
  const rest = text.slice(MAX_TEXT);
  return h("div", { class: "answer" }, ...build(tokens, words), rest === "" ? null : h("pre", {}, rest));
}

/** Elements by the kind of token that opens them; the text of any other kind goes to where it stands. */
const ELEMENTS: Readonly<Record<string, string>> = {
  paragraph: "p",
  heading: "p",
  bullet_list: "ul",
  ordered_list: "ol",
  list_item: "li",
  blockquote: "blockquote",
  table: "table",
  thead: "thead",
  tbody: "tbody",
  tr: "tr",
  th: "th",
  td: "td",
  strong: "strong",
  em: "em",
  s: "del",
};

interface Part {
  opened: Token | null;
  children: Child[];
}

function build(tokens: readonly Token[], words: MarkdownWords): Child[] {
  const root: Part = { opened: null, children: [] };
  const stack = [root];
  for (const token of tokens) {
    if (token.nesting === 1) stack.push({ opened: token, children: [] });
    else if (token.nesting === 0) stack.at(-1)!.children.push(leaf(token, words));
    else {
      const part = stack.pop()!;
      stack.at(-1)!.children.push(close(part, words));
    }
  }
  return root.children;
}

function close({ opened, children }: Part, words: MarkdownWords): Child {
  const kind = opened!.type.replace(/_open$/, "");
  if (kind === "link") return link(opened!, children, words);
  const tag = Object.hasOwn(ELEMENTS, kind) ? ELEMENTS[kind] : undefined;
  // A paragraph of a list without blank lines is hidden.
  if (tag === undefined || opened!.hidden) return children;
  if (kind === "table")
    return h(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": "table of the answer" },
      h(tag, {}, ...children),
    );
  return h(
    tag,
    {
      class: kind === "heading" ? "answer-heading" : null,
      start: kind === "ordered_list" ? opened!.attrGet("start") : null,
    },
    ...children,
  );
}

function link(opened: Token, children: Child[], { target }: MarkdownWords): Child {
  const href = opened.attrGet("href") ?? "";
  const to = target(href);
  if (to !== null) return h("a", { href: to }, ...children);
  return opened.markup === "autolink" ? children : [children, ` (${href})`];
}

function leaf(token: Token, words: MarkdownWords): Child {
  const { type, content, children } = token;
  if (type === "inline") return build(children ?? [], words);
  if (type === "hr" || type === "hardbreak") return h(type === "hr" ? "hr" : "br");
  if (type === "softbreak") return "\n";
  if (type === "code_inline") return h("code", {}, words.words(content));
  if (type === "fence" || type === "code_block") return h("pre", { tabindex: 0 }, words.words(content));
  if (type === "image") return words.words(`${content} (${token.attrGet("src") ?? ""})`);
  return words.words(content);
}
