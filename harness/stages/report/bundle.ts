import { readdirSync } from "node:fs";
import { dirname, extname, join } from "node:path";
import { type BuildOptions, buildSync, stop } from "esbuild";
import { CODE } from "./sources.ts";

/** Oldest browsers that the pages are made for: what has `Object.groupBy`-era ES modules, `:has()` and `color-mix()`. */
const TARGET = ["es2022", "chrome111", "firefox121", "safari16.2"];

/**
 * Bundles the pages' components (and the charts and Vega that they import) into plain modules, and the style sheet with
 * its fonts. Observable Framework's own bundler is given nothing to resolve: it wants a network for `npm:` imports and
 * fails on vega-util. Synchronous, so that no other build is under way when esbuild's process (100 MB) is ended.
 * @param source folder of the site's sources, read only
 * @param target the site's folder in the workspace
 */
export function bundleSite(source: string, target: string): Promise<void> {
  const components = join(source, "components");
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
  buildSync({
    ...shared,
    entryPoints: entries.map((name) => join(components, name)),
    outdir: join(target, "components"),
    format: "esm",
    splitting: true,
    chunkNames: "shared/[name]-[hash]",
    // vega-util's package carries a tsconfig that extends a file it does not ship.
    tsconfigRaw: {},
  });
  buildSync({
    ...shared,
    entryPoints: [join(source, "style.css")],
    outdir: target,
    assetNames: "fonts/[name]-[hash]",
    loader: { ".woff2": "file" },
  });
  return stop();
}

/** Where Node looks for packages from a folder, nearest first. */
function packageFolders(folder: string): string[] {
  const parent = dirname(folder);
  return [join(folder, "node_modules"), ...(parent === folder ? [] : packageFolders(parent))];
}
