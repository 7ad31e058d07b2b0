/** Writes `design/api/`: a page for each entry of the package, from the docstrings of what it exports: `npm run api`. */
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import packageJson from "../package.json" with { type: "json" };
import { type Documented, missingWords } from "./docstring-rules.ts";

const ROOT = fileURLToPath(new URL("../", import.meta.url));

/** Names of the entries: `metrics` for `scopebench/metrics`. */
export function apiEntries(): string[] {
  return Object.entries(packageJson.exports).flatMap(([name, file]) => (typeof file === "string" ? [] : name.slice(2)));
}

/** Every entry's page, by its name. */
export function apiReferences(): Record<string, string> {
  return Object.fromEntries(apiEntries().map((entry) => [entry, renderReference(entry)]));
}

/** One entry's page: what it is, an example that a test runs, and each export with its declaration. */
export function renderReference(entry: string): string {
  const path = sourceOf(entry);
  const about = /^\/\*\* (.*) \*\/$/m.exec(readFileSync(path, "utf8"))?.[1] ?? "";
  const exported = exportsOf(path).map(({ file, name }) => ({ name, ...declarationOf(file, name) }));
  const problems = exported.flatMap((one) => one.problems);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  const [values, types] = [exported.filter(({ isType }) => !isType), exported.filter(({ isType }) => isType)];
  const section = (title: string, list: typeof exported) =>
    list.length === 0
      ? []
      : [`## ${title}`, ...list.flatMap(({ name, doc, code }) => [`### ${name}`, doc, fenced("ts", code)])];
  const example = entry === "vitest" ? "vitest/retrieval.test.js" : `api/${entry}.mjs`;
  const blocks = [
    `# scopebench/${entry}`,
    about,
    fenced("js", readFileSync(join(ROOT, "examples", example), "utf8").trim()),
    ...section("Functions and values", values),
    ...section("Types", types),
  ];
  return `${blocks.filter((block) => block !== "").join("\n\n")}\n`;
}

function sourceOf(entry: string): string {
  const { types } = packageJson.exports[`./${entry}` as "./metrics"];
  return join(ROOT, types.replace("./dist/", "").replace(".d.ts", ".ts"));
}

function fenced(language: string, code: string): string {
  return `\`\`\`${language}\n${code}\n\`\`\``;
}

/** Where each name that a module exports is declared. */
function exportsOf(path: string): { file: string; name: string }[] {
  const text = readFileSync(path, "utf8");
  const passed = [...text.matchAll(/^export (?:type )?\{([^}]*)\} from "([^"]+)";$/gm)].flatMap(([, names, from]) => {
    const file = join(dirname(path), from!);
    return names!.split(",").flatMap((name) => {
      const plain = name.trim().replace(/^type /, "");
      return plain === "" ? [] : { file, name: plain };
    });
  });
  const all = [...text.matchAll(/^export \* from "([^"]+)";$/gm)].flatMap(([, from]) =>
    exportsOf(join(dirname(path), from!)),
  );
  const own = [...text.matchAll(/^export (?:async )?(?:function|const|interface|type) (\w+)/gm)];
  return [...passed, ...all, ...own.map(([, name]) => ({ file: path, name: name! }))].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

/** Our sources are formatted alike, so that a declaration's text ends where a line says so. */
function declarationOf(file: string, name: string): { isType: boolean; doc: string; code: string; problems: string[] } {
  const text = readFileSync(file, "utf8");
  const start = new RegExp(`^export (?:async )?(function|const|interface|type) ${name}\\b`, "m").exec(text);
  if (!start) throw new Error(`${file} declares no ${name}`);
  const kind = start[1] as Documented["kind"];
  const rest = text.slice(start.index + "export ".length);
  const [code] = ENDS[kind].exec(rest) ?? [rest];
  const comment = /\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n$/.exec(text.slice(0, start.index))?.[1] ?? "";
  const doc = plain(comment);
  if (doc === "") throw new Error(`${file}: ${name} is exported, and no comment says what it is`);
  const [body] = /^[\s\S]*?\n\}\n/.exec(rest.slice(code.length)) ?? [""];
  const missing = missingWords({ file: relative(ROOT, file), name, kind, doc, declaration: code, body });
  const problems = missing.map((what) => `${file}: the comment of ${name} does not say ${what}`);
  return { isType: kind === "interface" || kind === "type", doc, code: code.trim(), problems };
}

/** A function to its body, a value to its type, an interface to its last line, a type to its semicolon. */
const ENDS = {
  function: /^[\s\S]*?(?= \{\n)/,
  const: /^[^=]*(?= = )/,
  interface: /^[\s\S]*?\n\}|^.*\{\}/,
  type: /^[\s\S]*?;\n/,
} as const;

function plain(doc: string): string {
  return doc
    .split("\n")
    .map((line) => line.replace(/^\s*\* ?/, "").trim())
    .join("\n")
    .trim()
    .replace(/\n?^@(\w+)/gm, "\n\n*$1*:")
    .trim();
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [entry, text] of Object.entries(apiReferences()))
    writeFileSync(join(ROOT, "design/api", `${entry}.md`), text);
