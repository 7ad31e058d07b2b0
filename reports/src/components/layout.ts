import { h } from "./dom.ts";

/** Figures or tables beside each other where there is room for both. */
export function row(...parts: readonly Node[]): HTMLElement {
  return h("div", { class: "row" }, ...parts);
}

/** What repeats the figure beside it, or is looked up rather than read: opened on demand. Nothing for a table that this run does not have. */
export function fold(label: string, part: Node): Node {
  if (part.nodeType === Node.COMMENT_NODE) return part;
  return h("details", { class: "fold" }, h("summary", {}, label), part);
}

/** Parts under a heading. Nothing where the run has none of them. */
export function section(title: string, ...parts: readonly Node[]): Node {
  const present = parts.filter((part) => part.nodeType !== Node.COMMENT_NODE);
  return present.length === 0 ? parts[0]! : h("section", {}, h("h2", {}, title), ...present);
}
