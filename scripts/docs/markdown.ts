import { dirname, join, normalize, relative } from "node:path/posix";

interface Place {
  /** Of the Markdown file, from the checkout's root. */
  source: string;
  /** Of the page, without ending. */
  path: string;
  /** A file of this checkout -> the page that shows it. */
  pages: ReadonlyMap<string, string>;
}

/** Languages that Framework would run, or draw, instead of showing. */
const RUN = /^```(js|jsx|ts|tsx|sql|html|svg|dot|mermaid|tex)$/gm;

/**
 * A Markdown file as GitHub shows it, written so that Framework shows the same: code is not run, links lead to pages of the site, and
 * what the site does not have is named instead of linked.
 */
export function asPage(text: string, place: Place): string {
  const parts = text.replaceAll(/^<!--.*-->\n/gm, "").split(/(^```[\s\S]*?^```$)/m);
  return parts
    .map((part) => (part.startsWith("```") ? part.replace(RUN, "```$1 run=false") : prose(part, place)))
    .join("");
}

function prose(text: string, place: Place): string {
  return text
    .replaceAll("${", "&#36;{")
    .replaceAll(/!\[([^\]]*)\]\([^)\s]+\)/g, "$1")
    .replaceAll(/\[((?:[^\]`]|`[^`]*`)*)\]\(([^)\s]+)\)/g, (_, label: string, target: string) =>
      linked(label, target, place),
    );
}

function linked(label: string, target: string, { source, path, pages }: Place): string {
  if (/^(?:[a-z]+:|#)/.test(target)) return `[${label}](${target})`;
  const [file = "", anchor] = target.split("#");
  const wanted = normalize(join(dirname(source), file)).replace(/\/$/, "");
  const page = pages.get(wanted);
  if (page === undefined) return label.replaceAll("`", "") === wanted ? `\`${wanted}\`` : `${label} (\`${wanted}\`)`;
  const address = relative(dirname(path), page);
  return `[${label}](./${address}${anchor === undefined ? "" : `#${anchorOf(anchor, wanted)}`})`;
}

/** A figure's key names its row; anything else is a heading's anchor. */
function anchorOf(anchor: string, file: string): string {
  return file.startsWith("design/figures/") ? rowId(anchor) : anchor;
}

/** Of a key of a file of figures: an id that addresses take as it is. */
export function rowId(key: string): string {
  return `key-${key.replaceAll(/[^\w.-]/g, "_")}`;
}

/** Text in a cell of a Markdown table. */
export function cell(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll("|", "\\|")
    .replaceAll("$", "&#36;")
    .replaceAll("*", "\\*")
    .replaceAll("_", "\\_")
    .replaceAll(/\s*\n\s*/g, " ");
}

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
