import { asArray, builtInName, contentOf, isNode, literalText, namesOf, nodesOf, type TreeNode } from "./tree.ts";

/**
 * Places from which names in the catalog could be read. Beside a value of a reg type PostgreSQL takes a literal for one as well, and
 * '16385' comes out as the name of that number: so `pg_typeof` is shown at the end or cast to text, and a text search
 * configuration is named by a word.
 */
export function catalogReads(tree: TreeNode): { name: string; node: TreeNode }[] {
  const select = contentOf(tree, "SelectStmt");
  const outputs = select?.op === "SETOP_NONE" ? asArray(select.targetList) : [];
  const casts = [...nodesOf(tree, "TypeCast")];
  const shown = [
    ...outputs.map((target) => contentOf(target, "ResTarget")?.val),
    ...casts.filter(({ typeName }) => typeOf(typeName) === "text").map(({ arg }) => arg),
  ].map((value) => contentOf(value, "FuncCall"));
  const named = casts.filter(({ arg }) => /^[a-z_.]+$/i.test(literalText(arg) ?? "")).map(({ typeName }) => typeName);
  const calls = [...nodesOf(tree, "FuncCall")].filter((call) => namesOf(call.funcname).at(-1) === "pg_typeof");
  const types = [...nodesOf(tree, "typeName")].filter((type) => typeOf(type) === "regconfig");
  return [
    ...calls.filter((call) => !shown.includes(call)).map((node) => ({ name: "pg_typeof inside an expression", node })),
    ...types
      .filter((type) => !named.includes(type) || type.arrayBounds !== undefined)
      .map((node) => ({ name: "regconfig but for a literal name", node })),
  ];
}

function typeOf(type: unknown): string | null {
  return isNode(type) ? builtInName(namesOf(type.names)) : null;
}
