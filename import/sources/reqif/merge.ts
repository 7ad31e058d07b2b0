import type { ReqifDocument, ReqifItem, ReqifNode } from "./read-document.ts";

/** Attribute that holds the id which people use, and the one which holds name or text, as producers call them; first match wins. */
const ID_NAMES = [/^reqif\.foreignid$/, /^(requirement|object|item|req)?[ _.-]?(id|uid|identifier|key)$/];
const TITLE_NAMES = [
  /^reqif\.(chaptername|chapter|name)$/,
  /^(title|name|heading|object heading|summary|short ?text)$/,
];
const TEXT_NAMES = [/^reqif\.text$/, /^(object )?text$/, /description|statement|content/];

/** What an item says about itself. */
export interface ItemText {
  title: string;
  text: string;
  /** Every other value. */
  rest: Record<string, string>;
}

/** Title and text of an item from the attributes that usually hold them, else from its own name, else its longest value. */
export function wordingOf({ values, longName, description, id }: ReqifItem): ItemText {
  const titleName = nameAmong(values, TITLE_NAMES);
  const textName = nameAmong(values, TEXT_NAMES) ?? longestOf(values, titleName);
  const text = (textName === null ? "" : values[textName]) || description;
  const named = titleName === null ? "" : (values[titleName] as string);
  const title = named || longName || firstLine(text) || id;
  const rest = Object.fromEntries(Object.entries(values).filter(([name]) => name !== titleName && name !== textName));
  // A name of several lines, or of more than a line holds, is text.
  const isCut = named.trim() !== "" && firstLine(named) !== named.trim();
  return { title: firstLine(title), text: isCut && text !== "" ? `${named}\n${text}` : text || title, rest };
}

/** The id that people use: has a letter and no blank, so that it can be found in prose. Null otherwise. */
export function foreignId({ values }: ReqifItem): string | null {
  const name = nameAmong(values, ID_NAMES);
  const id = name === null ? undefined : values[name]?.trim();
  return id && /\p{L}/u.test(id) && !/\s/.test(id) && id.length <= 100 ? id : null;
}

function nameAmong(values: Record<string, string>, patterns: readonly RegExp[]): string | null {
  const names = Object.keys(values);
  for (const pattern of patterns) {
    const found = names.find((name) => pattern.test(name.toLowerCase()));
    if (found !== undefined) return found;
  }
  return null;
}

function longestOf(values: Record<string, string>, except: string | null): string | null {
  const names = Object.keys(values).filter((name) => name !== except && /\s/.test(values[name] as string));
  return names.sort((a, b) => (values[b] as string).length - (values[a] as string).length)[0] ?? null;
}

function firstLine(text: string): string {
  const line = text.trim().split("\n")[0] as string;
  return line.length > 160 ? `${line.slice(0, 157)}...` : line;
}

/** Every node with the node above it and its depth from 1, in document order. */
export function walkNodes(
  nodes: readonly ReqifNode[],
  visit: (node: ReqifNode, above: ReqifNode | null, depth: number) => void,
): void {
  const walk = (list: readonly ReqifNode[], above: ReqifNode | null, depth: number): void => {
    for (const node of list) {
      visit(node, above, depth);
      walk(node.children, node, depth + 1);
    }
  };
  walk(nodes, null, 1);
}

/** Name of the specification of each object, the first that holds it. */
export function specificationNames({ specifications }: ReqifDocument): Map<string, string> {
  const names = new Map<string, string>();
  for (const specification of specifications)
    walkNodes(specification.nodes, ({ objectId }) => {
      if (objectId !== null && !names.has(objectId)) names.set(objectId, wordingOf(specification).title);
    });
  return names;
}
