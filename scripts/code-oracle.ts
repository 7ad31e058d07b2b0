/**
 * Reads source code with our reader and with each language's own: Python's `ast`, javac's parser, universal ctags for C, C++ and TypeScript.
 * Prints how many functions and classes each finds, by file and name, and the names that one of them alone has.
 * `node --import tsx scripts/code-oracle.ts <file or folder>... [--most 20] [--names 5]`; needs python3, java 17, ctags.
 */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { grouped } from "../base/grouped.ts";
import { languageOf } from "../import/sources/code/languages.ts";
import type { CodePart } from "../import/sources/code/parse-code.ts";
import { readCode } from "../import/sources/code/read-code.ts";
import { openSource, type SourceFile } from "../import/sources/files.ts";
import { decodeFile } from "../import/sources/text/decode-file.ts";
import { argumentsOf } from "./arguments.ts";

const { values, positionals } = argumentsOf(import.meta.filename, {
  most: { type: "string", default: "20" },
  names: { type: "string", default: "5" },
});

/** Definitions by file and name: how often. */
type Found = Map<string, number>;

const beside = (name: string): string => fileURLToPath(new URL(`./code-oracle/${name}`, import.meta.url));
const CTAGS = ["--languages=+TypeScript", "--output-format=json", "--fields=+K", "-o", "-"];

const OTHERS: Readonly<
  Record<string, { reader: string; endings: RegExp; find(paths: string[]): Promise<string[][]> }>
> = {
  Python: { reader: "ast", endings: /\.py$/, find: (paths) => lines("python3", [beside("definitions.py"), ...paths]) },
  Java: { reader: "javac", endings: /\.java$/, find: (paths) => lines("java", [beside("Definitions.java"), ...paths]) },
  C: { reader: "ctags", endings: /\.c$/, find: ctags(["function"]) },
  "C++": { reader: "ctags", endings: /\.(cc|cpp|cxx|hpp)$/, find: ctags(["function", "class", "struct"]) },
  TypeScript: {
    reader: "ctags",
    endings: /(?<!\.d)\.tsx?$/,
    find: ctags(["function", "method", "class", "interface"]),
  },
};

const files = (
  await Promise.all(
    positionals.map(async (path) =>
      (
        await openSource(path)
      ).files.map((file) => ({ file, path: path.endsWith(file.name) ? path : `${path}/${file.name}` })),
    ),
  )
).flat();
console.log(
  "| language | files | other reader | theirs | ours | both | theirs alone | ours alone |\n|---|---|---|---|---|---|---|---|",
);
for (const [language, { reader, endings, find }] of Object.entries(OTHERS)) {
  const own = files.filter(({ path }) => endings.test(path)).slice(0, Number(values.most));
  if (own.length === 0) continue;
  const theirs = countsOf(await find(own.map(({ path }) => path)));
  const ours = countsOf((await Promise.all(own.map(({ file, path }) => definitionsIn(file, path)))).flat());
  const both = [...theirs].reduce((sum, [key, times]) => sum + Math.min(times, ours.get(key) ?? 0), 0);
  const row = [
    language,
    own.length,
    reader,
    sizeOf(theirs),
    sizeOf(ours),
    both,
    alone(theirs, ours),
    alone(ours, theirs),
  ];
  console.log(`| ${row.join(" | ")} |`);
}

async function definitionsIn(file: SourceFile, path: string): Promise<string[][]> {
  const language = languageOf(file.name)!;
  const { parts } = await readCode((await decodeFile(file)).text, language, file.name);
  // What a macro or a call makes a test is no definition to the other readers.
  const isDefined = ({ kind }: CodePart) => kind !== "test" || /\.(?:py|java|c)$/.test(path);
  return parts.filter(isDefined).map(({ name }) => [path, name]);
}

function ctags(kinds: readonly string[]) {
  return async (paths: string[]): Promise<string[][]> => {
    const { stdout } = await promisify(execFile)("ctags", [...CTAGS, ...paths], { maxBuffer: 2 ** 28 });
    const tags = stdout
      .split("\n")
      .filter(Boolean)
      .map((line) => JSON.parse(line) as { path: string; name: string; kind: string });
    return tags
      .filter(({ kind, name }) => kinds.includes(kind) && !/^__anon|^(?:TYPED_)?TEST(?:_[FP])?$/.test(name))
      .map(({ path, name }) => [path, name.replace(/^.*::/, "").replace(/^operator (?=\W)/, "operator")]);
  };
}

async function lines(program: string, args: readonly string[]): Promise<string[][]> {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 2 ** 28 });
  return stdout
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t"));
}

function countsOf(definitions: readonly string[][]): Found {
  return new Map([...grouped(definitions, (one) => one.join(" "))].map(([key, same]) => [key, same.length]));
}

function sizeOf(found: Found): number {
  return [...found.values()].reduce((sum, times) => sum + times, 0);
}

function alone(of: Found, other: Found): string {
  const missing = [...of]
    .filter(([key, times]) => times > (other.get(key) ?? 0))
    .map(([key]) => key.split("/").at(-1)!);
  return missing.slice(0, Number(values.names)).join(", ") + (missing.length > Number(values.names) ? ", ..." : "");
}
