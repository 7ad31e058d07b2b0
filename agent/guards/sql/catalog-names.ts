import { asArray, builtInName, contentOf, isNode, literalText, namesOf, nodesOf, type TreeNode } from "./tree.ts";

/**
 * Places from which names in the catalog could be read. Beside a value of a reg type PostgreSQL takes a literal for one as well, and
 * 16385 comes out as the name of that number: so `pg_typeof` is shown at the end or cast to text, and a text search
 * configuration is named by a word, for a function that wants one.
 */
export function catalogReads(tree: TreeNode): { name: string; node: TreeNode }[] {
  const select = contentOf(tree, "SelectStmt");
  const outputs = select?.op === "SETOP_NONE" ? asArray(select.targetList) : [];
  const casts = [...nodesOf(tree, "TypeCast")];
  const shown = [
    ...outputs.map((target) => contentOf(target, "ResTarget")?.val),
    ...casts.filter(({ typeName }) => typeOf(typeName) === "text").map(({ arg }) => arg),
  ].map((value) => contentOf(value, "FuncCall"));
  const calls = [...nodesOf(tree, "FuncCall")];
  const named = calls
    .filter((call) => CONFIGURED.has(nameOf(call)))
    .flatMap(({ args }): TreeNode[] => [contentOf(asArray(args)[0], "TypeCast") ?? {}])
    .filter(({ arg }) => /^[a-z_.]+$/i.test(literalText(arg) ?? ""))
    .map(({ typeName }) => typeName);
  const foreign = calls.filter(
    (call) => CONFIGURED.has(nameOf(call)) && OF_A_SCHEMA.test(literalText(asArray(call.args)[0]) ?? ""),
  );
  const types = [...nodesOf(tree, "typeName")].filter((type) => typeOf(type) === "regconfig");
  return [
    ...calls
      .filter((call) => nameOf(call) === "pg_typeof" && !shown.includes(call))
      .map((node) => ({ name: "pg_typeof inside an expression", node })),
    ...foreign.map((node) => ({ name: "A text search configuration of another schema", node })),
    ...types
      .filter((type) => !named.includes(type) || type.arrayBounds !== undefined)
      .map((node) => ({ name: "regconfig but as a literal in a call", node })),
  ];
}

/** Functions whose first argument may be a text search configuration. */
const CONFIGURED = new Set(
  "to_tsvector json_to_tsvector jsonb_to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery ts_headline".split(
    " ",
  ),
);

const OF_A_SCHEMA = /^\s*(?!pg_catalog\b)("[^"]*"|[\w$]+)\s*\.\s*("[^"]*"|[\w$]+)\s*$/;

function nameOf({ funcname }: TreeNode): string {
  return namesOf(funcname).at(-1) ?? "";
}

function typeOf(type: unknown): string | null {
  return isNode(type) ? builtInName(namesOf(type.names)) : null;
}
