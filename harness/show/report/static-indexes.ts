import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { writeFile } from "../../../base/write-file.ts";
import { escapeHtml, plainPage } from "../../print/html.ts";
import { showCell } from "../../results/table-format/show-cell.ts";
import type { Table } from "../../results/table-format/table.ts";

/** Rows of a table that its page shows; all are in its files. */
const MAX_ROWS = 60;

/** Of `plots/index.json`, what is shown of a figure. */
interface ListedFigure {
  figure: string;
  title: string;
  caption: string;
  notice: readonly string[];
}

/**
 * Writes `plots/index.html` and `tables/index.html` into a report: pages without scripts, for who opens the report as a file, where
 * browsers load no modules and many list no folders.
 */
export async function writeStaticIndexes(output: string, run: string, tables: readonly Table[]): Promise<void> {
  const styles = (await readdir(join(output, "_file"))).filter((name) => /^style\..*css$/.test(name));
  const frame = { run, style: `../_file/${styles[0]}` };
  const figures: ListedFigure[] = JSON.parse(await readFile(join(output, "plots/index.json"), "utf8"));
  const plots = await readdir(join(output, "plots"));
  await writeFile(
    join(output, "plots/index.html"),
    renderPage({ ...frame, title: "Figures", other: ["tables", "Tables"] }, [
      notices(figures),
      `<div class="thumbnails">${figures.map((figure) => renderFigure(figure, plots)).join("\n")}</div>`,
    ]),
  );
  const files = (await readdir(join(output, "tables"))).sort();
  await writeFile(
    join(output, "tables/index.html"),
    renderPage({ ...frame, title: "Tables", other: ["plots", "Figures"] }, [
      `<ul>${tables.map(({ name, title }) => `<li><a href="#${escapeHtml(name)}">${escapeHtml(title)}</a></li>`).join("")}</ul>`,
      ...tables.map((table) => renderTable(table, files)),
    ]),
  );
}

interface Frame {
  run: string;
  style: string;
  title: string;
  other: readonly [folder: string, title: string];
}

function renderPage({ run, style, title, other }: Frame, parts: readonly string[]): string {
  const [folder, otherTitle] = other;
  const nav = `<a href="../index.html">Overview</a><a aria-current="page">${title}</a><a href="../../run/stages/${folder}/index.html">${otherTitle}</a>`;
  const lede = `<p class="lede">Of run ${escapeHtml(run)}, as files. This page needs no server; those of the report, with their links to executions, do.</p>`;
  return plainPage({
    title: `${title} of run ${run}`,
    style,
    nav,
    main: [`<h1>${title}</h1>`, lede, ...parts].join("\n"),
  });
}

function notices(figures: readonly ListedFigure[]): string {
  const lines = [...new Set(figures.flatMap(({ notice }) => notice))];
  return lines.map((line) => `<p class="notice">${escapeHtml(line)}</p>`).join("\n");
}

function renderFigure({ figure, title, caption }: ListedFigure, names: readonly string[]): string {
  const name = escapeHtml(figure);
  const thumbnail = names.includes(`${figure}.png`)
    ? `<a href="${name}.svg"><img src="${name}.png" alt="${escapeHtml(title)}" loading="lazy"></a>`
    : "";
  return `<figure class="figure" id="${name}">${thumbnail}
<figcaption class="caption"><b>${escapeHtml(title)}</b> ${escapeHtml(caption)} ${fileLinks(figure, names)}</figcaption></figure>`;
}

function renderTable(table: Table, names: readonly string[]): string {
  const { name, title, caption, columns, rows } = table;
  const isNumber = (format: string) => (format === "text" ? "" : ' class="num"');
  const head = columns.map(({ label, format }) => `<th scope="col"${isNumber(format)}>${escapeHtml(label)}</th>`);
  const body = rows
    .slice(0, MAX_ROWS)
    .map(
      (row) =>
        `<tr>${columns.map((column) => `<td${isNumber(column.format)}>${escapeHtml(showCell(row[column.key], column))}</td>`).join("")}</tr>`,
    );
  const more = rows.length > MAX_ROWS ? ` ${countOf(rows.length - MAX_ROWS, "more row")} in its files.` : "";
  return `<h2 id="${escapeHtml(name)}">${escapeHtml(title)}</h2>
<p class="caption">${escapeHtml(caption)}${more} ${fileLinks(name, names)}</p>
<div class="scroll" role="region" aria-label="${escapeHtml(title)}" tabindex="0"><table class="compact"><thead><tr>${head.join("")}</tr></thead>
<tbody>${body.join("\n")}</tbody></table></div>`;
}

/** Of every form that lies there: `CSV · PDF`. */
function fileLinks(name: string, names: readonly string[]): string {
  const own = names.filter((file) => file.startsWith(`${name}.`)).sort();
  const links = own.map((file) => {
    const ending = file.slice(name.length + 1);
    return `<a href="${escapeHtml(file)}">${escapeHtml(ending.toUpperCase())}</a>`;
  });
  return `<span class="downloads">${links.join(" · ")}</span>`;
}
