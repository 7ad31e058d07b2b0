import { createRequire } from "node:module";
import type Parser from "web-tree-sitter";
import { compareText } from "../../../../base/hash.ts";
import { UserError } from "../../../../base/user-error.ts";
import type { CodeLanguage } from "./languages.ts";

/** A function, method or class of a program. */
export interface CodePart {
  kind: "function" | "class";
  name: string;
  /** Names of the classes and functions around it, outermost first. */
  around: readonly string[];
  text: string;
  line: number;
  endLine: number;
  /** Simple names of what it calls, each once for each way of calling. */
  calls: readonly { name: string; on: CalledOn }[];
  /** Simple names of what a class inherits from. */
  bases: readonly string[];
}

/** `x()`; `self.x()`, `this.x()`; `y.x()`, where only types that are not read here say what y is. */
type CalledOn = "nothing" | "itself" | "other";

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
  return async (text, language) => {
    const parsing = parsers.get(language.grammar) ?? parserOf(language.grammar);
    parsers.set(language.grammar, parsing);
    const tree = (await parsing).parse(text);
    try {
      return partsOf(tree.rootNode, language);
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
function partsOf(root: Parser.SyntaxNode, language: CodeLanguage): { parts: CodePart[]; faults: number } {
  const parts: CodePart[] = [];
  let faults = 0;
  // A stack of our own: programs may nest deeper than ours may.
  const open: { node: Parser.SyntaxNode; around: readonly string[] }[] = [{ node: root, around: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, around } = next;
    if (node.type === "ERROR" || node.isMissing) faults++;
    const part = partOf(node, around, language);
    if (part) parts.push(part);
    const inside = part ? [...around, ...part.around.slice(around.length), part.name] : around;
    for (const child of node.namedChildren.toReversed()) open.push({ node: child, around: inside });
  }
  return { parts, faults };
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

/** `const f = () => ...` is a function in all but its type. */
function isNamedArrow(node: Parser.SyntaxNode): boolean {
  return (
    node.type === "variable_declarator" &&
    /^(arrow_function|function_expression|function)$/.test(node.childForFieldName("value")?.type ?? "")
  );
}

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

function callsIn(node: Parser.SyntaxNode, { calls, functions, classes }: CodeLanguage): CodePart["calls"] {
  const found = new Map<string, { name: string; on: CalledOn }>();
  const open = [...node.namedChildren];
  for (let at = open.pop(); at; at = open.pop()) {
    // What is defined inside calls for itself.
    if (functions.has(at.type) || classes.has(at.type) || isNamedArrow(at)) continue;
    if (calls.has(at.type)) {
      const callee =
        at.childForFieldName("function") ??
        at.childForFieldName("constructor") ??
        at.childForFieldName("name") ??
        at.childForFieldName("type");
      const text = callee?.text ?? "";
      const receiver = at.childForFieldName("object")?.text ?? /^(.+?)(?:\.|->)[^.]*$/s.exec(text)?.[1] ?? "";
      const name = /([\p{L}_$][\p{L}\p{N}_$]*)\s*(?:<[^()]*>)?$/u.exec(text)?.[1];
      const on = receiver === "" ? "nothing" : /^(?:self|this|cls)$/.test(receiver) ? "itself" : "other";
      if (name !== undefined) found.set(`${name} ${on}`, { name, on });
    }
    open.push(...at.namedChildren);
  }
  return [...found].sort(([a], [b]) => compareText(a, b)).map(([, call]) => call);
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
