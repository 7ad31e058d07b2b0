import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";
import { DATA_MARKS_SELECTOR } from "../../harness/show/drawing/data-marks.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Opens what is folded and scrolls through the page, because figures are drawn when they come into view. */
export async function drawAll(page: Page): Promise<void> {
  // One step in the page a time: what a figure moves or draws anew meanwhile is no element that was looked for before.
  const next = `(() => {
    document.querySelectorAll("main .fold").forEach((fold) => { fold.open = true; });
    const next = document.querySelector(".figure-to-come, .chart:not(:has(svg))");
    next?.scrollIntoView({ block: "center" });
    return next === null;
  })()`;
  await page.waitForFunction(next, undefined, { polling: 50 });
}

/** What axe finds, drawings left out: each is one image with a text of its own. Colours do not change what the other rules see. */
export async function violations(page: Page, rules: "all" | "colours"): Promise<string[]> {
  return findOn(page, rules, withoutRepetition);
}

/** The same on the page as it is, drawings and all rows among it. @param look in the page: calls what is given to it */
export async function findOn(page: Page, rules: "all" | "colours", look = "(look) => look()"): Promise<string[]> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const others =
    rules === "all"
      ? "await axe.run({ exclude }, { ...how, rules: { 'color-contrast': { enabled: false } } })"
      : "{ violations: [] }";
  const run = `(async () => {
    const exclude = ['.chart svg'];
    const how = { resultTypes: ['violations'], selectors: false, preload: false };
    const others = ${others};
    const include = (${ofEachLook})();
    const colours = include.length > 0 ? await axe.run({ include, exclude }, { ...how, runOnly: ['color-contrast'] }) : others;
    return [...others.violations, ...colours.violations];
  })`;
  const found = (await page.evaluate(`(${look})(${run})`)) as Found[];
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]!.html.slice(0, 160)}`);
}

interface Found {
  id: string;
  nodes: { html: string }[];
}

/**
 * In the page: of the texts with the same colour, size and ground the first three that are seen. Contrast is half of what axe takes, and
 * the same for all of them.
 */
const ofEachLook = `() => {
  const grounds = new Map([[null, ""]]);
  const groundOf = (element) => {
    if (!grounds.has(element)) {
      const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element);
      const own = [backgroundColor, backgroundImage, opacity, position].join();
      grounds.set(element, groundOf(element.parentElement) + (own === "rgba(0, 0, 0, 0),none,1,static" ? "" : "|" + own));
    }
    return grounds.get(element);
  };
  const alike = new Map();
  for (const element of document.body.querySelectorAll(":not(svg, svg *, script, style, option)")) {
    const isText = element.matches("input, select, textarea") || [...element.childNodes].some((one) => one.nodeType === 3 && one.data.trim() !== "");
    if (!isText || !element.checkVisibility() || element.getBoundingClientRect().width < 2) continue;
    const { color, fontSize, fontWeight } = getComputedStyle(element);
    const isOff = element.closest(":disabled, [aria-disabled=true]") !== null;
    const look = [color, fontSize, fontWeight, isOff, groundOf(element)].join();
    alike.set(look, [...(alike.get(look) ?? []), element].slice(0, 3));
  }
  return [...alike.values()].flat();
}`;

/**
 * In the page: takes marks of drawings and the rows after the third, which are made as the first are, out while axe looks, and puts
 * them back; but for the first of these rows that can be focused, since a table is reached by it. What is only excluded axe walks
 * through all the same, most of its time.
 */
const withoutRepetition = `async (look) => {
  const parts = [
    ...[...document.querySelectorAll(".chart svg")].map((svg) => [svg, [...svg.childNodes]]),
    ...[...document.querySelectorAll("tbody")].map((body) => [body, [...body.querySelectorAll(":scope > tr:nth-child(n + 4)")]]),
  ];
  for (const [parent, nodes] of parts) {
    const kept = parent.matches("tbody") && nodes.find((row) => row.querySelector("a, button"));
    for (const node of nodes) if (node !== kept) node.remove();
  }
  try {
    return await look();
  } finally {
    for (const [parent, nodes] of parts) parent.append(...nodes);
  }
}`;

/** Data marks of every figure that is drawn, by its name. */
export async function countMarks(page: Page): Promise<Record<string, number>> {
  return (await page.evaluate(`Object.fromEntries([...document.querySelectorAll("figure[id] .chart")].map((chart) =>
    [chart.closest("figure").id, chart.querySelectorAll(${JSON.stringify(DATA_MARKS_SELECTOR)}).length]))`)) as Record<
    string,
    number
  >;
}

/** How far the page is wider than its window. */
export async function excess(page: Page): Promise<number> {
  return (await page.evaluate("document.documentElement.scrollWidth - innerWidth")) as number;
}

/** Numbers that lead nowhere, by reason: they are not made of executions, or stand beside the link to the one that they are of. */
const WITHOUT_EXECUTIONS: Readonly<Record<string, string>> = {
  "th, h1, h2, h3, .name, summary, option, .legend, .id, code, pre, .question": "names and heads",
  "td:not(.num):not(:has(.value))": "words in tables",
  ".definition, figure:is(:not([id]), [id^=table-]) > figcaption": "definitions, and counts of scenarios",
  "p.caption:not(figcaption *)": "definitions; findings in them are marked as sentences",
  "p.lede": "counts of scenarios and configurations, and of the list that stands below",
  "[aria-label=Executions], [aria-label='Failed executions'], .facts-line": "the list of executions itself",
  ".changed, .pairs": "of questions whose executions open; of the other run",
  "[aria-label='Losses that would be found']": "of the test, not of executions",
  "[aria-label^='Differences of']": "of the executions that the row opens",
  article: "one execution, or one scenario with links beside each answer",
  "#judge-probes, #table-judge_probes": "answers of judges about edited copies",
  "#table-baselines tr:not(:has(a.number))": "rankers without a model",
  "#table-strategies td:is(:nth-last-child(3), :nth-last-child(4), :nth-last-child(6)), #table-levels td:is(:nth-last-child(2), :nth-last-child(3), :nth-last-child(4))":
    "requests, tokens, dollars, kinds of error: n of the row leads to the executions",
  "#table-node_effects td": "of pairs of executions of two workflows",
  "#table-routing td": "of the order of an execution's calls, which no filter asks for",
  "[aria-label='Median time of an execution'] td": "beside the link to the configuration's executions",
  "#table-stratification td:is(:nth-child(3), :nth-child(4)), #table-abstention_by_reason td:nth-child(2)": "scenarios",
  "#table-entity_threshold td:first-child": "thresholds",
  "[aria-label='Faults of the judges']": "calls of judges",
  "[aria-label='Agreement with people'], .notes, .prose": "ratings by people; words",
  "[aria-label=Differences] td:nth-child(2)": "the baseline's own number",
  "[aria-label='Patterns'], .of-corpus": "of reports of faults, which are no executions",
  ".query-side": "what columns mean, sizes of tables, what was asked before",
  ".gate": "of rules, with links to the executions that they name",
  "[aria-label^=Stages], [aria-label='What varied'], [aria-label='Scenarios by kind'], [aria-label^=Weights], [aria-label^='Requirements for']":
    "how it was measured",
};

/** Texts with a digit that are neither a link nor told with one, nor of a kind without executions. */
export async function unlinkedNumbers(page: Page): Promise<string[]> {
  const named = Object.keys(WITHOUT_EXECUTIONS).join(", ");
  return (await page.evaluate(`(() => {
    const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
    const found = [];
    while (walker.nextNode()) {
      const { data, parentElement } = walker.currentNode;
      if (!/\\d/.test(data) || parentElement.closest("a, .chart, [class^=plot-], script, style, form, button")) continue;
      const sentence = parentElement.closest(".sentence, .finding") ?? parentElement.closest("figcaption :is(h3, .caption)")?.closest("figure");
      const finding = parentElement.closest("p.caption b");
      if (sentence?.querySelector("a.behind") || (!finding && parentElement.closest(${JSON.stringify(named)}))) continue;
      found.push(parentElement.className + ": " + data.trim().slice(0, 80));
    }
    return found;
  })()`)) as string[];
}

/** A number that leads to executions. */
export interface LinkedNumber {
  page: string;
  text: string;
  href: string;
  of: string;
  at: string | null;
}

export async function linkedNumbers(page: Page, name: string): Promise<LinkedNumber[]> {
  const found = (await page.evaluate(`[...document.querySelectorAll("main a.number[data-of]")].map((link) => ({
    text: link.firstChild.textContent, href: link.getAttribute("href"), of: link.dataset.of, at: link.dataset.at ?? null }))`)) as Omit<
    LinkedNumber,
    "page"
  >[];
  return found.map((one) => ({ page: name, ...one }));
}
