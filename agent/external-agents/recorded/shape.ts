import { isObject, type JsonObject, jsonOrUndefined } from "../../../base/json-object.ts";

/**
 * Lists that an object of OTLP holds, by the kind of their members. Every other name is passed over, as its specification wants, but for a
 * list, which may be one of these, misspelt.
 */
const LISTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  export: { resourceSpans: "resource", resourceLogs: "resource" },
  resource: { scopeSpans: "scope", instrumentationLibrarySpans: "scope", scopeLogs: "scope" },
  scope: { spans: "span", logRecords: "log" },
  span: { attributes: "attribute", events: "event" },
  event: { attributes: "attribute" },
  log: { attributes: "attribute" },
};

/** Where one of them is missing, a name that nobody knows may be it, misspelt. */
const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  span: ["attributes"],
  event: ["attributes"],
  log: ["attributes", "body"],
};

/** What else stands in them. Where the list is missing, any other name is a misspelling. */
const OTHERS: Readonly<Record<string, readonly string[]>> = {
  resource: ["resource", "schemaUrl"],
  scope: ["scope", "instrumentationLibrary", "schemaUrl"],
  span: "traceId spanId parentSpanId traceState flags name kind startTimeUnixNano endTimeUnixNano droppedAttributesCount events droppedEventsCount links droppedLinksCount status".split(
    " ",
  ),
  event: "timeUnixNano name droppedAttributesCount".split(" "),
  log: "timeUnixNano observedTimeUnixNano severityNumber severityText body droppedAttributesCount flags traceId spanId eventName".split(
    " ",
  ),
};

const VALUES = ["stringValue", "intValue", "doubleValue", "boolValue", "bytesValue", "arrayValue", "kvlistValue"];
/** Attributes that are lists of messages in JSON. One that was cut to a limit would be a span that tells of nothing. */
const MESSAGES = new Set(["gen_ai.input.messages", "gen_ai.output.messages", "ai.prompt.messages"]);

/** What of an export would be left out when it is read: each with its place. */
export function shapeProblems(value: JsonObject): string[] {
  return problemsOf(value, "export", "");
}

function problemsOf(value: JsonObject, kind: string, place: string): string[] {
  const lists = LISTS[kind] ?? {};
  const found = Object.entries(lists).filter(([name]) => value[name] !== undefined && value[name] !== null);
  const isLacking = found.length === 0 || REQUIRED[kind]?.some((name) => !(name in value)) === true;
  return [
    ...(kind === "log" ? problemsOfValue(value.body, `${place} (body)`) : []),
    ...misspelt(value, kind, { place, isLacking }),
    ...found.flatMap(([name, inner]) => problemsOfList(value[name], inner, place === "" ? name : `${place}.${name}`)),
  ];
}

function misspelt(
  value: JsonObject,
  kind: string,
  { place, isLacking }: { place: string; isLacking: boolean },
): string[] {
  const known = OTHERS[kind];
  if (!known) return [];
  const lists = Object.keys(LISTS[kind] ?? {});
  const strange = Object.keys(value).filter(
    (name) => !known.includes(name) && !lists.includes(name) && (isLacking || Array.isArray(value[name])),
  );
  if (strange.length === 0) return [];
  const expected = [...lists, ...(kind === "log" ? ["body"] : [])].join(" or ");
  return [`${place}: expected ${expected}, found ${strange.slice(0, 5).join(", ")}`];
}

function problemsOfList(value: unknown, kind: string, place: string): string[] {
  if (!Array.isArray(value)) return [`${place}: expected a list`];
  return value.flatMap((member: unknown, index) => {
    const at = `${place}[${index}]`;
    if (!isObject(member)) return [`${at}: expected an object, found ${JSON.stringify(member)?.slice(0, 40)}`];
    return kind === "attribute" ? problemsOfAttribute(member, at) : problemsOf(member, kind, at);
  });
}

function problemsOfAttribute({ key, value, ...others }: JsonObject, place: string): string[] {
  if (typeof key !== "string") return [`${place}: an attribute without a key`];
  const [other] = Object.keys(others);
  if (value === undefined && other !== undefined) return [`${place} (${key}): expected value, found ${other}`];
  const said = problemsOfValue(value, `${place} (${key})`);
  if (said.length > 0 || !MESSAGES.has(key) || !isObject(value) || typeof value.stringValue !== "string") return said;
  return Array.isArray(jsonOrUndefined(value.stringValue))
    ? []
    : [`${place} (${key}): expected a list of messages in JSON; was it cut to a limit?`];
}

/** An attribute, or the body of a log record, may be empty: `{}`, or nothing. */
function problemsOfValue(value: unknown, place: string): string[] {
  if (value === undefined || value === null) return [];
  const kinds = isObject(value) ? Object.keys(value) : ["no object"];
  if (!isObject(value) || (kinds.length > 0 && !kinds.some((name) => VALUES.includes(name))))
    return [`${place}: expected a value such as {"stringValue": ...}, found ${kinds.slice(0, 3).join(", ")}`];
  if (value.stringValue !== undefined && typeof value.stringValue !== "string")
    return [`${place}: stringValue is no text`];
  return [
    ...valuesOf(value.arrayValue, (member, at) => problemsOfValue(member, at), place),
    ...valuesOf(
      value.kvlistValue,
      (member, at) => (isObject(member) ? problemsOfAttribute(member, at) : [`${at}: expected an object`]),
      place,
    ),
  ];
}

function valuesOf(list: unknown, problems: (member: unknown, place: string) => string[], place: string): string[] {
  if (list === undefined || list === null) return [];
  const values = isObject(list) ? (list.values ?? []) : null;
  if (!Array.isArray(values)) return [`${place}: expected {"values": [...]}`];
  return values.flatMap((member: unknown, index) => problems(member, `${place}[${index}]`));
}
