import { appendFile } from "node:fs/promises";
import { join } from "node:path";
import type { Figure } from "../../figures/figure.ts";

/** Adds each figure that names a page to the end of that page; the others stand where a page asks for them. */
export async function placeFigures(figures: readonly Figure[], source: string): Promise<void> {
  for (const { name, title, page } of figures)
    if (page) await appendFile(join(source, `${page}.md`), sectionOf(name, title));
}

function sectionOf(name: string, title: string): string {
  return [
    ...["", `## ${title}`, ""],
    ...["```js", `display(figure(await FileAttachment("./data/figures/${name}.json").json()));`, "```", ""],
  ].join("\n");
}
