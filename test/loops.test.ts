import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parseAst } from "vitest/node";

/** As the parser gives it. */
interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** One file's text, and what its names were declared as. */
interface Source {
  text: string;
  declared: Map<string, Node[]>;
}

/** Methods whose result has something in it if the list has. */
const KEEPING = ["entries", "keys", "values", "map", "sort", "toSorted", "toReversed"];

it("no test asserts in a loop over what may be empty: a list in the file or asserted before, or `nonEmpty(...)`", () => {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".test.ts"),
  );
  expect(files.length).toBeGreaterThan(200);
  expect(files.flatMap(doubtfulLoops)).toEqual([]);
});

function doubtfulLoops(file: string): string[] {
  const text = readFileSync(join(import.meta.dirname, file), "utf8");
  const program = parseAst(text, { lang: "ts" }) as unknown as Node;
  const source: Source = { text, declared: declarationsIn(program) };
  return collectionsIn(program)
    .filter((collection) => !holdsSomething(collection, source))
    .map(({ start, end }) => `test/${file}:${text.slice(0, start).split("\n").length} ${text.slice(start, end)}`);
}

/** What loops with an assertion go over. Of a property's own values any may be empty. */
function collectionsIn(node: Node): Node[] {
  if (node.type === "CallExpression" && /^fc\./.test(pathOf(node.callee as Node))) return [];
  const inner = childrenOf(node).flatMap(collectionsIn);
  const found = collectionOf(node);
  return found ? [found, ...inner] : inner;
}

function collectionOf(node: Node): Node | null {
  if (node.type === "ForOfStatement") return asserts(node.body as Node) ? (node.right as Node) : null;
  if (node.type !== "CallExpression") return null;
  const callee = node.callee as Node;
  const path = callee.type === "MemberExpression" ? pathOf(callee) : "";
  const [first] = node.arguments as Node[];
  if (/^(?:it|test|describe)\..*\beach$/.test(path)) return first ?? null;
  return path.endsWith(".forEach") && first && asserts(first) ? (callee.object as Node) : null;
}

function asserts(node: Node): boolean {
  if (node.type === "CallExpression" && /^expect\b/.test(pathOf(node.callee as Node))) return true;
  return childrenOf(node).some(asserts);
}

function holdsSomething(node: Node, source: Source): boolean {
  const holds = (inner: unknown) => holdsSomething(inner as Node, source);
  if (/^TS\w+Expression$/.test(node.type)) return holds(node.expression);
  if (node.type === "ArrayExpression")
    return (node.elements as Node[]).some((one) => one.type !== "SpreadElement" || holds(one.argument));
  if (node.type === "ObjectExpression") return (node.properties as Node[]).length > 0;
  if (node.type === "CallExpression" && madeOfSomething(node, holds)) return true;
  if (node.type === "Identifier" && /^[A-Z][A-Z\d_]+$/.test(node.name as string)) return true;
  const declared = node.type === "Identifier" ? (source.declared.get(node.name as string) ?? []) : [];
  return (declared.length > 0 && declared.every(holds)) || assertedBefore(node, source);
}

function madeOfSomething(call: Node, holds: (node: unknown) => boolean): boolean {
  const path = pathOf(call.callee as Node);
  const [first] = call.arguments as Node[];
  if (path === "nonEmpty" || path === "Array.from") return true;
  if (/^Object\.(?:entries|keys|values)$/.test(path)) return first !== undefined && holds(first);
  return KEEPING.includes(path.split(".").at(-1)!) && holds((call.callee as Node).object);
}

function assertedBefore({ start, end }: Node, { text }: Source): boolean {
  const before = text.slice(0, start);
  const list = text.slice(start, end);
  return [`expect(${list})`, `expect(${list}.length)`, `expect(${list}.size)`].some((said) => before.includes(said));
}

function declarationsIn(program: Node): Map<string, Node[]> {
  const declared = new Map<string, Node[]>();
  const visit = (node: Node): void => {
    const { name } = (node.id ?? {}) as { name?: string };
    if (node.type === "VariableDeclarator" && name && node.init)
      declared.set(name, [...(declared.get(name) ?? []), node.init as Node]);
    childrenOf(node).forEach(visit);
  };
  visit(program);
  return declared;
}

/** `a.b.c` of the expression that is called; whatever else it is made of is left out. */
function pathOf(node: Node): string {
  if (node.type === "Identifier") return node.name as string;
  if (node.type === "CallExpression") return pathOf(node.callee as Node);
  if (node.type !== "MemberExpression") return "";
  return `${pathOf(node.object as Node)}.${((node.property as Node).name as string | undefined) ?? ""}`;
}

function childrenOf(node: Node): Node[] {
  const isNode = (value: unknown): value is Node => typeof (value as Node | null)?.type === "string";
  return Object.values(node).flat().filter(isNode);
}
