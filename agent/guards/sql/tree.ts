/** A node of libpg-query's tree: `{FuncCall: {...}}`, or its content where the parent's member says the kind. */
export type TreeNode = Record<string, unknown>;

export function isNode(value: unknown): value is TreeNode {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** The content of a node of this kind, or undefined when it is of another. */
export function contentOf(value: unknown, kind: string): TreeNode | undefined {
  const content = isNode(value) ? value[kind] : undefined;
  return isNode(content) ? content : undefined;
}

/** The strings of a qualified name. */
export function namesOf(list: unknown): string[] {
  return asArray(list).flatMap((part) => {
    const name = contentOf(part, "String")?.sval;
    return typeof name === "string" ? [name] : [];
  });
}

/** The last part of a name that is unqualified or in pg_catalog, null for any other schema. */
export function builtInName(names: readonly string[]): string | null {
  const builtIn = names.length === 1 || (names.length === 2 && names[0] === "pg_catalog");
  return builtIn ? names.at(-1)! : null;
}

/** Byte offset in the statement's text. */
export function byteOf(node: TreeNode): number {
  return typeof node.location === "number" && node.location >= 0 ? node.location : 0;
}

/** The value of a literal number, also behind a sign or a cast; null for anything else. */
export function literalNumber(value: unknown): number | null {
  const cast = contentOf(value, "TypeCast");
  if (cast) return literalNumber(cast.arg);
  const signed = contentOf(value, "A_Expr");
  if (signed && signed.lexpr === undefined && namesOf(signed.name).join() === "-") {
    const inner = literalNumber(signed.rexpr);
    return inner === null ? null : -inner;
  }
  return numberOf(contentOf(value, "A_Const"));
}

function numberOf(constant: TreeNode | undefined): number | null {
  if (!constant) return null;
  // A zero is left out of the tree.
  if (isNode(constant.ival)) return Number(constant.ival.ival ?? 0);
  const text = (isNode(constant.fval) && constant.fval.fval) || (isNode(constant.sval) && constant.sval.sval);
  return typeof text === "string" && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : null;
}

/** The text of a literal string, null for anything else. */
export function literalText(value: unknown): string | null {
  const constant = contentOf(value, "A_Const");
  return isNode(constant?.sval) ? String(constant.sval.sval ?? "") : null;
}

/** Every node of a kind, or under another key, below a place, the place itself included, without recursion: chains of operators are deep. */
export function* nodesOf(root: unknown, key: string): Generator<TreeNode> {
  const stack: unknown[] = [root];
  while (stack.length > 0) {
    const value = stack.pop();
    if (Array.isArray(value)) stack.push(...value);
    if (!isNode(value)) continue;
    const found = contentOf(value, key);
    if (found) yield found;
    stack.push(...Object.values(value));
  }
}
