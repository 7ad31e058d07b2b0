import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Command } from "commander";
import { withScratchFolder } from "../../base/whole-folder.ts";
import { declareAll } from "../../harness/cli/declare-all.ts";
import type { Io } from "../../harness/print/io.ts";
import { buildWithFramework } from "../../harness/show/report/framework.ts";
import { asPage } from "./markdown.ts";
import { measurementPages } from "./measurements.ts";
import { metricsPage } from "./metrics.ts";
import { schemaPages } from "./schemas.ts";
import { KEYWORDS, type SitePage, WRITTEN } from "./sections.ts";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));

interface Made {
  path: string;
  /** A file of this checkout that links to this page may name. */
  source: string | null;
  section: string;
  text: string;
}

/** What other scripts make of the code. */
export interface MadeOfCode {
  /** File name -> JSON Schema text. */
  schemas: Record<string, string>;
  /** Entry of the package -> its reference as Markdown. */
  api: Record<string, string>;
}

/** Builds the documentation site into a folder, which is replaced. */
export async function buildDocs(target: string, code: MadeOfCode): Promise<void> {
  await withScratchFolder("docs", async (workspace) => {
    prepare(workspace, code);
    const { signal } = new AbortController();
    await buildWithFramework(workspace, { own: [], libraries: [], signal });
    const built = join(workspace, "dist");
    for (const name of readdirSync(built, { recursive: true, encoding: "utf8" })) mend(join(built, name));
    rmSync(target, { recursive: true, force: true });
    cpSync(built, target, { recursive: true });
  });
}

function prepare(workspace: string, code: MadeOfCode): void {
  const made = makePages(code);
  const pages = new Map(
    made.flatMap(({ source, path }) => (source === null ? [] : [[source, `${path}.html`] as const])),
  );
  for (const { path, source, text } of made)
    put(
      join(workspace, "src", `${path}.md`),
      `${keywordsOf(path)}${asPage(text, { source: source ?? `${path}.md`, path, pages })}`,
    );
  for (const name of ["observablehq.config.ts", "style.css"])
    cpSync(join(import.meta.dirname, name), join(workspace, name === "style.css" ? `src/${name}` : name));
  cpSync(join(ROOT, "docs/pictures"), join(workspace, "src/pictures"), { recursive: true });
  put(join(workspace, "pages.json"), JSON.stringify(navigation(made)));
}

/** Front matter for the search, which weighs these words as much as a title. */
function keywordsOf(path: string): string {
  const words = KEYWORDS[path];
  return words === undefined ? "" : `---\nkeywords: ${words}\n---\n\n`;
}

function put(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Every page, in reading order. */
export function makePages(code: MadeOfCode): Made[] {
  const written = (section: string) => (WRITTEN[section] ?? []).map((page) => ({ ...read(page), section }));
  return [
    { ...read({ path: "index", source: "docs/index.md" }), section: "" },
    ...["Start", "Guides"].flatMap(written),
    ...generated(code),
    ...["Method", "Decisions", "Measurements"].flatMap(written),
    ...measurementPages().map((page) => ({ ...page, section: "Measurements" })),
  ];
}

function generated(code: MadeOfCode): Made[] {
  const api = Object.entries(code.api).map(([entry, text]) => ({
    path: `reference/api/${entry}`,
    source: `design/api/${entry}.md`,
    text,
  }));
  const others = [...commandPages(), metricsPage(), ...schemaPages(code.schemas)].map((page) => ({
    ...page,
    source: null,
  }));
  const runs = read({ path: "reference/run-directory", source: "runs/README.md" });
  return [...others, runs, ...api].map((page) => ({ ...page, section: "Reference" }));
}

function read({ path, source }: SitePage): Omit<Made, "section"> {
  return { path, source: source ?? null, text: readFileSync(join(ROOT, source!), "utf8") };
}

/** As Framework takes it: sections that fold, each with its pages. */
function navigation(made: readonly Made[]): object[] {
  const sections = [...new Set(made.map(({ section }) => section))].filter((section) => section !== "");
  return sections.map((name) => ({
    name,
    collapsible: true,
    open: name === "Start" || name === "Guides",
    pages: made
      .filter(({ section }) => section === name)
      .map(({ path, text }) => ({ name: titleOf(text, path), path: `/${path}` })),
  }));
}

function titleOf(text: string, path: string): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll("`", "") ?? basename(path);
}

function mend(file: string): void {
  const how = { ".html": mendPage, ".css": mendStyle }[extname(file)];
  if (how) writeFileSync(file, how(readFileSync(file, "utf8")));
}

const TOGGLE = "#observablehq-sidebar-toggle";

/** What Framework's own frame lacks for a screen reader: a language, names, zoom, lists of items alone, code and tables that keys can scroll. */
function mendPage(text: string): string {
  const close = '<label id="observablehq-sidebar-close" for="observablehq-sidebar-toggle"></label>';
  return text
    .replace("<html>", '<html lang="en">')
    .replace(", maximum-scale=1", "")
    .replace(/<input id="observablehq-sidebar-toggle"[^>]*>/, '<header id="sidebar-frame">$&</header>')
    .replace('type="checkbox" title="Toggle sidebar"', '$& aria-label="Show the list of pages"')
    .replace(/<ol>\s*<label id="observablehq-sidebar-close"[^>]*><\/label>/, `${close}\n  <ol>`)
    .replace('<nav id="observablehq-sidebar">', '<nav id="observablehq-sidebar" aria-label="Pages">')
    .replace('type="search" placeholder="Search"', '$& aria-label="Search"')
    .replace(/(<aside id="observablehq-toc"[^>]*>\s*<nav)>/, '$1 aria-label="On this page">')
    .replace(/(<footer id="observablehq-footer"[^>]*>\s*<nav)>/, '$1 aria-label="Previous and next page">')
    .replaceAll("<pre ", '<pre tabindex="0" ')
    .replaceAll("<table>", '<table tabindex="0">');
}

/** The switch of the list stands in a landmark, so that its siblings are found through that. */
function mendStyle(text: string): string {
  return text.replaceAll(
    new RegExp(`${TOGGLE}((?::[\\w-]+(?:\\([^)]*\\))?)*)\\s*([~+])`, "g"),
    `#sidebar-frame:has(>${TOGGLE}$1)$2`,
  );
}

/** A page for each command and group at the top, from the help that the command line itself prints. */
function commandPages(): { path: string; text: string }[] {
  const program = new Command("scopebench");
  // Declaring touches neither terminal nor files: commands use what is given when they run.
  declareAll(program, { io: {} as Io, setExitCode: () => undefined });
  return program.commands.map((command) => ({
    path: `reference/commands/${command.name()}`,
    text: `# scopebench ${command.name()}\n\n${sections(command, []).join("\n\n")}\n`,
  }));
}

function sections(command: Command, above: readonly string[]): string[] {
  const words = [...above, command.name()];
  const title = above.length === 0 ? [] : [`## ${words.join(" ")}`];
  const help = `\`\`\`text\n${helpOf(command)}\n\`\`\``;
  return [...title, help, ...command.commands.flatMap((child) => sections(child, words))];
}

function helpOf(command: Command): string {
  const parts: string[] = [];
  command.helpCommand(false).configureHelp({ minWidthToWrap: 24 });
  command.configureOutput({ writeOut: (part) => void parts.push(part), getOutHelpWidth: () => 88 });
  command.outputHelp();
  return parts.join("").trim();
}
