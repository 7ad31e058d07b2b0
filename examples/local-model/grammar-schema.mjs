/** Longest texts and lists: a model this small fills what it is given room for. */
const MOST_CHARACTERS = 80;
const MOST_ITEMS = 3;

/** What of a JSON Schema the grammar knows. */
export function grammarSchema(schema) {
  if (!schema || typeof schema !== "object") return { type: "string", maxLength: MOST_CHARACTERS };
  const { type: types, ...rest } = schema;
  if (rest.enum) return { enum: rest.enum };
  if (rest.const !== undefined) return { const: rest.const };
  const options = rest.anyOf ?? rest.oneOf;
  if (options) return { oneOf: options.map(grammarSchema) };
  const type = Array.isArray(types) ? types[0] : types;
  if (type === "object") return objectSchema(rest);
  if (type === "array")
    return {
      type,
      items: grammarSchema(rest.items),
      maxItems: Math.min(rest.maxItems ?? MOST_ITEMS, Math.max(MOST_ITEMS, rest.minItems ?? 0)),
      ...(rest.minItems && { minItems: rest.minItems }),
    };
  if (type === "string") return { type, maxLength: Math.min(rest.maxLength ?? MOST_CHARACTERS, MOST_CHARACTERS) };
  return numberSchema(type, rest);
}

function objectSchema({ properties = {}, required }) {
  const entries = Object.entries(properties).map(([name, value]) => [name, grammarSchema(value)]);
  return { type: "object", properties: Object.fromEntries(entries), ...(required && { required }) };
}

/** It knows no bounds: a small range becomes a choice. */
function numberSchema(type, { minimum: low, maximum: high }) {
  if (type === "integer" && high - low <= 20)
    return { enum: Array.from({ length: high - low + 1 }, (_, at) => low + at) };
  if (type === "number" && low === 0 && high === 1) return { enum: [0, 0.25, 0.5, 0.75, 1] };
  return { type: type ?? "string" };
}
