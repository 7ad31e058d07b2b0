import type Parser from "web-tree-sitter";
import { withoutTiers } from "../../../base/without-tiers.ts";
import { blankMacros } from "./blank-macros.ts";
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

/** Parts in the order of the file, lines that begin in a comment, and how many places the grammar could not read. */
export interface CodeParts {
  parts: CodePart[];
  comments: number[];
  faults: number;
}

/** A program, and where the grammar of its language is installed. */
export interface CodeSource {
  text: string;
  language: CodeLanguage;
  file: string;
  grammar: string;
}

/** By grammar, loaded once a thread: the memory of one that is loaded again is never given back, and some hundred use it up. */
const parsers = new Map<string, Promise<Parser>>();

async function loadParser(grammar: string): Promise<Parser> {
  const { default: TreeSitter } = await import("web-tree-sitter");
  await TreeSitter.init();
  const parser = new TreeSitter();
  parser.setLanguage(await TreeSitter.Language.load(grammar));
  // A grammar reads letters by one function of thousands of states: to make it faster takes V8 a gigabyte, and programs are read as fast before.
  await withoutTiers(async () => parser.parse("a").delete());
  return parser;
}

/** @throws RuntimeError where the grammars' memory is used up, such as by what is nested too deeply: no other program can be parsed then */
export async function parseCode(source: CodeSource): Promise<CodeParts> {
  const { text, language, grammar } = source;
  const parsing = parsers.get(grammar) ?? loadParser(grammar);
  parsers.set(grammar, parsing);
  const parser = await parsing;
  const read = <T>(program: string, use: (root: Parser.SyntaxNode) => T): T => {
    const tree = parser.parse(program);
    const found = use(tree.rootNode);
    tree.delete();
    return found;
  };
  const { blanked, ...found } = read(text, (root) => {
    const asItIs = partsOf(root, source);
    return { ...asItIs, blanked: language.hasMacros && asItIs.faults > 0 ? blankMacros(text, root) : null };
  });
  const again = blanked === null ? null : read(blanked, (root) => partsOf(root, source));
  return again !== null && again.faults < found.faults ? again : found;
}

function partsOf(root: Parser.SyntaxNode, source: CodeSource): CodeParts {
  const parts: CodePart[] = [];
  const comments: number[] = [];
  let faults = 0;
  // A stack of our own: programs may nest deeper than ours may.
  const open: { node: Parser.SyntaxNode; around: readonly string[] }[] = [{ node: root, around: [] }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { node, around } = next;
    if (node.type === "ERROR" || node.isMissing) faults++;
    if (/comment$/.test(node.type)) comments.push(...linesBegunBy(node, source));
    const part = testPartOf(node, around, source) ?? partOf(node, around, source);
    if (part) parts.push(part);
    const group = part ? part.name : groupOf(node);
    const inside = group === null ? around : [...around, ...(part?.around.slice(around.length) ?? []), group];
    for (const child of node.namedChildren.toReversed()) open.push({ node: child, around: inside });
  }
  return { parts, comments, faults };
}

function linesBegunBy({ startIndex, startPosition, endPosition }: Parser.SyntaxNode, { text }: CodeSource): number[] {
  const isAlone = text.slice(startIndex - startPosition.column, startIndex).trim() === "";
  const first = startPosition.row + (isAlone ? 1 : 2);
  return Array.from({ length: Math.max(0, endPosition.row + 2 - first) }, (_, at) => first + at);
}

/** What a test's body is, and who it is: its function, or the call that hands one to the runner. */
function testPartOf(node: Parser.SyntaxNode, around: readonly string[], source: CodeSource): CodePart | null {
  const { language, file } = source;
  const test = testOf(node, { name: language.functions.has(node.type) ? nameOf(node) : null, around, file });
  return (
    test && {
      kind: "test",
      ...test,
      ...placeOf(node, source),
      calls: callsIn(node, language),
      bases: [],
    }
  );
}

function partOf(node: Parser.SyntaxNode, around: readonly string[], source: CodeSource): CodePart | null {
  const { language } = source;
  const isFunction = language.functions.has(node.type) || isNamedArrow(node);
  if (!isFunction && !language.classes.has(node.type)) return null;
  // `struct x y;` and `class x;` name a type and define none.
  if (!isFunction && node.childForFieldName("body") === null) return null;
  // `= delete` and `= default` of C++: there is no function body.
  if (isFunction && node.namedChildren.some(({ type }) => /^de(?:lete|fault)_method_clause$/.test(type))) return null;
  // A specialisation has its arguments in its name; a statement that macros tear apart may look like a function.
  const full = isFunction ? nameOf(node) : withoutArguments(nameOf(node) ?? "");
  if (full === null || full === "" || STATEMENTS.has(full)) return null;
  const pieces = full.split("::");
  return {
    kind: isFunction ? "function" : "class",
    name: pieces.at(-1) as string,
    around: [...around, ...pieces.slice(0, -1)],
    ...placeOf(node, source),
    calls: isFunction ? callsIn(node, language) : [],
    bases: isFunction ? [] : basesOf(node, language),
  };
}

/** Its text as it was written, with what was blanked for the grammar. */
function placeOf({ startIndex, endIndex, startPosition, endPosition }: Parser.SyntaxNode, { text }: CodeSource) {
  return { text: text.slice(startIndex, endIndex), line: startPosition.row + 1, endLine: endPosition.row + 1 };
}

const STATEMENTS = new Set("if for while switch catch __catch return sizeof".split(" "));

/** Of C and C++ the name stands inside of declarators: `int *A::f(int x)`, `A::operator bool()`. */
function nameOf(node: Parser.SyntaxNode): string | null {
  const named = node.childForFieldName("name");
  if (named) return named.text;
  const declarator = node.childForFieldName("declarator");
  let at = declarator;
  while (at && !/^(?:function_declarator|operator_cast)$/.test(at.type))
    at = at.childForFieldName("declarator") ?? at.namedChildren.at(-1) ?? null;
  if (declarator && at?.type === "operator_cast") {
    const scope = declarator.text.slice(0, at.startIndex - declarator.startIndex);
    return `${withoutArguments(scope).replace(/[\s*&]+/g, "")}operator ${at.childForFieldName("type")?.text}`;
  }
  const [whole = "", plain = "", operator = ""] =
    /^(.*?)(\boperator\b.*)?$/s.exec(at?.childForFieldName("declarator")?.text ?? "") ?? [];
  if (whole === "" || !/^[\w\s:~<>,*&=!+\-/%^|[\]()]+$/.test(whole)) return null;
  // Of two words the first is a type that the grammar took for a part of the name.
  const name = withoutArguments(plain).replace(/^.*[\w>]\s+(?=[\w~])/s, "");
  return name.replace(/\s+/g, "") + operator.replace(/\s+(?!\w)|(?<!operator)\s+/g, "");
}

/** `A<B<C>>::f` is a function of `A`. */
function withoutArguments(name: string): string {
  let depth = 0;
  return [...name]
    .filter((sign) => {
      depth += Number(sign === "<");
      const isOutside = depth === 0;
      depth -= Number(sign === ">");
      return isOutside;
    })
    .join("");
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
