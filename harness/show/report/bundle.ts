import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { basename, dirname, extname, join, relative } from "node:path";
import { type BuildOptions, buildSync, type Metafile, stop } from "esbuild";
import { CODE } from "./sources.ts";

/** Oldest browsers that the pages are made for: what has `Object.groupBy`-era ES modules, `:has()` and `color-mix()`. */
const TARGET = ["es2022", "chrome111", "firefox121", "safari16.2"];

/** PageModules by their name in the pages (`figure` for `./components/figure.js`): the module's file, and those that it needs at once. */
export type PageModules = Readonly<Record<string, { file: string; needs: readonly string[] }>>;

/**
 * Bundles the pages' components (and the charts and Vega that they import) into plain modules, `<workspace>/components`, and the
 * style sheet with its fonts. Framework gets an empty module in the place of each: its own bundler wants a network for `npm:` imports,
 * fails on vega-util, and would take five seconds to parse 2 MB of charts three times. `finishSite` puts the modules in.
 * Synchronous, so that no other build is under way when esbuild's process (100 MB) is ended.
 * @param source folder of the site's sources, read only
 */
export async function bundleSite(source: string, workspace: string): Promise<PageModules> {
  const components = join(source, "components");
  const target = join(workspace, "src");
  const entries = readdirSync(components).filter((name) => extname(name) === CODE && !name.endsWith(".d.ts"));
  const shared: BuildOptions = {
    bundle: true,
    minify: true,
    logLevel: "silent",
    target: TARGET,
    legalComments: "none",
    // The sources may lie where no packages can be found.
    nodePaths: packageFolders(import.meta.dirname),
  };
  const outdir = join(workspace, "components");
  const { metafile } = buildSync({
    ...shared,
    absWorkingDir: workspace,
    entryPoints: entries.map((name) => join(components, name)),
    outdir,
    format: "esm",
    splitting: true,
    entryNames: "[name]-[hash]",
    chunkNames: "shared/[name]-[hash]",
    metafile: true,
    alias: { "csv-stringify/sync": "csv-stringify/browser/esm/sync" },
    // vega-util's package carries a tsconfig that extends a file it does not ship.
    tsconfigRaw: {},
  });
  // A worker is loaded by its address, which Framework does not see: one file.
  buildSync({
    ...shared,
    entryPoints: [join(source, "selection", `worker${CODE}`)],
    outfile: join(outdir, "selection-worker.js"),
    format: "esm",
    tsconfigRaw: {},
  });
  buildSync({
    ...shared,
    entryPoints: [join(source, "style.css")],
    outdir: target,
    assetNames: "fonts/[name]-[hash]",
    loader: { ".woff2": "file" },
  });
  await stop();
  mkdirSync(join(target, "components"), { recursive: true });
  // Each of another text: Framework names it by a hash of that.
  for (const name of entries)
    writeFileSync(join(target, "components", `${basename(name, CODE)}.js`), `export {}; // ${name}\n`);
  return componentsOf(metafile.outputs);
}

function componentsOf(outputs: Metafile["outputs"]): PageModules {
  const neededBy = (path: string, known = new Set<string>()): Set<string> => {
    for (const { path: next, kind } of outputs[path]?.imports ?? [])
      if (kind === "import-statement" && !known.has(next)) neededBy(next, known.add(next));
    return known;
  };
  const inFolder = (path: string) => relative("components", path);
  return Object.fromEntries(
    Object.entries(outputs).flatMap(([path, { entryPoint }]) =>
      entryPoint && !path.includes("/shared/")
        ? [[basename(entryPoint, CODE), { file: inFolder(path), needs: [...neededBy(path)].map(inFolder) }]]
        : [],
    ),
  );
}

/** Where Node looks for packages from a folder, nearest first. */
function packageFolders(folder: string): string[] {
  const parent = dirname(folder);
  return [join(folder, "node_modules"), ...(parent === folder ? [] : packageFolders(parent))];
}
