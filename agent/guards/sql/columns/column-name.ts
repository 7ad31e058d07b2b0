import { asArray, contentOf, isNode, namesOf, type TreeNode } from "../tree.ts";

/** The name that PostgreSQL gives an output without AS (FigureColname in parse_target.c). */
export function columnName(value: unknown): string {
  return figure(value).name ?? "?column?";
}

/** A weak name gives way to the one of what is around it. */
interface Figure {
  name: string | null;
  weak: boolean;
}

const NONE: Figure = { name: null, weak: true };

/** Nodes that go by one name whatever they hold. */
const FIXED: Readonly<Record<string, string>> = {
  A_ArrayExpr: "array",
  RowExpr: "row",
  CoalesceExpr: "coalesce",
  GroupingFunc: "grouping",
  JsonParseExpr: "json",
  JsonScalarExpr: "json_scalar",
  JsonSerializeExpr: "json_serialize",
  JsonObjectConstructor: "json_object",
  JsonArrayConstructor: "json_array",
  JsonArrayQueryConstructor: "json_array",
  JsonObjectAgg: "json_objectagg",
  JsonArrayAgg: "json_arrayagg",
};

function figure(value: unknown): Figure {
  if (!isNode(value)) return NONE;
  const [kind = "", content] = Object.entries(value)[0] ?? [];
  if (!isNode(content)) return NONE;
  switch (kind) {
    case "ColumnRef":
      return strong(namesOf(content.fields).at(-1));
    case "A_Indirection":
      return selected(content);
    case "FuncCall":
      return strong(namesOf(content.funcname).at(-1));
    case "A_Expr":
      return content.kind === "AEXPR_NULLIF" ? strong("nullif") : NONE;
    case "TypeCast":
      return orWeak(figure(content.arg), namesOf(isNode(content.typeName) ? content.typeName.names : []).at(-1));
    case "CollateClause":
      return figure(content.arg);
    case "CaseExpr":
      return orWeak(figure(content.defresult), "case");
    case "SubLink":
      return ofSubLink(content);
    case "MinMaxExpr":
      return strong(content.op === "IS_LEAST" ? "least" : "greatest");
    case "SQLValueFunction":
      return strong(
        String(content.op)
          .replace(/^SVFOP_|_N$/g, "")
          .toLowerCase(),
      );
    case "JsonFuncExpr":
      return strong(String(content.op).replace(/_OP$/, "").toLowerCase());
  }
  return strong(FIXED[kind]);
}

function strong(name: string | undefined): Figure {
  return name === undefined ? NONE : { name, weak: false };
}

function orWeak(found: Figure, name: string | undefined): Figure {
  return found.weak && name !== undefined ? { name, weak: true } : found;
}

function selected({ arg, indirection }: TreeNode): Figure {
  const field = namesOf(indirection).at(-1);
  return field === undefined ? figure(arg) : strong(field);
}

function ofSubLink({ subLinkType, subselect }: TreeNode): Figure {
  if (subLinkType === "EXISTS_SUBLINK") return strong("exists");
  if (subLinkType === "ARRAY_SUBLINK") return strong("array");
  if (subLinkType !== "EXPR_SUBLINK") return NONE;
  let select = contentOf(subselect, "SelectStmt");
  while (select && isNode(select.larg)) select = select.larg;
  if (select?.valuesLists) return strong("column1");
  const target = contentOf(asArray(select?.targetList)[0], "ResTarget");
  return strong(typeof target?.name === "string" ? target.name : columnName(target?.val));
}
