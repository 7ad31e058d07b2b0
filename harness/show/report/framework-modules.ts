import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What we use of Observable Framework's own modules (pinned to 1.13.4), none of which it publishes. */
export interface Framework {
  normalizeConfig(spec: unknown): SiteConfig;
  build(options: { config: SiteConfig }, effects: object): Promise<void>;
  FileBuildEffects: new (output: string, cache: string, streams: object) => BuildEffects;
  getResolvers(page: Page, options: object): Promise<{ files: Iterable<string>; assets: Iterable<string> }>;
  renderPage(page: Page, options: object): Promise<string>;
  findModule(root: string, path: string): object | undefined;
  resolvePath(source: string, target: string): string;
  findAssets(html: string, path: string): { localImports: Iterable<string>; globalImports: Iterable<string> };
  parseMarkdown(text: string, options: object): Page;
  getImplicitInputImports(names: Iterable<string>): Iterable<string>;
  getImplicitFileImports(methods: Iterable<string>): Iterable<string>;
}

export interface BuildEffects {
  outputRoot: string;
  prepare(): Promise<void>;
  writeFile(path: string, contents: string | Buffer): Promise<void>;
  copyFile(source: string, path: string): Promise<void>;
}

export interface SiteConfig {
  root: string;
  output: string;
  paths(): AsyncIterable<string>;
  md: {
    renderer: { rules: Record<string, Rule> };
    core: { ruler: { push(name: string, rule: (state: { tokens: MarkdownToken[] }) => void): void } };
  };
  loaders: {
    loadPage(path: string, options: object, effects: object): Promise<Page>;
    find(path: string): object | undefined;
  };
}

/** One Markdown page, parsed. */
export interface Page {
  /** HTML in which `<!--:id:-->` stands for what a cell shows. */
  body: string;
  code: Cell[];
}

export interface Cell {
  id: string;
  mode: "block" | "inline" | "jsx";
  node: {
    declarations: { name: string }[] | null;
    references: { name: string }[];
    imports: { name: string; type: "local" | "global"; method: string }[];
    files: { name: string; method?: string }[];
  };
}

/** Of markdown-it. */
export interface MarkdownToken {
  type: string;
  /** First line of its block, and that after its last; from 0. */
  map: [number, number] | null;
  children: MarkdownToken[] | null;
}

export type Rule = (
  tokens: MarkdownToken[],
  index: number,
  options: object,
  context: { code: Cell[]; path: string },
  self: object,
) => string;

/** @param folder of the package's compiled modules */
export async function loadFramework(folder: string): Promise<Framework> {
  const names = [
    "config",
    "build",
    "resolvers",
    "render",
    "javascript/module",
    "markdown",
    "path",
    "html",
    "libraries",
  ];
  const modules = await Promise.all(names.map((name) => import(pathToFileURL(join(folder, `${name}.js`)).href)));
  return Object.assign({}, ...modules) as Framework;
}
