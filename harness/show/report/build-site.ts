/**
 * The process in which Observable Framework builds a site: it works from the current directory and keeps state in its modules.
 * Its orders (`Order`) come as lines on standard input, what it has to say (`BuildMessage`) leaves as lines on standard output.
 *
 *     node build-site.ts <folder of Framework's compiled modules>
 */
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";
import { endWithParent } from "../../../base/end-with-parent.ts";
import { type BuildEffects, type Framework, loadFramework, type SiteConfig } from "./framework-modules.ts";
import { guardOwnPages } from "./own-pages/guard.ts";
import { type OwnPage, type PageProblem, replacementPage } from "./own-pages/own-page.ts";

/** What is to be built. */
export interface Order {
  own: readonly OwnPage[];
  libraries: readonly string[];
  /** Only own pages, over what was built before. */
  again?: boolean;
}

export type BuildMessage =
  | { type: "page"; page: string | null }
  | { type: "problem"; problem: PageProblem }
  | { type: "built" }
  | { type: "failed"; message: string };

const CONFIG = ["ts", "js"].map((ending) => join(process.cwd(), `observablehq.config.${ending}`));

async function main(folder: string): Promise<void> {
  endWithParent();
  keepQueriesOfAddresses();
  const framework = await loadFramework(folder);
  const spec: unknown = (await import(pathToFileURL(CONFIG.find((path) => existsSync(path))!).href)).default;
  for await (const line of createInterface({ input: process.stdin })) {
    const order = JSON.parse(line) as Order;
    try {
      await obey(order, framework, framework.normalizeConfig({ ...(spec as object) }));
      say({ type: "built" });
    } catch (error) {
      say({ type: "failed", message: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  }
}

async function obey({ own, libraries, again = false }: Order, framework: Framework, config: SiteConfig): Promise<void> {
  const problems: PageProblem[] = [];
  guardOwnPages({
    framework,
    config,
    own,
    libraries: new Set(libraries),
    loading: (page) => say({ type: "page", page: page?.name ?? null }),
    tell({ name }, line, message) {
      const problem = { file: `${name}.md`, line, message };
      problems.push(problem);
      say({ type: "problem", problem });
    },
    replacement: (page) =>
      replacementPage(
        page,
        problems.filter(({ file }) => file === `${page.name}.md`),
      ),
  });
  if (again)
    config.paths = async function* () {
      yield* own.map(({ name }) => `/${name}`);
    };
  await framework.build({ config }, makeEffects(framework, config, again));
}

const SILENT = { log: () => undefined, warn: () => undefined, error: () => undefined };

/** Says nothing, and writes over what is there. */
function makeEffects({ FileBuildEffects }: Framework, { output, root }: SiteConfig, again: boolean): BuildEffects {
  const effects = new FileBuildEffects(output, join(root, ".observablehq/cache"), {
    logger: SILENT,
    output: { write: () => true },
  });
  if (!again) return effects;
  const { writeFile, copyFile } = effects;
  const clear = (path: string) => rm(join(effects.outputRoot, path), { force: true });
  return Object.assign(effects, {
    prepare: async () => undefined,
    writeFile: async (path: string, contents: string) => {
      await clear(path);
      await writeFile.call(effects, path, contents);
    },
    copyFile: async (source: string, path: string) => {
      await clear(path);
      await copyFile.call(effects, source, path);
    },
  });
}

/** On a line of its own, whatever Framework writes there. */
function say(message: BuildMessage): void {
  process.stdout.write(`\n${JSON.stringify(message)}\n`);
}

await main(process.argv[2]!);

/**
 * Framework writes each static address of a page as `encodeURI(decodeURI(address))`, which encodes a second time what was encoded of a
 * query (`outcome=a%2Cb` becomes `a%252Cb`, another value). From now on, in this process, what stands behind `?` or `#` is left as it is.
 */
function keepQueriesOfAddresses(): void {
  const { decodeURI: decode, encodeURI: encode } = globalThis;
  globalThis.decodeURI = (address) => {
    const [path, rest] = parted(String(address));
    return decode(path) + rest;
  };
  globalThis.encodeURI = (address) => {
    const [path, rest] = parted(String(address));
    // What was never encoded (a blank) is, and no more.
    return encode(path) + encode(rest).replace(/%25(?=[0-9A-Fa-f]{2})/g, "%");
  };
}

function parted(address: string): [path: string, rest: string] {
  const at = address.search(/[?#]/);
  return at < 0 ? [address, ""] : [address.slice(0, at), address.slice(at)];
}
