import { printable } from "./text.ts";

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text of an answer or a corpus as text: no markup, and invisible characters shown. */
export function escapeHtml(text: string): string {
  return printable(text).replace(/[&<>"']/g, (character) => ENTITIES[character] as string);
}

interface PlainPage {
  /** Text. */
  title: string;
  /** Address of the report's style sheet. */
  style: string;
  /** Markup of the navigation and of what the page holds. */
  nav: string;
  main: string;
  /** Address of a script that brings the page up to date. */
  script?: string;
}

/** A page in the report's clothes that can be read without a script and without a server. */
export function plainPage({ title, style, nav, main, script }: PlainPage): string {
  const scripts = script ? `\n<script type="module" src="${script}"></script>` : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${escapeHtml(title)} | scopebench</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">${scripts}
</head>
<body><div id="observablehq-center">
<header id="observablehq-header"><nav class="pages" aria-label="Pages">${nav}</nav></header>
<main id="observablehq-main">
${main}
</main></div></body>
</html>
`;
}
