/** What an attribute may be; undefined where it is not known, and then left out. */
export type AttributeValue = string | number | boolean | readonly string[] | undefined;

/** Attributes as OTLP's JSON encoding has them. A number is a double unless it counts something. */
export function attributesOf(attributes: Readonly<Record<string, AttributeValue>>): object[] {
  return Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [{ key, value: otlpValue(value, key) }],
  );
}

function otlpValue(value: Exclude<AttributeValue, undefined>, key: string): object {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "boolean") return { boolValue: value };
  if (typeof value !== "number") return { arrayValue: { values: value.map((text) => ({ stringValue: text })) } };
  // 64-bit integers are texts there.
  return COUNTS.test(key) ? { intValue: String(value) } : { doubleValue: value };
}

const COUNTS = /_tokens$|\.repeat$/;
