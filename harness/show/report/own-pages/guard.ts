import type { Cell, Framework, MarkdownToken, Page, Rule, SiteConfig } from "../framework-modules.ts";
import type { OwnPage } from "./own-page.ts";

interface Guarded {
  framework: Framework;
  config: SiteConfig;
  own: readonly OwnPage[];
  /** What an own page may import besides components, as it is written: `npm:d3`. */
  libraries: ReadonlySet<string>;
  /** Told before an own page is loaded, and null when it is. */
  loading(page: OwnPage | null): void;
  /** @param line of the page's file, from 1; null where it is about the whole page */
  tell(page: OwnPage, line: number | null, message: string): void;
  /** Markdown of what is shown in place of a page. */
  replacement(page: OwnPage): string;
}

/**
 * Makes Framework load own pages so that none of them can end the build: a cell that asks for what a report does not have (a
 * library, a file) shows that instead, and a page that cannot be rendered is replaced. Pages of ours are loaded as ever.
 */
export function guardOwnPages(guarded: Guarded): void {
  const { framework, config, own, loading, tell, replacement } = guarded;
  const pageAt = (path: string) => own.find(({ name }) => path === `/${name}`);
  const load = config.loaders.loadPage.bind(config.loaders);
  const lines = noteLines(config, (path, line, message) => {
    const page = pageAt(path);
    if (page) tell(page, page.linesBefore + line, message);
  });
  config.loaders.loadPage = async (path, options, effects) => {
    const page = pageAt(path);
    if (!page) return load(path, options, effects);
    loading(page);
    try {
      const loaded = withSql(await load(path, options, effects), framework.parseMarkdown(SQL, options));
      const why = whyNot(guarded, { path, page: loaded });
      for (const cell of loaded.code.filter((one) => why(one) !== null)) {
        tell(page, page.linesBefore + (lines.get(cell) ?? 0), why(cell)!);
        loaded.body = loaded.body.replace(`<!--:${cell.id}:-->`, () => shownError(why(cell)!));
      }
      loaded.code = loaded.code.filter((one) => why(one) === null);
      await tryPage(guarded, { path, page: loaded, options });
      return loaded;
    } catch (error) {
      tell(page, null, error instanceof Error ? error.message : String(error));
      return framework.parseMarkdown(replacement(page), options);
    } finally {
      loading(null);
    }
  };
}

/** Framework's own `sql` is another DuckDB, of 40 MB, which fetches its extensions from elsewhere. */
const SQL = '```js\nimport {sql} from "./components/sql.js";\n```\n';

/** A page that uses `sql` without saying where it is from gets ours: as a cell at its end, where it moves no line. */
function withSql(page: Page, imported: Page): Page {
  const isUsed = page.code.some(({ node }) => node.references.some(({ name }) => name === "sql"));
  const isDeclared = page.code.some(({ node }) => node.declarations?.some(({ name }) => name === "sql"));
  if (!isUsed || isDeclared) return page;
  return { ...page, body: page.body + imported.body, code: [...page.code, ...imported.code] };
}

/** @throws what would end the build */
async function tryPage(
  { framework, config }: Guarded,
  given: { path: string; page: Page; options: object },
): Promise<void> {
  const { path, page, options } = given;
  const { localImports, globalImports } = framework.findAssets(page.body, path);
  for (const name of [...localImports, ...globalImports]) throw new Error(`${name} is not part of a report`);
  const resolvers = await framework.getResolvers(page, options);
  for (const file of [...resolvers.files, ...resolvers.assets])
    if (!config.loaders.find(framework.resolvePath(path, file))) throw new Error(`there is no file ${file}`);
  await framework.renderPage(page, { ...options, resolvers });
}

/** Why a cell cannot be built; null for one that can. */
function whyNot({ framework, config, libraries }: Guarded, { path, page }: { path: string; page: Page }) {
  const declared = new Set(page.code.flatMap(({ node }) => node.declarations?.map(({ name }) => name) ?? []));
  return ({ node }: Cell): string | null => {
    for (const { name, type } of node.imports) {
      if (type === "global" && !libraries.has(name)) return missingLibrary(name, libraries);
      if (type === "local" && !framework.findModule(config.root, framework.resolvePath(path, name)))
        return `there is no module ${name}; what a page can import is in ./components/notebook.js`;
    }
    for (const { name } of node.files)
      if (!config.loaders.find(framework.resolvePath(path, name))) return `there is no file ${name}`;
    const free = node.references.map(({ name }) => name).filter((name) => !declared.has(name));
    const implied = [
      ...framework.getImplicitInputImports(free),
      ...framework.getImplicitFileImports(node.files.flatMap(({ method }) => method ?? [])),
    ];
    const missing = implied.find((name) => !libraries.has(name));
    return missing === undefined ? null : missingLibrary(missing, libraries);
  };
}

function missingLibrary(name: string, libraries: ReadonlySet<string>): string {
  return `${name} is not part of a report, which loads nothing from a network; there are ${[...libraries].join(", ")}`;
}

type TellFault = (path: string, line: number, message: string) => void;

/** Has the lines of cells noted while pages are parsed, counted from 1, and faults of their syntax told. */
function noteLines({ md }: SiteConfig, tell: TellFault): ReadonlyMap<Cell, number> {
  const lines = new Map<Cell, number>();
  md.core.ruler.push("lines", ({ tokens }) => placeInlineTokens(tokens));
  for (const name of ["fence", "placeholder"]) {
    const render = md.renderer.rules[name] as Rule;
    md.renderer.rules[name] = (tokens, index, options, context, self) => {
      const before = context.code.length;
      const html = render(tokens, index, options, context, self);
      const line = (tokens[index]?.map?.[0] ?? 0) + 1;
      for (const cell of context.code.slice(before)) lines.set(cell, line);
      const [, escaped] = /observablehq--error"[^>]*>(SyntaxError: [^<]*)</.exec(html) ?? [];
      if (escaped !== undefined) {
        const message = decodeEntities(escaped);
        const within = Number(/\((\d+):\d+\)/.exec(message)?.[1] ?? 1);
        // A cell begins on the line after its fence.
        tell(context.path, name === "fence" ? line + within : line, message.replace(/ \(\d+:\d+\)/, ""));
      }
      return html;
    };
  }
  return lines;
}

/** What stands within a paragraph knows no lines by itself. */
function placeInlineTokens(tokens: readonly MarkdownToken[]): void {
  let line = 0;
  for (const { map, children } of tokens) {
    line = map?.[0] ?? line;
    let at = line;
    for (const child of children ?? []) {
      child.map ??= [at, at + 1];
      if (child.type === "softbreak" || child.type === "hardbreak") at++;
    }
  }
}

/** As Framework shows the error of a cell. */
function shownError(message: string): string {
  const code = (character: string) => `&#${character.codePointAt(0)};`;
  return `<div class="observablehq--inspect observablehq--error">${message.replace(/[<>&"'`]/g, code)}</div>`;
}

const ENTITIES: Readonly<Record<string, string>> = { lt: "<", gt: ">", amp: "&", quot: '"', "#x27": "'", "#x60": "`" };

function decodeEntities(html: string): string {
  return html.replace(/&(#?\w+);/g, (all, name: string) => ENTITIES[name] ?? all);
}
