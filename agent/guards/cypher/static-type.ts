import type { Expression } from "./ast.ts";

export type StaticType = "number" | "text" | "boolean" | "list" | "unknown";

/** What an expression gives when it gives no null, as far as its own text tells. */
export function staticType(expression: Expression): StaticType {
  switch (expression.type) {
    case "literal":
      return LITERALS[typeof expression.value] ?? "unknown";
    case "list":
    case "slice":
    case "comprehension":
      return "list";
    case "quantifier":
    case "regex":
    case "null_test":
    case "label_test":
      return "boolean";
    case "count_star":
      return "number";
    case "subquery":
      return expression.kind === "COUNT" ? "number" : "boolean";
    case "unary":
      return expression.operator === "NOT" ? "boolean" : "number";
    case "binary":
      return ofBinary(expression);
    case "call":
      return CALLS.get(expression.name.toLowerCase()) ?? "unknown";
    default:
      return "unknown";
  }
}

const LITERALS: Readonly<Record<string, StaticType>> = { number: "number", string: "text", boolean: "boolean" };

function ofBinary({ operator, left, right }: Extract<Expression, { type: "binary" }>): StaticType {
  if (["-", "*", "/", "%", "^"].includes(operator)) return "number";
  if (operator !== "+") return "boolean";
  const types = [staticType(left), staticType(right)];
  if (types.includes("list")) return "list";
  if (types.includes("unknown")) return "unknown";
  return types.includes("text") ? "text" : "number";
}

const CALLS: ReadonlyMap<string, StaticType> = new Map(
  (
    [
      [
        "number",
        "count sum avg stdev stdevp percentilecont percentiledisc size length abs ceil floor round sign sqrt tointeger tofloat",
      ],
      ["text", "type tolower toupper trim ltrim rtrim replace substring left right tostring"],
      ["list", "collect labels keys nodes relationships split tail"],
      ["boolean", "isempty toboolean"],
    ] as const
  ).flatMap(([type, names]) => names.split(" ").map((name) => [name, type] as const)),
);
