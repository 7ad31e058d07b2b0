import { readFileSync } from "node:fs";
import type { OwnPagesData } from "../harness/show/report/own-pages/own-page.ts";

/** A second lock behind inert text: a page speaks to its own host only. Framework needs inline code, Vega compiled expressions. */
const POLICY = [
  "default-src 'self' 'unsafe-inline' 'unsafe-eval'",
  // DuckDB's worker and WebAssembly, unpacked from the report's own files.
  "connect-src 'self' blob:",
  "worker-src 'self' blob:",
  // A drawing on its way to a PNG.
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join("; ");

/** A browser loads no modules from a file, so that an opened file would show headings and nothing below: said instead of left blank. */
const NOT_SERVED = `<script>
if (location.protocol === "file:") document.addEventListener("DOMContentLoaded", () => {
  document.getElementById("not-served").hidden = false;
});
</script>`;
const HOW_TO_SERVE = `<div class="warning" id="not-served" role="alert" hidden><b>Opened as a file, this page shows no numbers: browsers load its scripts from a server only.</b>
Run <code>scopebench report serve FOLDER</code>, where FOLDER is the run that this report lies in, and open the address that it prints. Any static host will do; none needs a network.
Without a server: all <a href="./plots/index.html">figures</a> and all <a href="./tables/index.html">tables</a>.</div>`;

interface NavigationLink {
  file: string;
  /** Markup. */
  title: string;
}

interface TrustItem {
  label: string;
  value: string;
  warning?: boolean;
  detail?: string;
  href?: string;
}

/** Configuration of Observable Framework. Runs in the workspace that the report stage prepares, beside `src/data`. */
export default {
  root: "src",
  output: "dist",
  title: "scopebench",
  // Own theme, navigation and header: the stock ones fail accessibility checks and ask a network for fonts.
  style: null,
  globalStylesheets: [],
  sidebar: false,
  toc: false,
  pager: false,
  search: false,
  pages: [],
  preserveExtension: true,
  preserveIndex: true,
  head: [
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="color-scheme" content="light dark">',
    '<meta name="referrer" content="no-referrer">',
    '<link rel="stylesheet" href="./style.css">',
    '<script type="module" src="./components/page-shell.js"></script>',
    NOT_SERVED,
  ].join("\n"),
  header: ({ path }: { path: string }) =>
    `<a class="skip" href="#observablehq-main">Skip to content</a>${navigation(path)}${trustBar()}${HOW_TO_SERVE}${contents(path)}`,
  footer: "",
};

function navigation(path: string): string {
  const links = [...pages(), ...ownPages()].map(({ file, title }) => {
    const current = path === `/${file}` ? ' aria-current="page"' : "";
    return `<a href="./${file}.html"${current}>${title}</a>`;
  });
  return `<nav class="pages" aria-label="Pages">${links.join("")}</nav>`;
}

/** The notebook's own, in reading order. */
function pages(): NavigationLink[] {
  return JSON.parse(readFileSync("src/data/navigation.json", "utf8"));
}

/** Pages that a reader put into the run. */
function ownPages(): NavigationLink[] {
  const { pages }: OwnPagesData = JSON.parse(readFileSync("src/data/own-pages.json", "utf8"));
  return pages.map(({ name, title }) => ({ file: name, title: escapeHtml(title) }));
}

/** The place of the list of contents, which `page-shell.ts` fills; none on pages that hold little. */
function contents(path: string): string {
  const parts = readFileSync(`src${path}.md`, "utf8").match(/^## |(?:figure|studyTable|byVerdict)\(/gm) ?? [];
  if (parts.length < 6) return "";
  return '<nav class="contents" aria-label="On this page"><details><summary>On this page</summary><ol></ol></details></nav>';
}

function trustBar(): string {
  const items: TrustItem[] = JSON.parse(readFileSync("src/data/trust.json", "utf8"));
  const spans = items.map(({ label, value, warning, detail, href }) => {
    const title = detail ? ` title="${escapeHtml(detail)}"` : "";
    const text = label ? `${escapeHtml(label)} <b>${escapeHtml(value)}</b>` : escapeHtml(value);
    const linked = href ? `<a href="${escapeHtml(href)}">${text}</a>` : text;
    return `<span${warning ? ' class="warn"' : ""}${title}>${linked}</span>`;
  });
  return `<section class="trust" aria-label="What this run is">${spans.join("")}</section>`;
}

/** Names in the bar come from the user's corpus and configuration: inert, characters that do not show made visible. */
function escapeHtml(text: string): string {
  const code = (character: string) => character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `[U+${code(character)}]`);
  return visible.replace(/[&<>"'{}$]/g, (character) => `&#${character.charCodeAt(0)};`);
}
