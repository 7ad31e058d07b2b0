import { namesOf, nodesOf, type TreeNode } from "./tree.ts";

/** Every table has these (PostgreSQL, chapter 5.6): they tell where a row lies, who wrote it and of which table it is. */
const SYSTEM_COLUMNS = new Set(["tableoid", "ctid", "xmin", "xmax", "cmin", "cmax", "oid"]);

/** Every place where one is read, by whichever way a column can be named. A column of one's own has another name. */
export function systemColumns(tree: TreeNode): { name: string; node: TreeNode }[] {
  const references = [...nodesOf(tree, "ColumnRef")].map((node) => ({ names: namesOf(node.fields), node }));
  const selections = [...nodesOf(tree, "A_Indirection")].map((node) => ({ names: namesOf(node.indirection), node }));
  const joined = [...nodesOf(tree, "JoinExpr")].map((node) => ({ names: namesOf(node.usingClause), node }));
  return [...references, ...selections, ...joined].flatMap(({ names, node }) => {
    const name = names.find((each) => SYSTEM_COLUMNS.has(each));
    return name === undefined ? [] : [{ name, node }];
  });
}
