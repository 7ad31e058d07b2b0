import { h } from "../dom.ts";
import { standalone } from "../downloads.ts";

interface ShownCell {
  title: string | undefined;
  /** The query or the plot; null for a text, which is what it shows. */
  source: string | null;
  shown: HTMLElement;
}

/** No script, and nothing from anywhere: whatever the texts hold. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:";

const STYLE = `
body { max-width: 1100px; margin: 2rem auto; padding: 0 1rem; font: 15px/1.5 system-ui, sans-serif; color: #1c1f23; background: #fdfdfb; }
table { border-collapse: collapse; font-size: 13px; } th, td { text-align: left; padding: 3px 10px 3px 0; border-bottom: 1px solid #dcdcd4; vertical-align: top; }
.num { text-align: right; font-variant-numeric: tabular-nums; } pre { background: #f5f5f0; padding: 8px 10px; white-space: pre-wrap; overflow-wrap: anywhere; }
small, .caption { color: #5d646d; } .scroll { overflow-x: auto; } .control { border: 1px dotted; font-family: monospace; } figure { margin: 0; } section { margin: 2rem 0; } svg { max-width: 100%; height: auto; }`;

/** The notebook as it stands in the page, as one file that needs neither the report nor a network. */
export function toHtmlFile({ title, run }: { title: string; run: string }, cells: readonly ShownCell[]): string {
  const page = document.implementation.createHTMLDocument(title);
  page.documentElement.lang = "en";
  const policy = h("meta", { "http-equiv": "Content-Security-Policy", content: POLICY });
  page.head.prepend(h("meta", { charset: "utf-8" }), policy);
  const style = h("style");
  // Not by `h`, which shows line feeds of a text as they are but no quotes of others.
  style.textContent = STYLE;
  page.head.append(style);
  page.body.append(
    h("h1", {}, title),
    h("p", { class: "caption" }, `AskedStatement of the run ${run}.`),
    ...cells.map((cell) =>
      h(
        "section",
        {},
        cell.title ? h("h2", {}, cell.title) : null,
        cell.source === null ? null : h("pre", {}, cell.source),
        still(cell.shown),
      ),
    ),
  );
  return `<!doctype html>\n${page.documentElement.outerHTML}\n`;
}

/** What is shown, without what leads or does something: that is the report's. */
function still(shown: HTMLElement): HTMLElement {
  const copy = shown.cloneNode(true) as HTMLElement;
  const drawings = [...shown.querySelectorAll("svg")];
  for (const [index, drawing] of [...copy.querySelectorAll("svg")].entries())
    drawing.replaceWith(standalone(drawings[index]!));
  for (const head of copy.querySelectorAll("th .sort")) head.replaceWith(...head.childNodes);
  for (const control of copy.querySelectorAll("button, input, select, textarea")) control.remove();
  for (const link of copy.querySelectorAll("a")) {
    if (link instanceof SVGElement) link.removeAttribute("href");
    else link.replaceWith(...link.childNodes);
    link.removeAttributeNS("http://www.w3.org/1999/xlink", "href");
  }
  return copy;
}
