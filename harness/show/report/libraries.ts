import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildSync, stop } from "esbuild";
import { ownPackage } from "../../../base/own-package.ts";
import type { OwnPage } from "./own-pages/own-page.ts";

/**
 * Libraries for own pages, as Framework knows them: those that it finds in its cache it does not fetch. Each is one file, and in a
 * report only where a page asks for it. To add one: a line here, and its package pinned in `package.json`. What is too large to
 * be bundled, or has files of its own (DuckDB), is placed beside the pages instead and imported by a component.
 */
const LIBRARIES = [
  { name: "@observablehq/plot", globals: ["Plot"] },
  { name: "d3", globals: ["d3"] },
  // `Inputs` itself is part of Framework, and imports these.
  { name: "htl", globals: ["htl", "html", "svg", "Inputs", "sql"] },
  { name: "isoformat", globals: ["Inputs", "sql"] },
];

/** What own pages can import by name. */
export const IMPORTABLE: readonly string[] = [
  ...LIBRARIES.map(({ name }) => `npm:${name}`),
  "npm:@observablehq/inputs",
];

/**
 * Fills Framework's cache with the libraries that own pages may ask for: too many rather than too few, since what no page imports is
 * left out of the report.
 * @param source folder of the site's sources in the workspace
 * @param pages null for any that may come: all libraries
 */
export async function placeLibraries(source: string, pages: readonly OwnPage[] | null): Promise<void> {
  const texts = await Promise.all((pages ?? []).map(({ name }) => readFile(join(source, `${name}.md`), "utf8")));
  const isAsked = ({ name, globals }: (typeof LIBRARIES)[number]) =>
    pages === null ||
    texts.some((text) => text.includes(`npm:${name}`) || globals.some((one) => new RegExp(`\\b${one}\\b`).test(text)));
  const { devDependencies } = ownPackage();
  for (const { name } of LIBRARIES.filter(isAsked))
    buildSync({
      stdin: { contents: `export * from "${name}";`, resolveDir: import.meta.dirname },
      outfile: join(source, ".observablehq/cache/_npm", `${name}@${devDependencies[name]}`, "_esm.js"),
      bundle: true,
      format: "esm",
      minify: true,
      legalComments: "none",
      logLevel: "silent",
    });
  // Its process takes 100 MB.
  await stop();
}
