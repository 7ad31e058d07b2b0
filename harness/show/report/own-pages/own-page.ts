/** A Markdown page that a reader put into the run (`pages/<name>.md`). */
export interface OwnPage {
  name: string;
  title: string;
  /** Lines of its file before what Framework is given of it: those of its front matter. */
  linesBefore: number;
}

/** What is wrong with an own page, or with a file beside them; the rest of the report is built whatever it is. */
export interface PageProblem {
  /** Of the file, in `pages/`. */
  file: string;
  /** Counted from 1; null where it is about the whole file. */
  line: number | null;
  message: string;
}

/** Where Framework finds the names of the own pages, and a reader of the report what is wrong with them: `data/own-pages.json`. */
export interface OwnPagesData {
  pages: readonly OwnPage[];
  problems: readonly PageProblem[];
}

/** `pages/slow.md:12: Unexpected token` */
export function describeProblem({ file, line, message }: PageProblem): string {
  return `pages/${file}${line === null ? "" : `:${line}`}: ${message}`;
}

/**
 * What is shown in place of a page that cannot be built: as data in a cell, since text of a message could be markup or code.
 * Framework writes cells into an inline script, so no `<` may be left in them.
 */
export function replacementPage({ title }: OwnPage, problems: readonly PageProblem[]): string {
  const data = JSON.stringify(problems.map(describeProblem)).replaceAll("<", "\\u003c");
  return `${frontMatter({ title })}
\`\`\`js
import {brokenPage} from "./components/notebook.js";
display(brokenPage(${data}));
\`\`\`
`;
}

/** In characters that any reader of YAML takes. */
export function frontMatter(data: { title: string; toc?: boolean }): string {
  const ascii = JSON.stringify(data).replace(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `---\n${ascii}\n---\n`;
}
