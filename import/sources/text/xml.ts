import { SaxesParser, type SaxesTagPlain } from "saxes";
import { UserError } from "../../../base/user-error.ts";
import { showable } from "../../folder/quote.ts";

/** An element. Names are without their prefix: producers do not agree on one. */
export interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (XmlElement | string)[];
  /** Where its start tag ends, from 1. */
  line: number;
}

/** No real document nests deeper, and deeper nesting would overflow the stack of recursive readers. */
const MOST_DEPTH = 500;

/**
 * Parses a document strictly. Nothing outside of it is ever fetched and no DTD is read: an entity that is not one of
 * XML's five is an error, so that nothing expands either. `take` sees each element as it closes, with those around it,
 * outermost first; true takes it out of the tree, which keeps large documents small.
 * @throws UserError `corpus` with file and line when the text is not well-formed.
 */
export function parseXml(
  text: string,
  name: string,
  take?: (element: XmlElement, around: readonly XmlElement[]) => boolean,
): XmlElement {
  const parser = new SaxesParser();
  const open: XmlElement[] = [];
  let root: XmlElement | null = null;
  parser.on("error", (error) => {
    const at = /^(?:undefined:)?(\d+):\d+: (.*)$/s.exec(error.message);
    throw refusal(name, at?.[1] ?? String(parser.line), at?.[2] ?? error.message);
  });
  parser.on("opentag", (tag) => {
    const element = elementOf(tag, parser.line);
    if (open.length >= MOST_DEPTH)
      throw refusal(name, String(parser.line), `nested deeper than ${MOST_DEPTH} elements`);
    root ??= element;
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  const addText = (part: string) => void open.at(-1)?.children.push(part);
  parser.on("text", addText);
  parser.on("cdata", addText);
  parser.on("closetag", () => {
    const element = open.pop() as XmlElement;
    if (take?.(element, open)) open.at(-1)?.children.pop();
  });
  parser.write(text).close();
  // A document without a root element is an error before this.
  return root as unknown as XmlElement;
}

function elementOf({ name, attributes }: SaxesTagPlain, line: number): XmlElement {
  return {
    name: localName(name),
    attributes: Object.fromEntries(Object.entries(attributes).map(([key, value]) => [localName(key), value])),
    children: [],
    line,
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function refusal(name: string, line: string, message: string): UserError {
  return new UserError("corpus", `${name}:${line}: not well-formed XML: ${showable(message)}`, {
    hint: "nothing of the file was taken; export it again",
  });
}

/** Child elements, of one name or all. */
export function childrenOf({ children }: XmlElement, name?: string): XmlElement[] {
  return children.filter((child): child is XmlElement => typeof child !== "string" && (!name || child.name === name));
}

/** The first child of that name. */
export function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return element && childrenOf(element, name)[0];
}

/** All elements of one name below, in document order. */
export function descendantsOf(element: XmlElement, name: string): XmlElement[] {
  return childrenOf(element).flatMap((child) => [
    ...(child.name === name ? [child] : []),
    ...descendantsOf(child, name),
  ]);
}

/** The text in an element and all below it, "" for none. */
export function textOf(element: XmlElement | undefined): string {
  return element ? element.children.map((child) => (typeof child === "string" ? child : textOf(child))).join("") : "";
}

/** Name of the root element in the start of a document, null when it is no XML. */
export function rootName(head: string): string | null {
  let rest = head.replace(/^\uFEFF/, "").trimStart();
  for (;;) {
    const end = prologEnd(rest);
    if (end === null) break;
    rest = rest.slice(end).trimStart();
  }
  const name = /^<([\p{L}_][\w:.-]*)[\s/>]/u.exec(rest)?.[1];
  return name === undefined ? null : localName(name);
}

/** Length of a comment, an instruction or a document type at the start; null for anything else. */
function prologEnd(text: string): number | null {
  const closing = text.startsWith("<!--")
    ? "-->"
    : text.startsWith("<?")
      ? "?>"
      : /^<!DOCTYPE/i.test(text)
        ? doctypeEnd(text)
        : null;
  if (closing === null) return null;
  const at = text.indexOf(closing);
  return at < 0 ? text.length : at + closing.length;
}

function doctypeEnd(text: string): string {
  const bracket = text.indexOf("[");
  return bracket >= 0 && bracket < text.indexOf(">") ? "]>" : ">";
}

/** The first 64 kB of a file as text, for recognising: bytes that do not fit are of no matter there. */
export function headOf({ head, encoding = encodingOf(head) }: { head: Uint8Array; encoding?: string }): string {
  return new TextDecoder(encoding).decode(head);
}

function encodingOf(head: Uint8Array): string {
  if (head[0] === 0xff || head[1] === 0) return "utf-16le";
  return head[0] === 0xfe || head[0] === 0 ? "utf-16be" : "utf-8";
}
