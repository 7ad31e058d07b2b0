import { cell, table } from "./markdown.ts";

/** What we read of a JSON Schema. */
interface Schema {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  description?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

interface Row {
  key: string;
  type: string;
  default: string;
  meaning: string;
}

/** The configuration, the records that a run and its neighbours keep, and the results that its analyses write: a section for each. */
export function schemaPages(schemas: Record<string, string>): { path: string; text: string }[] {
  const all = Object.entries(schemas).map(([file, text]) => ({ file, schema: JSON.parse(text) as Schema }));
  const bench = all.find(({ file }) => file === "bench.schema.json")!;
  const results = all.filter(({ file }) => file.startsWith("metrics/"));
  const records = all.filter((one) => one !== bench && !results.includes(one));
  return [
    { path: "reference/configuration", text: configuration(bench.schema) },
    {
      path: "reference/records",
      text: together("Records", "What runs, corpora and external agents keep and exchange.", records),
    },
    { path: "reference/results", text: together("Results", "What analyses write to `metrics/` of a run.", results) },
  ];
}

function together(title: string, lede: string, schemas: readonly { file: string; schema: Schema }[]): string {
  const parts = schemas.map(({ file, schema }) => {
    const name = file.replace("metrics/", "").replace(".schema.json", "");
    return `## ${name}\n\nPublished as \`schemas/${file}\`.\n\n${rowsTable(rowsOf(schema, ""))}`;
  });
  return `# ${title}\n\n${lede}\n\n${parts.join("\n\n")}\n`;
}

function configuration(schema: Schema): string {
  const keys = Object.entries(schema.properties ?? {}).filter(([key]) => key !== "$schema");
  const parts = keys.map(([key, inner]) => `## ${key}\n\n${rowsTable([rowOf(inner, key), ...rowsOf(inner, key)])}`);
  const lede = "Every key that a configuration takes. A key that is not here is refused.";
  return `# bench.yaml\n\n${lede}\n\n${parts.join("\n\n")}\n`;
}

function rowsTable(rows: readonly Row[]): string {
  if (rows.length === 0) return "No fields of its own.";
  return table(
    ["Key", "Meaning", "Type", "Default"],
    rows.map((row) => [`\`${row.key}\``, cell(row.meaning), cell(row.type), cell(row.default)]),
  );
}

/** What lies below a schema, depth first. Alternatives that share a key give its row once. */
function rowsOf(schema: Schema, path: string): Row[] {
  const own = Object.entries(schema.properties ?? {}).flatMap(([key, inner]) => {
    const at = path === "" ? key : `${path}.${key}`;
    return [rowOf(inner, at), ...rowsOf(inner, at)];
  });
  const items = schema.items ? rowsOf(schema.items, `${path}[]`) : [];
  const others =
    typeof schema.additionalProperties === "object" ? rowsOf(schema.additionalProperties, `${path}.*`) : [];
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((one) => rowsOf(one, path));
  return unlike([...own, ...items, ...others, ...alternatives]);
}

function unlike(rows: readonly Row[]): Row[] {
  return [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()];
}

function rowOf(schema: Schema, key: string): Row {
  const fallback = schema.default === undefined ? "" : JSON.stringify(schema.default).replaceAll(",", ", ");
  return { key, type: typeOf(schema), default: fallback, meaning: schema.description ?? "" };
}

function typeOf(schema: Schema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" or ");
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives) return [...new Set(alternatives.map(typeOf))].join(" or ");
  if (schema.type === "array") return schema.items ? `list of ${typeOf(schema.items)}` : "list";
  return [schema.type ?? "any"].flat().join(" or ");
}
