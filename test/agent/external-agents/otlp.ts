/** Spans and log records in OTLP's JSON encoding. */
export interface SpanParts {
  id: string;
  trace?: string;
  parent?: string;
  /** Milliseconds. */
  from: number;
  to: number;
  attributes?: Record<string, unknown>;
  events?: { name: string; attributes: Record<string, unknown> }[];
  error?: string;
}

export function span({ id, trace = "t", parent = "", from, to, attributes = {}, events = [], error }: SpanParts) {
  return {
    ...{ traceId: trace, spanId: id, parentSpanId: parent },
    ...{ startTimeUnixNano: `${from}000000`, endTimeUnixNano: `${to}000000` },
    attributes: attributesOf(attributes),
    events: events.map((event) => ({ name: event.name, attributes: attributesOf(event.attributes) })),
    status: error === undefined ? {} : { code: 2, message: error },
  };
}

/** One line of an exporter's file. */
export function exportOf(spans: readonly object[], logs: readonly { name: string; id: string; body: object }[] = []) {
  const logRecords = logs.map(({ name, id, body }) => ({
    ...{ traceId: "t", spanId: id, body: toValue(body) },
    attributes: attributesOf({ "event.name": name }),
  }));
  return JSON.stringify({
    ...(spans.length > 0 && { resourceSpans: [{ resource: {}, scopeSpans: [{ scope: { name: "test" }, spans }] }] }),
    ...(logs.length > 0 && { resourceLogs: [{ scopeLogs: [{ logRecords }] }] }),
  });
}

function attributesOf(attributes: object): { key: string; value: unknown }[] {
  return Object.entries(attributes).map(([key, value]) => ({ key, value: toValue(value) }));
}

function toValue(value: unknown): unknown {
  if (typeof value === "string") return { stringValue: value };
  if (typeof value === "number") return { intValue: String(value) };
  if (Array.isArray(value)) return { arrayValue: { values: value.map(toValue) } };
  return { kvlistValue: { values: attributesOf(value as object) } };
}
