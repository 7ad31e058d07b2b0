import { join } from "node:path";
import { grouped } from "../../../base/grouped.ts";
import { appendFile } from "../../../base/write-file.ts";
import type { Figure } from "../drawing/figure.ts";

/** Adds the figures that name a page to its end, in a section of their own; the others stand where a page asks for them. */
export async function placeFigures(figures: readonly Figure[], source: string): Promise<void> {
  for (const [page, own] of grouped(figures, ({ page }) => page))
    if (page) await appendFile(join(source, `${page}.md`), sectionOf(own));
}

function sectionOf(figures: readonly Figure[]): string {
  const drawn = figures.map(({ name }) => `figure(await FileAttachment("./data/figures/${name}.json").json())`);
  return `\n## More\n\n\`\`\`js\ndisplay(row(${drawn.join(", ")}));\n\`\`\`\n`;
}
