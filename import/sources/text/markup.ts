import { Parser } from "htmlparser2";
import type { XmlElement } from "./xml.ts";

const words = (list: string) => new Set(list.split(" "));

const BLOCKS = words(
  "address article aside blockquote br caption dd div dl dt figure footer form h1 h2 h3 h4 h5 h6 header hr li main ol p pre section table tbody tfoot thead tr ul",
);
const INLINE = words(
  "a abbr b bdi bdo big cite code del dfn em font i img input ins kbd label mark object q s samp small span strike strong sub sup td th tt u var",
);
const SILENT = words("script style head title template");

/**
 * Plain text of HTML as people paste it into forms: a line a block, `- ` before items, ` | ` between cells. What is no
 * HTML element stays as it stands: Gherkin has `<user name>` for its parameters.
 */
export function plainText(html: string): string {
  const tags = [...html.matchAll(/<\/?([a-z][a-z0-9]*)\b[^<>]*>/gi)].map(([, name]) => (name as string).toLowerCase());
  const known = tags.filter(isElement);
  if (known.length === 0 && !/&(?:[a-z][a-z\d]*|#\d+|#x[\da-f]+);/i.test(html)) return tidy(html);
  const flow = new Flow({ keepLines: !known.some((name) => BLOCKS.has(name)) });
  const parser = new Parser({
    onopentag: (name) =>
      isElement(name) ? flow.open(name) : flow.text(html.slice(parser.startIndex, parser.endIndex + 1)),
    ontext: (text) => flow.text(text),
    onclosetag: (name, isImplied) => {
      if (isElement(name)) flow.close(name);
      else if (!isImplied) flow.text(html.slice(parser.startIndex, parser.endIndex + 1));
    },
  });
  parser.end(html);
  return flow.result();
}

/** The same for XHTML inside of an XML document. */
export function plainTextOf(element: XmlElement): string {
  const flow = new Flow({ keepLines: false });
  const walk = (children: XmlElement["children"]): void => {
    for (const child of children) {
      if (typeof child === "string") flow.text(child);
      else {
        flow.open(child.name);
        walk(child.children);
        flow.close(child.name);
      }
    }
  };
  walk(element.children);
  return flow.result();
}

const isElement = (name: string) => BLOCKS.has(name) || INLINE.has(name) || SILENT.has(name);

class Flow {
  readonly #lines: string[] = [];
  #line = "";
  #silent = 0;
  #preformatted: number;

  constructor({ keepLines }: { keepLines: boolean }) {
    this.#preformatted = keepLines ? 1 : 0;
  }

  open(name: string): void {
    if (SILENT.has(name)) this.#silent++;
    if (name === "pre") this.#preformatted++;
    if (name === "br") this.#endLine();
    else if (BLOCKS.has(name)) this.#startLine();
    if (name === "li") this.#line += "- ";
  }

  text(text: string): void {
    if (this.#silent > 0) return;
    this.#line += this.#preformatted > 0 ? text : text.replace(/\s+/g, " ");
  }

  close(name: string): void {
    if (SILENT.has(name)) this.#silent--;
    if (name === "pre") this.#preformatted--;
    if (name === "td" || name === "th") this.#line += " | ";
    else if (BLOCKS.has(name) && name !== "br") this.#startLine();
    if (name === "tr" && this.#lines.length > 0)
      this.#lines.push((this.#lines.pop() as string).replace(/(?: \|)+$/, ""));
  }

  result(): string {
    this.#endLine();
    return tidy(this.#lines.join("\n"));
  }

  #endLine(): void {
    this.#lines.push(this.#line.trimEnd());
    this.#line = "";
  }

  #startLine(): void {
    if (this.#line.trim() !== "" && this.#line !== "- ") this.#endLine();
  }
}

/** Lines without blanks at their ends, and at most one empty line on end. */
function tidy(text: string): string {
  const lines = text
    .replace(/\r\n?/g, "\n")
    .split("\n")
    .map((line) => line.trimEnd());
  return lines
    .join("\n")
    .replace(/\n{3,}/g, "\n\n")
    .trim();
}
