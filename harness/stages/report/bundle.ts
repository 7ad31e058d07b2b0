import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { build, type Plugin, stop } from "esbuild";

/** Oldest browsers that the pages are made for: what has `Object.groupBy`-era ES modules, `:has()` and `color-mix()`. */
const TARGET = ["es2022", "chrome111", "firefox121", "safari16.2"];

/**
 * Bundles the pages' components (and the charts and Vega that they import) into plain modules, and the style sheet with
 * its fonts. Observable Framework's own bundler is given nothing to resolve: it wants a network for `npm:` imports and
 * fails on vega-util.
 * @param source folder of the site's sources, read only
 * @param target the site's folder in the workspace
 */
export async function bundleSite(source: string, target: string): Promise<void> {
  const components = join(source, "components");
  const entries = (await readdir(components))
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(components, name));
  const shared = { bundle: true, minify: true, logLevel: "silent", target: TARGET, legalComments: "none" } as const;
  await Promise.all([
    build({
      ...shared,
      entryPoints: entries,
      outdir: join(target, "components"),
      format: "esm",
      splitting: true,
      chunkNames: "shared/[name]-[hash]",
      // vega-util's package carries a tsconfig that extends a file it does not ship.
      tsconfigRaw: {},
      plugins: [fromHere],
    }),
    build({
      ...shared,
      entryPoints: [join(source, "style.css")],
      outdir: target,
      assetNames: "fonts/[name]-[hash]",
      loader: { ".woff2": "file" },
      plugins: [fromHere],
    }),
  ]);
  // esbuild's own process, 100 MB, would otherwise live as long as this one.
  await stop();
}

/** Packages are looked up from this file, because the sources may lie where none can be found. */
const fromHere: Plugin = {
  name: "from-here",
  setup(plugin) {
    plugin.onResolve({ filter: /^[@a-z]/ }, async ({ path, kind, pluginData }) => {
      if (pluginData === "from-here") return undefined;
      return plugin.resolve(path, { kind, resolveDir: import.meta.dirname, pluginData: "from-here" });
    });
  },
};
