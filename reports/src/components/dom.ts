import { splitVisible } from "./visible-text.ts";

export type Child = Node | string | number | null | undefined | readonly Child[];
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

const SVG = "http://www.w3.org/2000/svg";

/**
 * An HTML element. Strings become text nodes and never markup; control and direction characters in them are shown as
 * what they are. A function is an event listener (`onclick`), null and false leave an attribute out.
 */
export function h(tag: string, attributes: Attributes = {}, ...children: Child[]): HTMLElement {
  return fill(document.createElement(tag), attributes, children);
}

/** An SVG element, by the same rules. */
export function s(tag: string, attributes: Attributes = {}, ...children: Child[]): SVGElement {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** A text of unknown origin as nodes: inert, and honest about characters that do not show. */
function textNodes(text: string): Node[] {
  return splitVisible(text).map((part) => {
    if (part.type === "text") return document.createTextNode(part.text);
    const mark = document.createElement("span");
    mark.className = "control";
    mark.title = part.name;
    mark.textContent = part.text;
    return mark;
  });
}

function fill<E extends Element>(element: E, attributes: Attributes, children: readonly Child[]): E {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === "function") element.addEventListener(name.replace(/^on/, ""), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  append(element, children);
  return element;
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === null || child === undefined) continue;
    if (Array.isArray(child)) append(element, child);
    else if (child instanceof Node) element.append(child);
    else element.append(...textNodes(String(child)));
  }
}
