import { countOf } from "../../../../base/counts.ts";
import { type Span, spansOf } from "../../../../harness/results/trace/spans.ts";
import type { ExecutionData } from "../../../../harness/show/report/site-data.ts";
import { h } from "../dom.ts";
import { spanPanel } from "./span-panel.ts";
import { agentOf, lineOf, searchText, secondsOf, type Trace } from "./span-text.ts";
import { makeTree, type TreeItem } from "./tree.ts";

/**
 * A trace as a tree of spans with their times, and beside it all of the one that is selected. `#call-3` in the address
 * selects; what is not open is not in the page.
 */
export function traceViewer(data: ExecutionData, titles: Readonly<Record<string, string>>): HTMLElement {
  const { trace } = data;
  if (!trace) return h("p", { class: "nothing" }, "No trace was recovered for this execution.");
  const roots = spansOf(trace, data.record);
  if (roots.length === 0) return h("p", { class: "nothing" }, "The trace is empty.");
  const spans = flat(roots);
  const panel = h("div", { class: "trace-panel", role: "region", "aria-label": "selected step", tabindex: 0 });
  let sought = "";
  const mark = () => highlight([tree.element, panel], sought);
  const known = { titles, expected: new Set(data.scenario.expected_ids) };
  const show = (id: string) => {
    const span = spans.find((one) => one.id === id)!;
    panel.replaceChildren(spanPanel(span, { data, trace, known, spans }));
    panel.scrollTop = 0;
    mark();
    if (location.hash !== `#${id}`) history.replaceState(history.state, "", `#${id}`);
  };
  const end = Math.max(1, ...spans.map(({ start, duration }) => (start ?? 0) + (duration ?? 0)));
  const tree = makeTree({
    label: "Steps of the execution",
    roots: roots.map((span) => toNode(span, { data, trace, end })),
    onSelect: show,
  });
  const follow = () => tree.select(location.hash.slice(1));
  addEventListener("hashchange", follow);
  const first = spans.some(({ id }) => `#${id}` === location.hash) ? location.hash.slice(1) : null;
  if (first) tree.select(first);
  else panel.append(spanPanel(roots[0]!, { data, trace, known, spans }));
  const search = (text: string) => {
    sought = text;
    const ids = new Set(
      spans.filter((span) => searchText(span, trace).toLowerCase().includes(text)).map(({ id }) => id),
    );
    tree.filter(text === "" ? null : (id) => ids.has(id));
    mark();
    return ids.size;
  };
  // What is folded out, or loaded, has to be marked, too.
  panel.addEventListener("toggle", mark, true);
  return h("div", { class: "trace" }, h("div", {}, searchField(search), tree.element), panel);
}

/** `search` gives the number of steps that it finds. */
function searchField(search: (text: string) => number): HTMLElement {
  const found = h("span", { class: "caption", "aria-live": "polite" });
  const input = (event: Event) => {
    const text = (event.target as HTMLInputElement).value.trim().toLowerCase();
    const steps = search(text);
    found.replaceChildren(text === "" ? "" : ` ${countOf(steps, "step")}`);
  };
  const label = "search in this trace";
  return h(
    "p",
    { class: "filters" },
    h("input", { type: "search", "aria-label": label, placeholder: label, oninput: input }),
    found,
  );
}

/** More of them do not fit into a line. */
const SHOWN_WORDS = 160;

function toNode(span: Span, context: { data: ExecutionData; trace: Trace; end: number }): TreeItem {
  const { data, trace, end } = context;
  const { name, words } = lineOf(span, { trace, scenario: data.scenario });
  const agent = agentOf(span, trace);
  const line = h(
    "span",
    { class: "tree-line" },
    h(
      "span",
      { class: `tree-name ${span.type}${span.failed ? " bad" : ""}` },
      h("b", {}, name),
      agent === "" ? "" : ` ${agent}`,
      h("small", {}, ` ${words.slice(0, SHOWN_WORDS)}`),
      span.failed ? h("span", { class: "sr" }, " failed") : null,
    ),
    bar(span, end),
    h("span", { class: "tree-time" }, span.duration === null ? "–" : secondsOf(span.duration)),
  );
  return { id: span.id, line, children: span.children.map((child) => toNode(child, context)) };
}

/** Its place in time; without a recorded start there is none. */
function bar({ start, duration, failed, type }: Span, end: number): HTMLElement {
  if (start === null || duration === null) return h("span", { class: "gantt" });
  const style = `--from: ${(start / end).toFixed(4)}; --for: ${(duration / end).toFixed(4)}`;
  return h(
    "span",
    { class: "gantt", title: `from ${secondsOf(start)} to ${secondsOf(start + duration)}` },
    h("span", { class: `bar ${type}${failed ? " failed" : ""}`, style }),
  );
}

function flat(spans: readonly Span[]): Span[] {
  return spans.flatMap((span) => [span, ...flat(span.children)]);
}

/** Marks every place of a text in what is shown, without changing the page. Where a browser has no such marks, none are shown. */
function highlight(elements: readonly HTMLElement[], text: string): void {
  if (!("highlights" in CSS)) return;
  const ranges = text === "" ? [] : elements.flatMap((element) => rangesIn(element, text.toLowerCase()));
  CSS.highlights.set("found", new Highlight(...ranges));
}

function rangesIn(element: HTMLElement, text: string): Range[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const ranges: Range[] = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const words = (node.nodeValue ?? "").toLowerCase();
    for (let at = words.indexOf(text); at >= 0; at = words.indexOf(text, at + text.length)) {
      const range = document.createRange();
      // Lower case of a few letters is longer: such a mark would end behind the text.
      range.setStart(node, Math.min(at, node.nodeValue!.length));
      range.setEnd(node, Math.min(at + text.length, node.nodeValue!.length));
      ranges.push(range);
    }
  }
  return ranges;
}
