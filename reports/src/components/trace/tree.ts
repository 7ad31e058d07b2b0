import { h } from "../dom.ts";

/** What the tree shows of a node: its line, and what is inside it. */
export interface TreeItem {
  id: string;
  line: HTMLElement;
  children: TreeItem[];
}

interface TreeOptions {
  label: string;
  roots: readonly TreeItem[];
  onSelect: (id: string) => void;
}

export interface Tree {
  element: HTMLElement;
  /** Shows a node (opening what it is inside of) and selects it. Unknown ids select nothing. */
  select(id: string): void;
  /** Shows the nodes that match, and those that they are inside of; null = all. */
  filter(matches: ((id: string) => boolean) | null): void;
}

interface Row {
  node: TreeItem;
  level: number;
  parent: Row | null;
}

/**
 * A tree by the ARIA pattern: one tab stop; up and down move, right opens or enters, left closes or leaves, Home and End
 * go to the ends. Only open nodes are in the page. What is selected is shown elsewhere.
 */
export function makeTree({ label, roots, onSelect }: TreeOptions): Tree {
  const element = h("div", {
    role: "tree",
    class: "tree",
    "aria-label": label,
    onkeydown: (event) => onKey(event as KeyboardEvent),
  });
  const open = new Set(roots.map(({ id }) => id));
  let selected = roots[0]?.id ?? "";
  let shown: ReadonlySet<string> | null = null;
  let rows: Row[] = [];
  const isOpen = ({ id }: TreeItem) => open.has(id) || shown !== null;
  const visible = (nodes: readonly TreeItem[], level: number, parent: Row | null): Row[] =>
    nodes.flatMap((node) => {
      if (shown !== null && !shown.has(node.id)) return [];
      const row = { node, level, parent };
      return [row, ...(isOpen(node) ? visible(node.children, level + 1, row) : [])];
    });
  const draw = (focus = false) => {
    rows = visible(roots, 1, null);
    const current = rows.find(({ node }) => node.id === selected) ?? rows[0];
    element.replaceChildren(
      ...rows.map((row) => rowElement(row, { current: row === current, open: isOpen(row.node), choose })),
    );
    if (focus) element.querySelector<HTMLElement>('[tabindex="0"]')?.focus({ preventScroll: false });
  };
  const toggle = (node: TreeItem) => (open.has(node.id) ? open.delete(node.id) : open.add(node.id));
  const move = (row: Row | undefined) => {
    if (!row) return;
    selected = row.node.id;
    draw(true);
    onSelect(selected);
  };
  const choose = ({ node }: Row) => {
    if (node.children.length > 0 && (selected === node.id || !open.has(node.id))) toggle(node);
    selected = node.id;
    draw(true);
    onSelect(selected);
  };
  const onKey = (event: KeyboardEvent) => {
    const at = rows.findIndex(({ node }) => node.id === selected);
    const row = rows[at];
    if (!row || !keys(event.key, { at, row })) return;
    event.preventDefault();
  };
  const keys = (key: string, { at, row }: { at: number; row: Row }): boolean => {
    const { node, parent } = row;
    const canOpen = node.children.length > 0 && shown === null;
    if (key === "ArrowDown") move(rows[at + 1]);
    else if (key === "ArrowUp") move(rows[at - 1]);
    else if (key === "Home") move(rows[0]);
    else if (key === "End") move(rows.at(-1));
    else if (key === "ArrowRight" && isOpen(node)) move(rows[at + 1]?.parent === row ? rows[at + 1] : undefined);
    else if (key === "ArrowLeft" && !(canOpen && open.has(node.id))) move(parent ?? undefined);
    else if (key === "ArrowRight" || key === "ArrowLeft" || key === "Enter" || key === " ") {
      if (canOpen) toggle(node);
      draw(true);
      onSelect(selected);
    } else return false;
    return true;
  };
  draw();
  return {
    element,
    select(id) {
      const path = pathTo(id, roots);
      if (path.length === 0) return;
      for (const node of path.slice(0, -1)) open.add(node.id);
      selected = id;
      draw();
      onSelect(id);
      element.querySelector('[tabindex="0"]')?.scrollIntoView({ block: "nearest" });
    },
    filter(matches) {
      shown = matches && new Set(roots.flatMap((root) => matching(root, matches)));
      draw();
    },
  };
}

function rowElement(
  row: Row,
  { current, open, choose }: { current: boolean; open: boolean; choose: (row: Row) => void },
): HTMLElement {
  const { node, level } = row;
  const inside = node.children.length > 0;
  return h(
    "div",
    {
      role: "treeitem",
      class: "tree-row",
      tabindex: current ? 0 : -1,
      "aria-level": level,
      "aria-expanded": inside ? String(open) : null,
      "aria-selected": String(current),
      style: `--level: ${level - 1}`,
      onclick: () => choose(row),
    },
    h("span", { class: "twist", "aria-hidden": "true" }, inside ? (open ? "▾" : "▸") : ""),
    node.line,
  );
}

/** From the root to a node; empty when there is none. */
function pathTo(id: string, nodes: readonly TreeItem[]): TreeItem[] {
  for (const node of nodes) {
    if (node.id === id) return [node];
    const rest = pathTo(id, node.children);
    if (rest.length > 0) return [node, ...rest];
  }
  return [];
}

/** Ids of the nodes that match, and of what they are inside of. */
function matching(node: TreeItem, matches: (id: string) => boolean): string[] {
  const inside = node.children.flatMap((child) => matching(child, matches));
  return inside.length > 0 || matches(node.id) ? [node.id, ...inside] : [];
}
