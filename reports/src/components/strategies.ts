import { configurationLabel, workflowLabel } from "../../../harness/print/format.ts";
import { configurationName } from "../../../harness/record/domain/names.ts";
import type { MethodData } from "../../../harness/show/report/method.ts";
import type { StrategiesData } from "../../../harness/show/report/pages/strategies.ts";
import { h, s } from "./dom.ts";
import { executionsLink } from "./links.ts";
import { formatValue, table } from "./table.ts";

/** A sentence for each model and kind of question: what its agent takes and gains over the best fixed strategy. */
export function gains({ gains: all }: StrategiesData): HTMLElement {
  if (all.length === 0)
    return h(
      "p",
      {},
      "Nothing to compare: it takes an agent, a strategy that retrieves by one way, and answerable questions that both were asked.",
    );
  const models = [...new Set(all.map(({ model }) => model))];
  return h(
    "div",
    {},
    ...models.flatMap((model) => [
      h("h3", {}, model),
      h("ul", { class: "gains" }, ...all.filter((gain) => gain.model === model).map(({ text }) => h("li", {}, text))),
    ]),
    h(
      "p",
      { class: "caption" },
      "Agent: of the model's agents the one with the highest NDCG@10. Strategy: the model's with the highest NDCG@10 of that kind, upper bounds left out; all models' for an agent of another maker. Both are chosen on these very questions, so p, of a paired test of the mean over scenarios, is corrected (Holm) over all pairs that could have been named. The interval is that of the pair alone.",
    ),
  );
}

export function times({ times: rows }: StrategiesData): HTMLElement {
  return table(
    "Median time of an execution",
    [
      {
        label: "configuration",
        cell: (row: (typeof rows)[number]) =>
          h("a", { href: executionsLink({ configuration: configurationName(row) }) }, configurationLabel(row)),
      },
      { label: "type", cell: (row) => row.query_type },
      { label: "median", numeric: true, cell: (row) => formatValue(row.median_ms && row.median_ms / 1000, "seconds") },
      { label: "n", numeric: true, cell: (row) => formatValue(row.n, "count") },
    ],
    rows,
  );
}

type Graph = NonNullable<MethodData["manifest"]["graphs"]>[string];

/** Each workflow that is a graph of nodes, as it was compiled when the run began. Nothing without any. */
export function workflowGraphs({ graphs = {} }: Pick<MethodData["manifest"], "graphs">): Node {
  const names = Object.keys(graphs);
  if (names.length === 0) return document.createComment("no graphs in this run");
  const drawn = names.map((name) =>
    h(
      "figure",
      { class: "graph" },
      h("figcaption", {}, workflowLabel(name)),
      drawGraph(graphs[name]!, workflowLabel(name)),
    ),
  );
  return h("section", {}, h("h2", {}, "The graphs, as they were compiled"), h("div", { class: "graphs" }, ...drawn));
}

const [WIDTH, ROW, BOX_WIDTH, BOX_HEIGHT] = [310, 52, 78, 24];

/** Nodes in rows by their distance from the start; what leads back stands on the right of its row and goes round there. */
function drawGraph({ nodes, edges }: Graph, name: string): SVGElement {
  const rows = rowsOf({ nodes, edges });
  const place = placesOf({ nodes, edges }, rows);
  const lines = edges.map((edge) => {
    const [a, b] = [place.get(edge.from)!, place.get(edge.to)!];
    const back = b.y <= a.y;
    const path = back
      ? `M${a.x + BOX_WIDTH / 2} ${a.y} H${WIDTH - 6} V${b.y} H${b.x + BOX_WIDTH / 2}`
      : `M${a.x} ${a.y + BOX_HEIGHT / 2} L${b.x} ${b.y - BOX_HEIGHT / 2}`;
    return s(
      "g",
      {},
      s("path", { d: path, fill: "none", stroke: "var(--muted)", "marker-end": "url(#arrow)" }),
      edge.when
        ? s(
            "text",
            {
              ...{ x: a.x + 0.62 * (b.x - a.x) + 4, y: (a.y + b.y) / 2 + 4, fill: "var(--muted)", "font-size": 11 },
              // The line that it is on ends before its letters.
              ...{ stroke: "var(--paper)", "stroke-width": 4, "paint-order": "stroke" },
            },
            edge.when,
          )
        : null,
    );
  });
  const boxes = nodes.map((node) => {
    const { x, y } = place.get(node)!;
    const label = node.replaceAll("_", "");
    return s(
      "g",
      {},
      s("rect", {
        ...{ x: x - BOX_WIDTH / 2, y: y - BOX_HEIGHT / 2, width: BOX_WIDTH, height: BOX_HEIGHT, rx: 5 },
        ...{ fill: "var(--paper)", stroke: "var(--accent)" },
      }),
      s("text", { x, y: y + 4, fill: "var(--ink)", "font-size": 12, "text-anchor": "middle" }, label),
    );
  });
  const height = ROW * (1 + Math.max(...rows.values()));
  const label = `${name}: ${edges.map(({ from, to, when }) => `${from} to ${to}${when ? ` when ${when}` : ""}`).join(", ")}`;
  const arrow = { id: "arrow", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto" };
  return s(
    "svg",
    { width: WIDTH, height, viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": label },
    s("defs", {}, s("marker", arrow, s("path", { d: "M0 0 L8 4 L0 8 z", fill: "var(--muted)" }))),
    ...lines,
    ...boxes,
  );
}

/** One alone in its row stands in the middle, or below the one node that leads to it, out of the way of what passes its row. */
function placesOf({ nodes, edges }: Graph, rows: ReadonlyMap<string, number>): Map<string, { x: number; y: number }> {
  const leadsBack = (node: string) => edges.some(({ from, to }) => from === node && rows.get(to)! <= rows.get(node)!);
  const place = new Map<string, { x: number; y: number }>();
  for (const node of nodes.toSorted((a, b) => rows.get(a)! - rows.get(b)!)) {
    const beside = nodes.filter((other) => rows.get(other) === rows.get(node));
    const ordered = [...beside.filter((other) => !leadsBack(other)), ...beside.filter(leadsBack)];
    const [above, ...others] = edges.filter(({ from, to }) => to === node && rows.get(from)! < rows.get(node)!);
    const below = beside.length === 1 && above && others.length === 0 ? place.get(above.from)?.x : undefined;
    const x = below ?? (WIDTH * (ordered.indexOf(node) + 0.5)) / ordered.length;
    place.set(node, { x, y: ROW * (rows.get(node)! + 0.5) });
  }
  return place;
}

/** The row of each node: one below the lowest of those that lead to it, edges that lead back left out. */
function rowsOf({ nodes, edges }: Graph): Map<string, number> {
  const rows = new Map<string, number>();
  const visit = (node: string, row: number, above: readonly string[]): void => {
    if (above.includes(node)) return;
    rows.set(node, Math.max(row, rows.get(node) ?? 0));
    for (const { from, to } of edges) if (from === node) visit(to, row + 1, [...above, node]);
  };
  visit(nodes[0]!, 0, []);
  return rows;
}
