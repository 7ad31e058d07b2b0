import { countOf } from "../../../base/counts.ts";
import type { CorpusPatterns } from "../../../db/issues/patterns.ts";
import { count, decimal, percent } from "../../../harness/print/format.ts";
import { STABLE_AGREEMENT } from "../../../measure/clustering/stability.ts";
import { readParameter, writeParameter } from "./address.ts";
import { type Child, h, s } from "./dom.ts";
import { table } from "./table.ts";
import { idButton } from "./trace/ids.ts";

type Pattern = CorpusPatterns["patterns"][number];

const NONE = "The corpus of this run has no fault patterns: scopebench corpus patterns CORPUS --into FOLDER.";

/** How many patterns there are, what they hold, and what their sizes do not say. */
export function patternSummary(found: CorpusPatterns | null): HTMLElement {
  if (!found) return h("p", { class: "nothing" }, NONE);
  const { mining, patterns } = found;
  const inOne = sum(patterns.map(sizeOf));
  const all = mining?.reports ?? null;
  const held = all
    ? ` (${percent(inOne / all, 0)} of ${countOf(all, "report")}, the largest ${percent(sizeOf(patterns[0]!) / all)})`
    : "";
  const rated = patterns.filter(({ agreement }) => agreement !== null);
  const stable = rated.filter(({ agreement }) => agreement! >= STABLE_AGREEMENT).length;
  return h(
    "p",
    { class: "lede" },
    `${countOf(patterns.length, "pattern")} hold ${countOf(inOne, "report")}${held}. `,
    rated.length > 0
      ? `${count(stable)} of ${count(rated.length)} are found again at ${STABLE_AGREEMENT} or more; the others are themes, whose counts would differ in other reports. `
      : "",
    "Mined from the reports' own words; names and extracts are by no model.",
  );
}

/** Circles of the patterns' sizes, each a way to its row. */
export function patternMap(found: CorpusPatterns | null): HTMLElement {
  const placed = (found?.patterns ?? []).filter(({ place }) => place !== null);
  if (placed.length === 0)
    return h("p", { class: "nothing" }, "A map needs more than three patterns that were placed when they were mined.");
  const [x, y] = [0, 1].map((axis) => scaleOf(placed.map(({ place }) => place![axis]!)));
  const largest = sizeOf(placed[0]!);
  const named = new Set(placed.slice(0, NAMED));
  const circles = placed.map((pattern) => {
    const radius = RADIUS * Math.sqrt(sizeOf(pattern) / largest);
    const [cx, cy] = [x!(pattern.place![0]) * WIDTH, y!(pattern.place![1]) * HEIGHT];
    const stable = (pattern.agreement ?? 0) >= STABLE_AGREEMENT;
    return s(
      "g",
      { class: stable ? "pattern stable" : "pattern", onclick: () => show(pattern.id) },
      s("title", {}, `${pattern.name}: ${countOf(sizeOf(pattern), "report")}`),
      s("circle", { cx, cy, r: Math.max(radius, 2) }),
      named.has(pattern) ? s("text", { x: cx, y: cy - radius - 3 }, firstTerm(pattern)) : null,
    );
  });
  return h(
    "figure",
    { class: "figure" },
    h(
      "div",
      { class: "chart" },
      s(
        "svg",
        {
          class: "pattern-map",
          viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
          role: "img",
          "aria-label": "Map of the patterns; the table below has the same",
        },
        ...circles,
      ),
    ),
    h(
      "figcaption",
      { class: "caption" },
      h("b", {}, `The ${count(Math.min(NAMED, placed.length))} largest are named. `),
      `Area: reports. Filled: found again at ${STABLE_AGREEMENT} or more. Neighbours are alike; how far apart others are, and which way, says nothing (UMAP, one seed).`,
    ),
  );
}

const [WIDTH, HEIGHT, RADIUS, NAMED] = [900, 480, 26, 12];

/** Values to between .06 and .94. */
function scaleOf(values: readonly number[]): (value: number) => number {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return (value) => (high > low ? 0.06 + (0.88 * (value - low)) / (high - low) : 0.5);
}

const PARAMETER = "pattern";
const SHOWN = "scopebench-pattern";

/** Opens a pattern beneath the table. */
function show(id: string): void {
  writeParameter(PARAMETER, id);
  dispatchEvent(new CustomEvent(SHOWN));
}

/** All patterns, and the one that the address names in full. */
export function patternTable(found: CorpusPatterns | null): HTMLElement {
  if (!found) return h("p", { class: "nothing" }, NONE);
  const { patterns } = found;
  const names = new Map(patterns.map(({ id, name }) => [id, name]));
  const article = h("div", { "aria-live": "polite" });
  const draw = () => {
    const id = readParameter(PARAMETER);
    const pattern = patterns.find((one) => one.id === id) ?? patterns[0]!;
    article.replaceChildren(patternArticle(pattern, names));
    return id !== null;
  };
  addEventListener(SHOWN, () => {
    if (article.isConnected && draw()) article.scrollIntoView({ block: "nearest" });
  });
  draw();
  const all = found.mining?.reports ?? sum(patterns.map(sizeOf));
  const columns = [
    {
      label: "pattern",
      cell: ({ id, name }: Pattern) =>
        h("button", { type: "button", class: "pattern-name", onclick: () => show(id) }, name),
    },
    { label: "reports", numeric: true, cell: (pattern: Pattern) => count(sizeOf(pattern)) },
    { label: "share", numeric: true, cell: (pattern: Pattern) => percent(sizeOf(pattern) / all) },
    { label: "found again", numeric: true, cell: ({ agreement }: Pattern) => decimal(agreement) },
    { label: "within", numeric: true, cell: ({ within }: Pattern) => decimal(within) },
    { label: "to the nearest", numeric: true, cell: ({ nearest }: Pattern) => decimal(nearest?.distance) },
  ];
  return h(
    "div",
    {},
    table("Patterns", columns, patterns),
    h(
      "p",
      { class: "caption" },
      "Found again: mean Jaccard similarity in resamples, or over the seeds of a layout. Within: mean cosine distance between its reports; to the nearest: between its reports and those of the nearest pattern.",
    ),
    article,
  );
}

function patternArticle(
  { name, terms, extracts, typical, components, triggers, nearest, reports }: Pattern,
  names: ReadonlyMap<string, string>,
): HTMLElement {
  const titles = new Map(reports.map(({ id, title }) => [id, title]));
  return h(
    "article",
    { class: "of-pattern" },
    h("h3", {}, name),
    h(
      "dl",
      { class: "failure-facts" },
      ...fact("terms", terms.join(", ")),
      ...fact(
        "extracts",
        extracts.map((sentence) => h("p", {}, sentence)),
      ),
      ...fact("typical", listed(typical.map((id) => ({ id, title: titles.get(id) ?? "" })))),
      ...fact("components", components.join(", ")),
      ...fact(
        "configured more often than elsewhere",
        triggers
          .map(
            ({ feature, reports, of, all, of_all }) => `${feature} (${reports} of ${of}, of all ${all} of ${of_all})`,
          )
          .join(", "),
      ),
      ...fact(
        "nearest",
        nearest
          ? h(
              "button",
              { type: "button", class: "pattern-name", onclick: () => show(nearest.id) },
              names.get(nearest.id) ?? nearest.id,
            )
          : "",
      ),
    ),
    h("details", {}, h("summary", {}, countOf(reports.length, "report")), listed(reports)),
  );
}

function listed(reports: readonly { id: string; title: string }[]): HTMLElement {
  return h("ul", {}, ...reports.map(({ id, title }) => h("li", {}, idButton(id), ` ${title}`)));
}

function fact(label: string, child: Child): HTMLElement[] {
  return child === "" ? [] : [h("dt", {}, label), h("dd", {}, child)];
}

/** What is known of how reports lie, whatever patterns are made of them. */
export function diagnostics(found: CorpusPatterns | null): HTMLElement {
  const known = found?.mining?.diagnostics;
  if (!known) return h("p", { class: "nothing" }, "These patterns were written without diagnostics.");
  const { variance, hopkins, neighbours } = known;
  const shares = variance.map(({ components, share }) => `${count(components)}: ${percent(share, 0)}`).join(", ");
  const spread = (values: readonly (number | null)[]) => values.map((value) => decimal(value)).join(" · ");
  return h(
    "dl",
    { class: "failure-facts of-corpus" },
    ...fact("variance explained", `by the first principal components, ${shares}. A map of two shows what two hold.`),
    ...fact(
      "Hopkins",
      `${decimal(hopkins)}: about a half where each of eight components falls for itself, towards 1 in heaps. It does not say that heaps are apart, nor how many there are.`,
    ),
    ...fact(
      "nearest other report",
      `cosine distance ${spread(neighbours.nearest)} at ${neighbours.quantiles.map((q) => percent(q, 0)).join(" · ")} of the reports; to the fifth ${spread(neighbours.fifth)}.`,
    ),
  );
}

function sizeOf({ reports }: Pattern): number {
  return reports.length;
}

function firstTerm({ name }: Pattern): string {
  return name.split(", ")[0]!;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
