import { FUNCTION_COLUMNS } from "../allowed-functions.ts";
import { asArray, contentOf, isNode, namesOf, type TreeNode } from "../tree.ts";
import { columnName } from "./column-name.ts";
import {
  type NameScope,
  PLAIN,
  plainColumns,
  type ReadSelect,
  type SqlColumns,
  UNKNOWN,
  type ValueType,
} from "./model.ts";
import { namedType, unnested, valueTypeOf } from "./value-type.ts";

/** What a function in FROM offers, before the alias' list of names; `row` is what the alias alone stands for. */
export function callColumns(source: TreeNode, scope: NameScope, read: ReadSelect): FromResult {
  const calls = asArray(source.functions).flatMap((item) => {
    const [call, definitions] = asArray(contentOf(item, "List")?.items);
    const defined = definedColumns(contentOf(definitions, "List")?.items ?? source.coldeflist);
    return oneOrMore(call).map((one) => ({ call: one, defined }));
  });
  const alias = isNode(source.alias) && calls.length === 1 ? String(source.alias.aliasname) : null;
  const results = calls.map(({ call, defined }) =>
    defined ? anonymous(defined) : resultOf(call, { alias, scope, read }),
  );
  const [only] = results;
  if (only && results.length === 1 && source.ordinality !== true) return only;
  return anonymous([
    ...results.flatMap(({ columns }) => columns),
    ...plainColumns(source.ordinality === true ? ["ordinality"] : []),
  ]);
}

interface FromResult {
  columns: SqlColumns;
  row: ValueType;
}

function anonymous(columns: SqlColumns): FromResult {
  return { columns, row: { type: "row", columns, stored: false } };
}

/** `unnest` of several arrays is several calls. */
function oneOrMore(call: unknown): unknown[] {
  const content = contentOf(call, "FuncCall");
  const args = asArray(content?.args);
  if (!content || args.length < 2 || namesOf(content.funcname).at(-1) !== "unnest") return [call];
  return args.map((arg) => ({ FuncCall: { ...content, args: [arg] } }));
}

/** `AS x(a int, b text)`. */
function definedColumns(list: unknown): SqlColumns | null {
  const definitions = asArray(list).map((item) => contentOf(item, "ColumnDef"));
  if (definitions.length === 0) return null;
  return definitions.map((definition) => ({
    name: String(definition?.colname),
    valueType: () => namedType(namesOf(isNode(definition?.typeName) ? definition.typeName.names : []).at(-1)),
  }));
}

interface Around {
  alias: string | null;
  scope: NameScope;
  read: ReadSelect;
}

function resultOf(call: unknown, { alias, scope, read }: Around): FromResult {
  const content = contentOf(call, "FuncCall");
  const name = content ? namesOf(content.funcname).at(-1)! : columnName(call);
  const named = FUNCTION_COLUMNS[name];
  const type =
    name === "unnest" && content
      ? unnested(valueTypeOf(asArray(content.args)[0], scope, read))
      : valueTypeOf(call, scope, read);
  if (type.type === "row") return { columns: type.columns, row: type };
  if (type === UNKNOWN || named === null) return { columns: [null], row: UNKNOWN };
  const column = { name: named?.[0] ?? alias ?? name, valueType: () => type };
  return { columns: [column], row: type };
}

/** The columns of a JSON_TABLE. Where they are nested, their order is not looked into. */
export function jsonTableColumns(table: TreeNode): SqlColumns {
  const names: string[] = [];
  let nested = false;
  const collect = (columns: unknown): void => {
    for (const item of asArray(columns)) {
      const column = contentOf(item, "JsonTableColumn");
      if (column?.coltype === "JTC_NESTED") {
        nested = true;
        collect(column.columns);
      } else names.push(String(column?.name));
    }
  };
  collect(table.columns);
  return [...(nested ? [null] : []), ...names.map((name) => ({ name, valueType: () => PLAIN }))];
}
