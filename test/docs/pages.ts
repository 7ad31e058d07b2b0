import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

export const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export interface Page {
  /** From the checkout's root. */
  path: string;
  text: string;
}

export interface Snippet {
  page: string;
  language: string;
  text: string;
  /** The file that holds it, where the page names one. */
  file: string | null;
}

/** The papers that a newcomer reads: those at the root, in `docs/` and in `examples/`. */
export function papers(): Page[] {
  const inFolders = ["docs", "examples"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((name) => join(folder, name)),
  );
  const atRoot = readdirSync(ROOT).filter((name) => !["AGENTS.md", "CHANGELOG.md"].includes(name));
  return [...atRoot, ...inFolders]
    .filter((path) => path.endsWith(".md"))
    .sort()
    .map((path) => ({ path: relative(ROOT, join(ROOT, path)), text: readFileSync(join(ROOT, path), "utf8") }));
}

export function snippetsOf({ path, text }: Page): Snippet[] {
  const fences = text.matchAll(/(?:<!-- same as: (\S+) -->\n)?^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...fences].map(([, file, language = "", body = ""]) => ({
    page: path,
    language,
    text: body,
    file: file ?? null,
  }));
}

/** Command lines of a shell snippet, without comments. */
export function commandsOf({ language, text }: Snippet): string[] {
  if (language !== "sh") return [];
  return text
    .split("\n")
    .map((line) => line.replace(/\s+#\s.*$/, "").trim())
    .filter((line) => line !== "");
}

/** The words of a command line, quotes taken off. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
}
