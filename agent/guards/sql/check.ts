import { compareText } from "../../../db/base/hash.ts";
import type { GuardCode } from "../refusal.ts";
import { isFunctionInDisguise, judgeFunction } from "./functions.ts";
import type { ReadableRelations } from "./guard.ts";

export interface SqlFault {
  code: GuardCode;
  message: string;
  hint: string;
  /** Byte offset in the statement's text, null where the tree has none. */
  byte: number | null;
}

type TreeNode = Record<string, unknown>;
/** Names of the WITH queries that a place in the tree can see. */
type Scope = ReadonlySet<string>;

/**
 * Every fault of a parsed statement, by place, and the relations that it reads. The tree is walked with a stack of our own:
 * a long chain of operators is a deep tree.
 */
export function checkSelect(tree: unknown, readable: ReadableRelations): { faults: SqlFault[]; relations: string[] } {
  const faults: SqlFault[] = [];
  const relations = new Set<string>();
  const stack: { node: unknown; scope: Scope }[] = [{ node: tree, scope: new Set() }];
  if (!isNode(tree) || !("SelectStmt" in tree)) return { faults: [notSelect(tree)], relations: [] };
  while (stack.length > 0) {
    const { node, scope } = stack.pop()!;
    if (Array.isArray(node)) for (const item of node) stack.push({ node: item, scope });
    if (!isNode(node)) continue;
    const inner = pushQueries(node, scope, stack);
    for (const [key, value] of Object.entries(node)) {
      if (key === "withClause") continue;
      const fault = checkMember(key, value, { scope: inner, readable, relations });
      if (fault) faults.push(fault);
      stack.push({ node: value, scope: inner });
    }
  }
  faults.sort((a, b) => (a.byte ?? -1) - (b.byte ?? -1) || compareText(a.message, b.message));
  return { faults, relations: [...relations].sort(compareText) };
}

/** Queues the WITH queries of a node and returns the scope of its body. A query sees those before it; with RECURSIVE, all. */
function pushQueries(node: TreeNode, outer: Scope, stack: { node: unknown; scope: Scope }[]): Scope {
  const clause = node.withClause;
  if (!isNode(clause)) return outer;
  const queries = asArray(clause.ctes).map((cte) =>
    isNode(cte) && isNode(cte.CommonTableExpr) ? cte.CommonTableExpr : {},
  );
  const names = queries.map((query) => String(query.ctename));
  for (const [index, query] of queries.entries())
    stack.push({ node: query, scope: new Set([...outer, ...(clause.recursive ? names : names.slice(0, index))]) });
  return new Set([...outer, ...names]);
}

interface Surroundings {
  scope: Scope;
  readable: ReadableRelations;
  relations: Set<string>;
}

function checkMember(key: string, value: unknown, around: Surroundings): SqlFault | undefined {
  if (key.endsWith("Stmt") && key !== "SelectStmt") return notSelect({ [key]: value });
  if (key === "intoClause")
    return fault(
      "sql_into",
      "SELECT INTO would create a table.",
      "Leave INTO out; the result comes back to you.",
      null,
    );
  if (key === "lockingClause")
    return fault("sql_locking", "FOR UPDATE and FOR SHARE lock rows.", "Leave the locking clause out.", null);
  if (!isNode(value)) return undefined;
  if (key === "ParamRef")
    return fault("sql_parameter", "There are no parameters.", "Write values as literals.", byteOf(value));
  if (key === "RangeVar") return checkRelation(value, around);
  if (key === "FuncCall") return checkFunction(value);
  if (key === "ColumnRef" || key === "A_Indirection") return checkFields(value);
  return undefined;
}

function checkRelation(node: TreeNode, { scope, readable, relations }: Surroundings): SqlFault | undefined {
  const name = String(node.relname);
  const schema = node.schemaname === undefined ? undefined : String(node.schemaname);
  if (node.catalogname === undefined && schema === undefined && scope.has(name)) return undefined;
  const home = schema ?? [...readable].find(([, names]) => names.has(name))?.[0];
  if (node.catalogname === undefined && home !== undefined && readable.get(home)?.has(name)) {
    relations.add(`${home}.${name}`);
    return undefined;
  }
  const shown = [node.catalogname, schema, name].filter((part) => part !== undefined).join(".");
  const hint = `Readable schemas: ${[...readable.keys()].join(", ")}. schema_overview lists their relations.`;
  return fault("sql_relation", `"${shown}" cannot be read.`, hint, byteOf(node));
}

function checkFields(node: TreeNode): SqlFault | undefined {
  const field = namesOf(node.fields ?? node.indirection).find(isFunctionInDisguise);
  if (field === undefined) return undefined;
  return fault("sql_function", `Function ${field} is forbidden.`, "Read relations only.", byteOf(node));
}

function namesOf(list: unknown): string[] {
  return asArray(list).flatMap((part) => (isNode(part) && isNode(part.String) ? [String(part.String.sval)] : []));
}

function checkFunction(node: TreeNode): SqlFault | undefined {
  const parts = namesOf(node.funcname);
  const name = parts.at(-1) ?? "";
  const qualified = parts.length > 1 && !(parts.length === 2 && parts[0] === "pg_catalog");
  const judgement = qualified ? "unknown" : judgeFunction(name);
  if (judgement === "allowed") return undefined;
  const shown = parts.join(".");
  if (judgement === "denied")
    return fault("sql_function", `Function ${shown} is forbidden.`, "Read relations only.", byteOf(node));
  return fault(
    "sql_function",
    `Function ${shown} is not among the allowed ones.`,
    "Use common text, number, date, JSON, array and aggregate functions.",
    byteOf(node),
  );
}

function notSelect(tree: unknown): SqlFault {
  const kind = isNode(tree) ? (Object.keys(tree)[0] ?? "").replace(/Stmt$/, "") : "";
  return fault(
    "sql_not_select",
    `Only SELECT is allowed, not ${kind || "this"}.`,
    "Send one SELECT; WITH is allowed as long as every part is a SELECT.",
    null,
  );
}

function fault(code: GuardCode, message: string, hint: string, byte: number | null): SqlFault {
  return { code, message, hint, byte };
}

function byteOf(node: TreeNode): number | null {
  return typeof node.location === "number" && node.location >= 0 ? node.location : 0;
}

function isNode(value: unknown): value is TreeNode {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
