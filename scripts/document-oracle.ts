/**
 * Reads PDF, DOCX and HTML files with our readers and with pypdf, python-docx and BeautifulSoup, and prints what differs:
 * counts, and the shares of letters and digits that both have, places apart.
 * `node --import tsx scripts/document-oracle.ts <file or folder>... [--python python3]`; needs `pip install pypdf python-docx beautifulsoup4`.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { UserError } from "../base/user-error.ts";
import type { DocumentBlocks } from "../import/sources/documents/blocks.ts";
import { readDocx } from "../import/sources/documents/read-docx.ts";
import { readHtml } from "../import/sources/documents/read-html.ts";
import { readPdf } from "../import/sources/documents/read-pdf.ts";
import { openSource, type SourceFile } from "../import/sources/files.ts";
import { decodeFile } from "../import/sources/text/decode-file.ts";
import { argumentsOf } from "./arguments.ts";

const { values, positionals } = argumentsOf(import.meta.filename, { python: { type: "string", default: "python3" } });

interface Theirs {
  path: string;
  counts?: Record<string, number>;
  text?: string;
  error?: string;
}

console.log(
  "| file | counts: ours / theirs | of their letters we have | of our letters they have | seconds of CPU |\n|---|---|---|---|---|",
);
for (const path of positionals)
  for (const file of (await openSource(path)).files)
    if (/\.(pdf|docx|html?)$/i.test(file.name))
      console.log(await compare(path.endsWith(file.name) ? path : `${path}/${file.name}`, file));

async function compare(path: string, file: SourceFile): Promise<string> {
  const reader = fileURLToPath(new URL("./document-oracle/read.py", import.meta.url));
  const { stdout } = await promisify(execFile)(values.python, [reader, path], { maxBuffer: 2 ** 28 });
  const theirs = JSON.parse(stdout) as Theirs;
  const begun = process.cpuUsage();
  try {
    const ours = await read(file);
    const { user, system } = process.cpuUsage(begun);
    if (theirs.error) return `| ${file.name} | read / ${theirs.error} | | | |`;
    const counts = Object.entries(theirs.counts ?? {}).map(
      ([name, count]) => `${name} ${ours.counts[name]} / ${count}`,
    );
    const said = lettersOf(theirs.text ?? "");
    return `| ${file.name} | ${counts.join(", ")} | ${share(said, lettersOf(textOf(ours, false)))} | ${share(lettersOf(textOf(ours, true)), said)} | ${((user + system) / 1e6).toFixed(2)} |`;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return `| ${file.name} | ${error.message} / ${theirs.error ?? `${lettersOf(theirs.text ?? "").size} kinds of letters`} | | | |`;
  }
}

async function read(file: SourceFile): Promise<DocumentBlocks> {
  if (/\.pdf$/i.test(file.name)) return readPdf(file);
  if (/\.docx$/i.test(file.name)) return readDocx(file);
  return readHtml((await decodeFile(file, { html: true })).text, file.name);
}

/** All that it says, cells that span several places once or as often. */
function textOf({ blocks }: DocumentBlocks, once: boolean): string {
  return blocks
    .map((block) => {
      if (block.type !== "table") return block.text;
      const { rows } = block.table;
      return rows.map((row, at) => (once ? distinct(row, rows[at - 1]) : row.join(" "))).join("\n");
    })
    .join("\n");
}

function distinct(row: readonly string[], above: readonly string[] = []): string {
  return row
    .filter((cell, at) => (at === 0 || cell !== row[at - 1]) && (cell !== above[at] || cell.length < 4))
    .join(" ");
}

function lettersOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const letter of text.normalize("NFKC").match(/[\p{L}\p{N}]/gu) ?? [])
    counts.set(letter, (counts.get(letter) ?? 0) + 1);
  return counts;
}

function share(of: ReadonlyMap<string, number>, within: ReadonlyMap<string, number>): string {
  const all = [...of.values()].reduce((sum, count) => sum + count, 0);
  const both = [...of].reduce((sum, [letter, count]) => sum + Math.min(count, within.get(letter) ?? 0), 0);
  return all === 0 ? "-" : (both / all).toFixed(4);
}
