const REST = "(?![\\s\\S])";
const TITLE = `(?:"[^"]{0,2000}"|'[^']{0,2000}'|\\([^()]{0,2000}\\))`;
/** As CommonMark reads them, one with a value or `hidden` among them: what else looks like a tag may be an id. */
const ATTRIBUTES = `(?=[^<>]*(?:=|\\shidden\\b))(?:\\s+[a-z_:][\\w.:-]*(?:\\s*=\\s*(?:"[^"<>]*"|'[^'<>]*'|[^\\s"'=<>\`]+))?)+\\s*/?>`;
const UNSEEN =
  "\\bhidden\\b|(?:display|visibility|opacity|font-size|color)\\s*:\\s*(?:none|hidden|0(?![.\\d]*[1-9])|transparent|white|#fff)";
/** What browsers do not show, or show struck out. Without an end it is a word with angle brackets. */
const CLOSED = "title|datalist|dialog|iframe|object|audio|video|canvas|del|strike|s";
/** Behind the fence of a code block stands its language, which is not shown. */
const INFO = /^( {0,3}(?:`{3,}(?![^\n]*`)|~{3,}))[^\n]*/;

/** By what it begins with, and code first: what stands in code is shown as it is. */
const PARTS = new RegExp(
  [
    `(?<code>^ {0,3}(?<fence>\`{3,}|~{3,})[\\s\\S]*?(?:^ {0,3}\\k<fence>|${REST})|(?<!\`)(?<ticks>\`+)(?!\`)[^\\n]*?(?<!\`)\\k<ticks>(?!\`))`,
    `<!--[\\s\\S]*?(?:-->|${REST})|<![a-z][^<>]*>|<\\?[^<>]*\\?>|<!\\[CDATA\\[[\\s\\S]*?(?:\\]\\]>|${REST})`,
    "(?<![~\\\\])~~(?![\\s~])(?:[^\\n~]|~(?!~)|\\n(?!\\s*(?:\\n|[*+#>|-]|\\d+[.)])))+(?<!\\s)~~(?!~)",
    `<(?<element>script|style|template|noscript)\\b[\\s\\S]*?(?:</\\k<element>|${REST})`,
    `<(?<closed>${CLOSED})(?=[\\s>])[^<>]*>[^<]*(?:<(?!/?\\k<closed>\\b)[^<]*)*</\\k<closed>`,
    `<(?<unseen>[a-z][\\w-]*)(?![\\w-])(?=${ATTRIBUTES})[^<>]*?(?:${UNSEEN})[\\s\\S]*?(?:</\\k<unseen>|${REST})`,
    `(?<tag></?[a-z][\\w-]*)(?![\\w-])${ATTRIBUTES}`,
    `^ {0,3}\\[(?!\\^)(?<label>[^\\]\\n]+)\\]:\\s*\\S+(?:\\s+${TITLE})?[ \\t]*$`,
    "!\\[(?:[^[\\]\\n]|\\[[^[\\]\\n]*\\])*\\]\\((?:[^()\\n]|\\([^()\\n]*\\))*\\)",
    `(?<blank>\\[[\\s\\p{DI}]*)?\\]\\((?<target><[^<>\\n]*>|[^\\s()]*(?:\\([^\\s()]*\\)[^\\s()]*)*)(?:\\s+${TITLE})?\\s*\\)`,
  ].join("|"),
  "gimu",
);

/** What a reader of a Markdown text sees, and where its links lead. */
export interface VisibleText {
  text: string;
  targets: readonly string[];
}

/**
 * Markdown and the HTML in it without what is shown nobody (comments, definitions of links, targets and titles, attributes, texts of images,
 * elements that are not shown or that their own attributes hide) and without what is struck out. What a style sheet or a colour hides
 * otherwise stays, so what is left is an upper bound. Linear in the text: it is hostile.
 */
export function visibleText(markdown: string): VisibleText {
  const targets: string[] = [];
  const labels = new Set<string>();
  const text = markdown.replace(PARTS, (_part, ...matched) => {
    const { code, tag, label, blank, target } = matched.at(-1) as Record<string, string | undefined>;
    if (code !== undefined) return code.replace(INFO, "$1");
    if (tag !== undefined) return `${tag}>`;
    if (label !== undefined) labels.add(label.toLowerCase());
    if (target === undefined || blank !== undefined) return "";
    targets.push(target);
    return "]";
  });
  return { text: labels.size === 0 ? text : withoutLabels(text, labels), targets };
}

/** `[text][label]` shows its label only where nothing defines it, and `![text][label]` else an image. */
function withoutLabels(text: string, labels: ReadonlySet<string>): string {
  return text.replace(/(!\[[^[\]\n]*)?\]\[([^\]\n]+)\]/g, (part, image: string | undefined, label: string) => {
    if (!labels.has(label.toLowerCase())) return part;
    return image === undefined ? "]" : "";
  });
}
