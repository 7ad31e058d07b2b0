import { parseAnswer } from "../../agent/answer.ts";
import { csvOf, save } from "./csv.ts";
import { h, prose, spans } from "./dom.ts";
import { showEvidence } from "./evidence.ts";

interface ScopeItem {
  rank: number;
  id: string;
  reason: string;
  /** Labels of the sources that are cited for it. */
  cited: string[];
}

interface ScopeOptions {
  threadId: string;
  /** Ids that the person has taken out. */
  dropped: ReadonlySet<string>;
  onDrop(dropped: ReadonlySet<string>): void;
}

/** An answer as a scope: ranked tests with reason and evidence, to be ticked and exported. */
export function renderScope(text: string, { threadId, dropped, onDrop }: ScopeOptions): Node[] {
  const answer = parseAnswer(text);
  const items = itemsOf(answer);
  const sources = new Map(answer.sources.map((source) => [source.label, source]));
  const out = new Set(dropped);
  const count = h("p", { class: "caption", role: "status" });
  const tell = () => count.replaceChildren(`${items.filter(({ id }) => !out.has(id)).length} of ${items.length} kept`);
  tell();
  const rows = items.map(({ rank, id, reason, cited }) =>
    h(
      "tr",
      {},
      h("td", {}, tick(id)),
      h("td", { class: "num" }, rank),
      h("td", {}, h("code", {}, id)),
      h("td", { class: "reason" }, spans(reason)),
      h(
        "td",
        {},
        cited.map((label) => evidence(label, id)),
      ),
    ),
  );
  function tick(id: string): HTMLElement {
    const box = h("input", { type: "checkbox", "aria-label": `keep ${id}`, checked: !out.has(id) });
    box.addEventListener("change", () => {
      if (box.checked) out.delete(id);
      else out.add(id);
      tell();
      onDrop(new Set(out));
    });
    return box;
  }
  function evidence(label: string, id: string): HTMLElement | null {
    const source = sources.get(label);
    const path = source && pathOf(source.target);
    if (!source || !path) return null;
    const open = () => showEvidence({ threadId, path, title: source.title, id });
    return h("button", { class: "source", title: source.title, onclick: open }, label);
  }
  const head = ["keep", "rank", "test", "why", "evidence"].map((title) => h("th", { scope: "col" }, title));
  const exported = () => save("scope.csv", csvOf(asRows(items, { out, sources })));
  return [
    ...prose(answer.prose),
    ...notCovered(answer.gaps),
    ...(items.length === 0
      ? []
      : [
          h(
            "div",
            { class: "scroll" },
            h("table", { class: "tests" }, h("thead", {}, h("tr", {}, head)), h("tbody", {}, rows)),
          ),
          h("div", { class: "row" }, count, h("button", { onclick: exported }, "Export CSV")),
        ]),
  ];
}

/** Items of the change without any test; nothing where the answer does not tell. */
function notCovered(gaps: Parsed["gaps"]): Node[] {
  if (gaps === null) return [];
  const ids = gaps.flatMap((id, index) => [...(index > 0 ? [", "] : []), h("code", {}, id)]);
  const said = gaps.length > 0 ? ["Without any test: ", ...ids] : ["Everything asked about has a test."];
  return [h("p", { class: "gaps" }, said)];
}

type Parsed = ReturnType<typeof parseAnswer>;

function itemsOf({ ranked, list }: Parsed): ScopeItem[] {
  const lines = list.split("\n");
  return ranked.map((id, index) => {
    const line = lines.find((text) => /^\s*\d+[.)]/.test(text) && text.includes(id)) ?? "";
    const rest = line.slice(line.indexOf(id) + id.length).replace(/^\s*`+(\*\*)?\s*[-–—:]?\s*/, "");
    const cited = [...rest.matchAll(/\[(S\d+)\]/g)].map(([, label]) => label!);
    return { rank: index + 1, id, reason: rest.replace(/\s*\[S\d+\]/g, ""), cited: [...new Set(cited)] };
  });
}

function pathOf(target: string): string | null {
  const path = /^artifact:\/\/[^?]+\?path=(.+)$/.exec(target)?.[1];
  if (path === undefined) return null;
  try {
    return decodeURIComponent(path);
  } catch {
    return path; // A stray percent sign: then it is not an encoded path.
  }
}

function asRows(
  items: readonly ScopeItem[],
  { out, sources }: { out: ReadonlySet<string>; sources: ReadonlyMap<string, { title: string }> },
): string[][] {
  const body = items.map(({ rank, id, reason, cited }) => [
    String(rank),
    id,
    out.has(id) ? "no" : "yes",
    reason,
    cited.map((label) => sources.get(label)?.title ?? label).join("; "),
  ]);
  return [["rank", "test", "kept", "why", "evidence"], ...body];
}
