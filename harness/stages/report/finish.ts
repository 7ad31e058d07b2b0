import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What Framework leaves undone: the language of the pages, zooming, fonts beside the style sheet; and its own leftovers. */
export async function finishSite(output: string, source: string): Promise<void> {
  const pages = (await readdir(output)).filter((name) => name.endsWith(".html"));
  await Promise.all(pages.map((name) => finishPage(join(output, name))));
  await cp(join(source, "fonts"), join(output, "_file", "fonts"), { recursive: true });
}

async function finishPage(path: string): Promise<void> {
  const html = await readFile(path, "utf8");
  const finished = html
    .replace("<html>", '<html lang="en">')
    // Framework forbids zooming, which people with weak eyes need (WCAG 1.4.4).
    .replace(", maximum-scale=1", "");
  await writeFile(path, finished);
}
