import { parseDocument } from "yaml";
import { frontMatter, type OwnPage, type PageProblem } from "./own-page.ts";

/** What a page may weigh: beyond that Framework takes minutes and gigabytes. */
const MAX_BYTES = 1_000_000;

/** What a page may say of itself. Framework would read files (`style`, `sql`), replace the content policy (`head`) or leave the page out (`draft`). */
const KEYS = ["title", "toc"];

/** Of a title, which stands in the navigation of every page. */
const MAX_TITLE = 60;

interface ReadPage {
  page: OwnPage;
  /** As Framework is given it; null for one that it is not given. */
  text: string | null;
  problems: PageProblem[];
}

/**
 * Reads an own page. Its front matter is written anew from what is allowed there: Framework's own reader would run it as
 * JavaScript where it begins with `---js`, and a run may have come from somebody else.
 */
export function readPage(name: string, bytes: Buffer): ReadPage {
  const nothing = { page: { name, title: titleOf(name), linesBefore: 0 }, text: null };
  const problem = (line: number | null, message: string) => ({ file: `${name}.md`, line, message });
  if (bytes.length > MAX_BYTES) {
    const size = (bytes.length / 1e6).toFixed(1);
    return { ...nothing, problems: [problem(null, `expected at most 1 MB of Markdown, found ${size} MB`)] };
  }
  const text = decode(bytes);
  const nul = typeof text === "string" ? text.indexOf("\0") : -1;
  if (typeof text === "string" && nul >= 0)
    return {
      ...nothing,
      problems: [problem(text.slice(0, nul).split("\n").length, "expected UTF-8 text, found a NUL character")],
    };
  if (typeof text === "number") return { ...nothing, problems: [problem(text, "expected UTF-8, found other bytes")] };
  const { yaml, content, linesBefore, language } = splitFrontMatter(text);
  const { title, toc, faults } = parseFrontMatter(yaml);
  const page = { name, title: title ?? titleOf(name), linesBefore };
  if (language !== "")
    faults.unshift({
      line: 1,
      message: `front matter is YAML between lines of ---, not ${language}; nothing of it is run`,
    });
  return {
    page,
    text: frontMatter({ title: page.title, ...(toc === undefined ? {} : { toc }) }) + content,
    problems: faults.map(({ line, message }) => problem(line, message)),
  };
}

/** `slow-answers` -> `Slow answers` */
export function titleOf(name: string): string {
  const words = name.replaceAll("-", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** The text, or the line of the first byte that is not of one. */
function decode(bytes: Buffer): string | number {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    return decoder.decode(bytes);
  } catch {
    const lines = bytes.toString("latin1").split("\n");
    const isText = (line: string) => {
      try {
        return decoder.decode(Buffer.from(line, "latin1")) !== null;
      } catch {
        return false;
      }
    };
    return lines.findIndex((line) => !isText(line)) + 1;
  }
}

function splitFrontMatter(text: string): { yaml: string; content: string; linesBefore: number; language: string } {
  const [, language, yaml] = /^---(?!-)[ \t]*([^\n\r]*)\r?\n((?:[^\n]*\n)*?)---[ \t]*\r?(?:\n|$)/.exec(text) ?? [];
  if (language === undefined || yaml === undefined) return { yaml: "", content: text, linesBefore: 0, language: "" };
  const linesBefore = yaml.split("\n").length + 1;
  const content = text.split("\n").slice(linesBefore).join("\n");
  return { yaml: language === "" ? yaml : "", content, linesBefore, language: language.trim() };
}

interface Fault {
  line: number;
  message: string;
}

function parseFrontMatter(yaml: string): { title?: string; toc?: boolean; faults: Fault[] } {
  const document = parseDocument(yaml, { prettyErrors: true });
  // One line of `---` comes before what was parsed.
  const wrong = document.errors.map(({ message, linePos }) => ({
    line: (linePos?.[0].line ?? 0) + 1,
    message: `front matter: ${message.split("\n", 1)[0]!.replace(/ at line \d+, column \d+:?$/, "")}`,
  }));
  const data: unknown = wrong.length > 0 ? null : document.toJS({ maxAliasCount: 0 });
  if (data === null || data === undefined) return { faults: wrong };
  if (typeof data !== "object")
    return { faults: [{ line: 2, message: "front matter: expected lines such as `title: …`" }] };
  const { title, toc, ...others } = data as Record<string, unknown>;
  const lineOf = (key: string) => yaml.split("\n").findIndex((line) => line.startsWith(key)) + 2;
  const faults = Object.keys(others).map((key) => ({
    line: lineOf(key),
    message: `front matter: ${JSON.stringify(key)} is left out; a page has ${KEYS.join(" and ")}${key === "sql" ? ", and the run's tables without naming them" : ""}`,
  }));
  return {
    ...(["string", "number"].includes(typeof title) ? { title: String(title).slice(0, MAX_TITLE) } : {}),
    ...(typeof toc === "boolean" ? { toc } : {}),
    faults,
  };
}
