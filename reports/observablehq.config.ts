import { readFileSync } from "node:fs";

/** The notebook's pages in reading order: file, name in the navigation. */
const PAGES = [
  ["index", "Overview"],
  ["retrieval", "Retrieval"],
  ["judge", "Judge"],
  ["abstention", "Abstention"],
  ["executions", "Executions"],
  ["method", "Method"],
] as const;

interface TrustItem {
  label: string;
  value: string;
  warning?: boolean;
  detail?: string;
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
  head: '<link rel="stylesheet" href="./style.css"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer">',
  header: ({ path }: { path: string }) =>
    `<a class="skip" href="#observablehq-main">Skip to content</a>${navigation(path)}${trustBar()}`,
  footer: "",
};

function navigation(path: string): string {
  const links = PAGES.map(([file, name]) => {
    const current = path === `/${file}` ? ' aria-current="page"' : "";
    return `<a href="./${file}.html"${current}>${name}</a>`;
  });
  return `<nav aria-label="Pages">${links.join("")}</nav>`;
}

function trustBar(): string {
  const items: TrustItem[] = JSON.parse(readFileSync("src/data/trust.json", "utf8"));
  const spans = items.map(({ label, value, warning, detail }) => {
    const title = detail ? ` title="${escapeHtml(detail)}"` : "";
    const text = label ? `${escapeHtml(label)} <b>${escapeHtml(value)}</b>` : escapeHtml(value);
    return `<span${warning ? ' class="warn"' : ""}${title}>${text}</span>`;
  });
  return `<section class="trust" aria-label="What this run is">${spans.join("")}</section>`;
}

/** Names in the bar come from the user's corpus and configuration: inert, characters that do not show made visible. */
function escapeHtml(text: string): string {
  const code = (character: string) => character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0");
  const visible = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (character) => `[U+${code(character)}]`);
  return visible.replace(/[&<>"'{}$]/g, (character) => `&#${character.charCodeAt(0)};`);
}
