import { posix } from "node:path";
import { quote } from "../../folder/quote.ts";
import type { Source, SourceFile } from "../files.ts";
import { contentOfItems, type ItemLink, type SourceItem } from "../items.ts";
import { markdownFaults } from "../markdown/faults.ts";
import { mayMentionIn, mentionsIn, SourceIds } from "../markdown/mentions.ts";
import { linesAbove, linesOf, type MarkdownPart, readMarkdown } from "../markdown/read-markdown.ts";
import { readEach } from "../read-each.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { decodeFile } from "../text/decode-file.ts";
import { sayAbove } from "../text/untaken.ts";
import { headOf } from "../text/xml.ts";

export const markdownAdapter: SourceAdapter = {
  name: "markdown",
  reads: "Markdown with headings and ids: a file, or a folder of .md",
  keeps:
    "headings with the text below them (section, or of the type that their id begins with); list items, paragraphs and rows of tables that begin with an id, such as **REQ-12:**; links between them, and ids of others in a text: as the word before them says (Verifies: REQ-1), else as mentions",
  drops: "links to other files and to the web stay as text; emphasis",
  claim,
  read,
};

const isMarkdown = ({ name }: SourceFile) => /\.(md|markdown)$/i.test(name) && !/\.feature\.md$/i.test(name);
/** What a repository says about itself. */
const ABOUT = /(^|\/)(readme|changelog|licen[cs]e|contributing|code_of_conduct|security|notice)\.(md|markdown)$/i;
const DEFINITION =
  /^(?:#+ +|[-*+] +|\| *)?(?:\*\*|`|\[)*\p{Lu}{2,}[\p{L}\p{N}]*(?:[-_.:/][\p{L}\p{N}]+)*[-_.]\p{N}+[*`\]]*(?: *[:|–—-]|[*`\]]| )/mu;

function claim(file: SourceFile): Claim | null {
  if (!isMarkdown(file) || ABOUT.test(file.name)) return null;
  const head = headOf(file);
  if (DEFINITION.test(head)) return { certainty: 0.6, why: `${file.name} defines ids in Markdown` };
  return /^#+ /m.test(head) ? { certainty: 0.2, why: `${file.name} is Markdown with headings` } : null;
}

async function read({ files }: Source, context: ReadContext): Promise<SourceContent> {
  const wanted = files.length === 1 ? files : files.filter(isMarkdown);
  const notes: string[] = [];
  const above: [string, number][] = [];
  const documents = await readEach(wanted, context, async (file) => {
    const { text, note } = await decodeFile(file);
    if (note) notes.push(note);
    const faults = markdownFaults(linesOf(text));
    for (const { line, what } of faults) context.problems.add(`${file.name}:${line}: ${what}`);
    const all = readMarkdown(text);
    above.push([file.name, linesAbove(text, all)]);
    const whole = all.filter((part) => !faults.some(({ line }) => line === part.line));
    return whole.map((part) => ({
      ...part,
      id: part.id ?? `${file.name}#${part.anchors[0]}`,
      isNamed: part.id !== null,
      file: file.name,
    }));
  });
  const parts = documents.flat();
  const index = new Index(parts);
  const empty = parts.filter(
    ({ isNamed, isHeading, text, title }) => isNamed && !isHeading && `${title}${text}`.trim() === "",
  );
  for (const { file, line, id } of empty)
    context.problems.add(`${file}:${line}: ${quote(id)} says nothing; expected a text after it`);
  const items = parts.filter((part) => !empty.includes(part)).map((part) => itemOf(part, index));
  const named = parts.filter(({ isNamed }) => isNamed).length;
  return contentOfItems(items, {
    counts: {
      headings: parts.filter(({ isHeading }) => isHeading).length,
      "with an id": named,
    },
    notes: [...notes, ...sayAbove(above, "heading")],
  });
}

type Part = MarkdownPart & { id: string; isNamed: boolean; file: string };

/** What is here, by id and by anchor. */
class Index {
  readonly known: SourceIds;
  readonly #files: ReadonlySet<string>;
  readonly #anchors: ReadonlyMap<string, string>;

  constructor(parts: readonly Part[]) {
    this.known = new SourceIds(parts.filter(({ isNamed }) => isNamed).map(({ id }) => id));
    this.#files = new Set(parts.map(({ file }) => file));
    this.#anchors = new Map(
      parts.flatMap(({ file, anchors, id }) => anchors.map((anchor) => [`${file}#${anchor}`, id] as const)),
    );
  }

  /** Of `../b.md#anchor`, from the file that it stands in: the id, or the address where a file that is here has no such anchor. */
  anchored(link: string, file: string): string[] {
    const [path = "", anchor = ""] = decoded(link).split("#");
    const target = path === "" ? file : posix.normalize(posix.join(posix.dirname(file), path));
    return this.#files.has(target) ? [this.#anchors.get(`${target}#${anchor}`) ?? `${target}#${anchor}`] : [];
  }
}

/** As it stands where it is not encoded as addresses are. */
function decoded(link: string): string {
  try {
    return decodeURI(link);
  } catch (error) {
    if (error instanceof URIError) return link;
    throw error;
  }
}

function itemOf(part: Part, index: Index): SourceItem {
  const { id, type, title, text, sections, file, line } = part;
  return {
    id,
    type,
    title,
    text: [title, text].filter((piece, at) => at === 0 || (piece !== title && piece !== "")).join("\n"),
    meta: { file, section: sections.join(" / ") },
    links: linksOf(part, index),
    mayMention: mayMentionIn([title, ...text.split("\n")], { own: id, known: index.known }),
    place: `${file}:${line}`,
  };
}

function linksOf({ id, file, text, title }: Part, index: Index): ItemLink[] {
  return mentionsIn([title, ...text.split("\n")], {
    own: id,
    known: index.known,
    alsoIn: (line) =>
      [...line.matchAll(/\]\(([^)\s]*#[^)\s]+)\)/g)].flatMap(([, link]) => index.anchored(link as string, file)),
  });
}
