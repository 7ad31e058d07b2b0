import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { writeFile } from "../../../../base/write-file.ts";
import { whyNotAllowed } from "../../../record/run-directory/allowed.ts";
import { RUN_PATHS, runPath } from "../../../record/run-directory/paths.ts";
import { REPORTS } from "../sources.ts";
import { type OwnPage, type OwnPagesData, type PageProblem, replacementPage } from "./own-page.ts";
import { readPage } from "./read-page.ts";

const PAGE_NAME = /^[a-z0-9][a-z0-9-]*$/;

/** Folders of a report, and the page that static hosts show for what is not there. */
const TAKEN = ["components", "data", "duckdb", "plots", "tables", "404"];

/**
 * Writes the run's own pages into the site's sources. Only Markdown is taken over: a loader (`x.json.ts`, `x.md.js`), an archive or
 * a configuration beside it would be run or unpacked by Framework, and a run may have come from somebody else.
 * @param source the site's sources
 */
export async function placeOwnPages(runDirectory: string, source: string): Promise<OwnPagesData> {
  const folder = runPath(runDirectory, "pages");
  if (!existsSync(folder)) return { pages: [], problems: [] };
  const pages: OwnPage[] = [];
  const problems: PageProblem[] = [];
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (/^\.|~$/.test(entry.name)) continue; // Of an editor or the system.
    // A link to a file is not a page: it may lead out of the run.
    const refusal = entry.isFile() ? refusalOf(entry.name) : NOT_A_PAGE;
    if (refusal !== null) {
      problems.push({ file: entry.name, line: null, message: refusal });
      continue;
    }
    const read = readPage(entry.name.slice(0, -3), await readFile(join(folder, entry.name)));
    pages.push(read.page);
    problems.push(...read.problems);
    await writeFile(join(source, entry.name), read.text ?? replacementPage(read.page, read.problems));
  }
  return { pages, problems };
}

/** What a built report knows of its own pages; a report of an older version knows of none. */
export async function readOwnPages(runDirectory: string): Promise<OwnPagesData> {
  const path = join(runPath(runDirectory, "report"), "data", "own-pages.json");
  return existsSync(path) ? JSON.parse(await readFile(path, "utf8")) : { pages: [], problems: [] };
}

const NOT_A_PAGE =
  "left out: a page of your own is one Markdown file, and nothing else here is read or run while building";

/** Why a file of such a name cannot be a page; null for one that can. */
export function refusalOf(file: string): string | null {
  const name = file.replace(/\.md$/, "");
  if (name === file) return NOT_A_PAGE;
  if (!PAGE_NAME.test(name))
    return "cannot be the name of a page: small letters, digits and hyphens, such as slow-answers";
  const why = whyNotAllowed(`${RUN_PATHS.pages}/${file}`);
  if (why !== null) return `cannot be the name of a page: ${why}`;
  const isOurs = TAKEN.includes(name) || existsSync(join(REPORTS, "src", file));
  return isOurs ? `the report has a page or folder ${name} already: take another name` : null;
}
