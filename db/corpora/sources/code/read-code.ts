import { createRequire } from "node:module";
import type Parser from "web-tree-sitter";
import { UserError } from "../../../../base/user-error.ts";
import { type CodeCall, callsIn, isNamedArrow } from "./calls.ts";
import type { CodeLanguage } from "./languages.ts";
import { groupOf, testOf } from "./tests.ts";

/** A function, method, class or test of a program. */
export interface CodePart {
  kind: "function" | "class" | "test";
  name: string;
  /** Names of the classes and functions around it, outermost first. */
  around: readonly string[];
  text: string;
  line: number;
  endLine: number;
  calls: readonly CodeCall[];
  /** Simple names of what a class inherits from. */
  bases: readonly string[];
}

export type ReadCode = (
  text: string,
  language: CodeLanguage,
  name: string,
) => Promise<{ parts: CodePart[]; faults: number }>;

/** A reader of programs by tree-sitter. @throws UserError `corpus` where the grammars are not installed. */
export async function makeCodeReader(): Promise<ReadCode> {
  const { default: TreeSitter } = await import("web-tree-sitter");
  await TreeSitter.init();
  const parsers = new Map<string, Promise<Parser>>();
  const parserOf = async (grammar: string): Promise<Parser> => {
    const parser = new TreeSitter();
    parser.setLanguage(await TreeSitter.Language.load(grammarPath(grammar)));
    return parser;
  };
  return async (text, language, name) => {
    const parsing = parsers.get(language.grammar) ?? parserOf(language.grammar);
    parsers.set(language.grammar, parsing);
    const tree = (await parsing).parse(text);
    try {
      return partsOf(tree.rootNode, language, name);
    } finally {
      tree.delete();
    }
  };
}

function grammarPath(grammar: string): string {
  try {
    return createRequire(import.meta.url).resolve(`tree-sitter-wasms/out/tree-sitter-${grammar}.wasm`);
  } catch (cause) {
    throw new UserError("corpus", "source code is read by tree-sitter's grammars, which are not installed", {
      cause,
      hint: "npm install tree-sitter-wasms (50 MB, nothing is compiled)",
    });
  }
}

/** Parts in the order of the file, and how many places the grammar could not read. */
function partsOf(root: Parser.SyntaxNode, language: CodeLanguage, file: string): { parts: CodePart[]; faults: number } {
  const parts: CodePart[] = [];
  let faults = 0;
  // A stack of our own: programs may nest deeper than ours may.
  const open: { node: Parser.SyntaxNode; around: readonly string[] }[] = [{ node: root, around: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, around } = next;
    if (node.type === "ERROR" || node.isMissing) faults++;
    const part = testPartOf(node, around, { language, file }) ?? partOf(node, around, language);
    if (part) parts.push(part);
    const group = part ? part.name : groupOf(node);
    const inside = group === null ? around : [...around, ...(part?.around.slice(around.length) ?? []), group];
    for (const child of node.namedChildren.toReversed()) open.push({ node: child, around: inside });
  }
  return { parts, faults };
}

/** What a test's body is, and who it is: its function, or the call that hands one to the runner. */
function testPartOf(
  node: Parser.SyntaxNode,
  around: readonly string[],
  { language, file }: { language: CodeLanguage; file: string },
): CodePart | null {
  const test = testOf(node, { name: language.functions.has(node.type) ? nameOf(node) : null, around, file });
  return (
    test && {
      kind: "test",
      ...test,
      text: node.text,
      line: node.startPosition.row + 1,
      endLine: node.endPosition.row + 1,
      calls: callsIn(node, language),
      bases: [],
    }
  );
}

function partOf(node: Parser.SyntaxNode, around: readonly string[], language: CodeLanguage): CodePart | null {
  const isFunction = language.functions.has(node.type) || isNamedArrow(node);
  if (!isFunction && !language.classes.has(node.type)) return null;
  // `struct x y;` and `class x;` name a type and define none.
  if (!isFunction && node.childForFieldName("body") === null) return null;
  // A specialisation has its arguments in its name; a statement that macros tear apart may look like a function.
  const full = isFunction ? nameOf(node) : (nameOf(node)?.replace(/<.*$/s, "") ?? null);
  if (full === null || full === "" || STATEMENTS.has(full)) return null;
  const pieces = full.split("::");
  return {
    kind: isFunction ? "function" : "class",
    name: pieces.at(-1) as string,
    around: [...around, ...pieces.slice(0, -1)],
    text: node.text,
    line: node.startPosition.row + 1,
    endLine: node.endPosition.row + 1,
    calls: isFunction ? callsIn(node, language) : [],
    bases: isFunction ? [] : basesOf(node, language),
  };
}

const STATEMENTS = new Set("if for while switch catch __catch return sizeof".split(" "));

/** Of C and C++ the name stands inside of declarators: `int *A::f(int x)`. */
function nameOf(node: Parser.SyntaxNode): string | null {
  const named = node.childForFieldName("name");
  if (named) return named.text;
  let at = node.childForFieldName("declarator");
  while (at && at.type !== "function_declarator")
    at = at.childForFieldName("declarator") ?? at.namedChildren.at(-1) ?? null;
  const name = at?.childForFieldName("declarator")?.text.replace(/\s+/g, "") ?? null;
  return name !== null && /^[\w:~<>,*&=!+\-/%^|[\]()]+$/.test(name) ? name : null;
}

/** Type arguments, keyword arguments and access words are no bases. */
function basesOf(node: Parser.SyntaxNode, { bases }: CodeLanguage): string[] {
  const heads = node.namedChildren.filter(({ type }) => bases.has(type));
  const names = heads.flatMap(({ text }) =>
    text
      .replace(/<[^<>]*>/g, "")
      .replace(/\b(?:extends|implements|public|private|protected|virtual)\b/g, ",")
      .replace(/^[(:]|\)$/g, "")
      .split(",")
      .flatMap((piece) => /^\s*(?:[\w$]+(?:\.|::))*([\w$]+)\s*$/.exec(piece)?.[1] ?? []),
  );
  return [...new Set(names)];
}
