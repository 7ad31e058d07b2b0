import { loadModule, parseSync } from "libpg-query";
import { deparseSync } from "pgsql-deparser";
import { pick, type Random, randomInteger } from "../../base/random.ts";
import { EXPRESSIONS, FUNCTIONS, RELATIONS, TYPES, WRAPPERS } from "./hostile-parts.ts";

type Tree = Record<string, unknown>;
/** A place in a tree: its parent and the key under which it hangs. */
interface Place {
  parent: Tree | unknown[];
  key: string | number;
  /** The kind of node, such as `FuncCall`. */
  kind: string;
  node: Tree;
}

/** Kinds of nodes that stand where an expression may stand. */
const EXPRESSION_KINDS = new Set([
  "A_Const",
  "A_Expr",
  "BoolExpr",
  "CaseExpr",
  "CoalesceExpr",
  "ColumnRef",
  "FuncCall",
  "NullTest",
  "SubLink",
  "TypeCast",
  "A_ArrayExpr",
]);

/**
 * Endless statements made of seeds: their trees by PostgreSQL's own parser, mutated and crossed with each other and with hostile
 * parts, written back as text, some then changed as text. Equal seeds and random numbers give equal statements.
 */
export async function makeSqlStatements(seeds: readonly string[]): Promise<(random: Random) => string> {
  await loadModule();
  const trees = seeds.flatMap((text) =>
    UNKNOWN_TO_DEPARSER.test(text) ? [] : [treeOf(text)].filter((tree) => tree !== null),
  );
  const donors = [
    ...trees.flatMap((tree) => expressionsOf(tree)),
    ...EXPRESSIONS.flatMap((text) => expressionsOf(treeOf(`SELECT ${text}`))),
  ];
  return (random) => {
    for (;;) {
      const tree = structuredClone(pick(random, trees));
      for (let count = 1 + randomInteger(random, 2); count > 0; count--)
        pick(random, MUTATIONS)(tree, { random, donors, trees });
      const text = textOf(tree);
      if (text !== null) return random() < 0.15 ? pick(random, WRAPPERS)(text) : text;
    }
  };
}

const UNKNOWN_TO_DEPARSER = /JSON_(TABLE|VALUE|QUERY|EXISTS)|XMLTABLE/i;

function treeOf(text: string): Tree | null {
  try {
    return (parseSync(text).stmts?.[0]?.stmt as Tree | undefined) ?? null;
  } catch {
    return null;
  }
}

/** Null for what the deparser cannot write: it does not know every node, and a mutation may have made nonsense. */
function textOf(tree: Tree): string | null {
  try {
    return deparseSync({ version: 180000, stmts: [{ stmt: tree }] } as never, { pretty: false });
  } catch {
    return null;
  }
}

function expressionsOf(tree: Tree | null): Tree[] {
  return tree ? placesOf(tree).flatMap(({ kind, node }) => (EXPRESSION_KINDS.has(kind) ? [{ [kind]: node }] : [])) : [];
}

function placesOf(tree: Tree): Place[] {
  const places: Place[] = [];
  const visit = (parent: Tree | unknown[], key: string | number, value: unknown): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(value, index, item);
    if (value === null || typeof value !== "object" || Array.isArray(value)) return;
    const [kind = ""] = Object.keys(value);
    if (/^[A-Z]/.test(kind)) places.push({ parent, key, kind, node: (value as Tree)[kind] as Tree });
    for (const [name, member] of Object.entries(value)) visit(value as Tree, name, member);
  };
  visit({ tree }, "tree", tree);
  return places;
}

interface Stock {
  random: Random;
  donors: readonly Tree[];
  trees: readonly Tree[];
}

function put({ parent, key }: Place, value: unknown): void {
  (parent as Record<string | number, unknown>)[key] = structuredClone(value);
}

function somewhere(tree: Tree, random: Random, accepts: (kind: string) => boolean): Place | null {
  const places = placesOf(tree).filter(({ kind }) => accepts(kind));
  return places.length > 0 ? pick(random, places) : null;
}

const string = (sval: string): Tree => ({ String: { sval } });

const MUTATIONS: readonly ((tree: Tree, stock: Stock) => void)[] = [
  /** Another expression in an expression's place. */
  (tree, { random, donors }) => {
    const place = somewhere(tree, random, (kind) => EXPRESSION_KINDS.has(kind));
    if (place) put(place, pick(random, donors));
  },
  /** Another function. */
  (tree, { random }) => {
    const place = somewhere(tree, random, (kind) => kind === "FuncCall");
    if (place)
      place.node.funcname = [...(random() < 0.1 ? [string("pg_catalog")] : []), string(pick(random, FUNCTIONS))];
  },
  /** Another relation. */
  (tree, { random }) => {
    const place = somewhere(tree, random, (kind) => kind === "RangeVar");
    const [schemaname, relname] = pick(random, RELATIONS);
    if (place) Object.assign(place.node, { relname, schemaname: schemaname || undefined });
  },
  /** A cast around an expression. */
  (tree, { random }) => {
    const place = somewhere(tree, random, (kind) => EXPRESSION_KINDS.has(kind));
    const typeName = { names: [string(pick(random, TYPES))], typemod: -1 };
    if (place) put(place, { TypeCast: { arg: { [place.kind]: place.node }, typeName } });
  },
  /** A statement's body as a subquery. */
  (tree, { random, trees }) => {
    const place = somewhere(tree, random, (kind) => EXPRESSION_KINDS.has(kind));
    const subLinkType = pick(random, ["EXPR_SUBLINK", "EXISTS_SUBLINK", "ARRAY_SUBLINK"]);
    if (place) put(place, { SubLink: { subLinkType, subselect: pick(random, trees) } });
  },
  /** A statement as a WITH query of another. */
  (tree, { random, trees }) => {
    const place = somewhere(tree, random, (kind) => kind === "SelectStmt");
    const ctename = pick(random, ["extra", "test_case", "canary", "pg_class"]);
    const query = {
      CommonTableExpr: { ctename, ctematerialized: "CTEMaterializeDefault", ctequery: pick(random, trees) },
    };
    if (place) place.node.withClause = { ctes: [query], recursive: random() < 0.3 };
  },
  /** INTO, locking, ALL and LIMIT. */
  (tree, { random }) => {
    const place = somewhere(tree, random, (kind) => kind === "SelectStmt");
    if (place) Object.assign(place.node, structuredClone(pick(random, CLAUSES)));
  },
  /** A join with another relation, without a condition. */
  (tree, { random }) => {
    const place = somewhere(tree, random, (kind) => kind === "SelectStmt");
    const [schemaname, relname] = pick(random, RELATIONS);
    const relation = {
      RangeVar: {
        schemaname: schemaname || undefined,
        relname,
        inh: true,
        relpersistence: "p",
        alias: { aliasname: "t" },
      },
    };
    if (place) place.node.fromClause = [...((place.node.fromClause as unknown[]) ?? []), relation];
  },
  /** A clause less. */
  (tree, { random }) => {
    const place = somewhere(tree, random, (kind) => kind === "SelectStmt" || kind === "JoinExpr");
    if (place) delete place.node[pick(random, ["whereClause", "limitCount", "quals", "groupClause", "withClause"])];
  },
  /** Two statements as one set operation. */
  (tree, { random, trees }) => {
    const [left, right] = [tree.SelectStmt, pick(random, trees).SelectStmt];
    const op = pick(random, ["SETOP_UNION", "SETOP_EXCEPT", "SETOP_INTERSECT"]);
    if (left && right)
      tree.SelectStmt = structuredClone({
        limitOption: "LIMIT_OPTION_DEFAULT",
        op,
        all: random() < 0.5,
        larg: left,
        rarg: right,
      });
  },
  /** Another number or text. */
  (tree, { random }) => {
    const place = somewhere(tree, random, (kind) => kind === "A_Const");
    if (place) put(place, pick(random, CONSTANTS));
  },
];

const CLAUSES: readonly Tree[] = [
  { intoClause: { rel: { relname: "mine", relpersistence: "p" }, onCommit: "ONCOMMIT_NOOP" } },
  { lockingClause: [{ LockingClause: { strength: "LCS_FORUPDATE", waitPolicy: "LockWaitBlock" } }] },
  { limitCount: { A_Const: { ival: { ival: 2147483647 } } }, limitOption: "LIMIT_OPTION_COUNT" },
  { limitOffset: { A_Const: { ival: { ival: 1000000 } } } },
  { distinctClause: [{}] },
];

const CONSTANTS: readonly Tree[] = [
  { A_Const: { ival: { ival: 2147483647 } } },
  { A_Const: { ival: { ival: -1 } } },
  { A_Const: { fval: { fval: "1e300" } } },
  { A_Const: { sval: { sval: "vault.canary" } } },
  { A_Const: { sval: { sval: "'; DELETE FROM kb.entry; --" } } },
  { A_Const: { sval: { sval: "(a+)+$" } } },
  { A_Const: { isnull: true } },
];
