import { cp, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { writeFile } from "../../../base/write-file.ts";
import type { PageModules } from "./bundle.ts";

/**
 * What Framework leaves undone: the language of the pages, zooming, the modules in the place of the empty ones that it was given,
 * fonts beside the style sheet; and its own leftovers.
 */
export async function finishSite(output: string, workspace: string, components: PageModules): Promise<void> {
  const pages = (await readdir(output)).filter((name) => name.endsWith(".html"));
  await Promise.all(pages.map((name) => finishPage(join(output, name), { components })));
  await rm(join(output, "_import"), { recursive: true, force: true });
  await cp(join(workspace, "components"), join(output, "components"), { recursive: true });
  await cp(join(workspace, "src/fonts"), join(output, "_file", "fonts"), { recursive: true });
}

interface PageOptions {
  components: PageModules;
  /** What its head gets besides. */
  more?: string;
}

export async function finishPage(path: string, { components, more = "" }: PageOptions): Promise<void> {
  const html = await readFile(path, "utf8");
  const used = new Set<string>();
  const finished = html
    .replace(/\.\/_import\/components\/([\w-]+)\.[0-9a-f]{8}\.js/g, (stub, name: string) => {
      const component = components[name];
      for (const file of component?.needs ?? []) used.add(file);
      return component ? `./components/${component.file}` : stub;
    })
    .replace("<html>", '<html lang="en">')
    // Framework forbids zooming, which people with weak eyes need (WCAG 1.4.4).
    .replace(", maximum-scale=1", "");
  const preloads = [...used].map((file) => `<link rel="modulepreload" href="./components/${file}">`).join("\n");
  await writeFile(
    path,
    finished.replace("<head>", () => `<head>${more}${preloads}`),
  );
}
