import { readdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { grouped } from "../../../base/grouped.ts";
import {
  isNestedTooDeeply,
  isObject,
  type JsonObject,
  jsonOrUndefined,
  objectsOf,
  repeatedName,
  textOf,
} from "../../../base/json-object.ts";
import { compareText } from "../../../base/text-order.ts";
import { UserError } from "../../../base/user-error.ts";
import { readTextFile } from "../../../base/utf8-text.ts";
import { shapeProblems } from "./shape.ts";

/** A span of OTLP, its attributes as plain values. */
export interface OtlpSpan {
  traceId: string;
  spanId: string;
  name: string;
  parentId: string;
  startMs: number;
  endMs: number;
  /** What its status says went wrong; null without an error. */
  error: string | null;
  attributes: JsonObject;
  /** Its own, and log records that name it. */
  events: readonly OtlpEvent[];
}

export interface OtlpEvent {
  name: string;
  attributes: JsonObject;
  /** Of a log record. */
  body?: unknown;
}

/**
 * The spans of a file in OTLP's JSON encoding: an export a line, or one export in any layout; or of all such files of a folder,
 * since a trace may go over several. A broken line, or one of another
 * kind, fails the file: what is left of a recording would pass for all of it.
 * @throws UserError `input` with every faulty line
 */
export async function readSpans(path: string): Promise<OtlpSpan[]> {
  const problems: string[] = [];
  const exports: JsonObject[] = [];
  for (const file of await filesOf(path))
    for (const found of await readValues(file)) {
      const faults = faultsOf(found);
      if (faults.length === 0) exports.push(found.value as JsonObject);
      else
        problems.push(
          ...few(faults).map((fault) => `${file === path ? "" : `${basename(file)}, `}${found.where}: ${fault}`),
        );
    }
  const spans = exports.flatMap(spansIn);
  const faulty = spans.filter(({ traceId, spanId, startMs, endMs }) => !traceId || !spanId || !(endMs >= startMs));
  problems.push(...few([...faulty.map(whatLacks), ...parted(spans)]));
  if (problems.length === 0 && spans.length === 0) problems.push("it holds no span");
  if (problems.length > 0)
    throw new UserError("input", `${path} is no recording in OTLP's JSON encoding`, {
      problems,
      hint: 'expected lines {"resourceSpans": [...]}, as the file exporter of an OpenTelemetry collector writes them',
    });
  return withLogs(latest(spans), exports.flatMap(logsIn), path);
}

const MOST_NAMED = 5;

function few(faults: readonly string[]): string[] {
  const more = faults.length - MOST_NAMED;
  return more > 0 ? [...faults.slice(0, MOST_NAMED), `and ${more} more`] : [...faults];
}

/** Spans under an id that another has, which began at another time: one would take the other's place. */
function parted(spans: readonly OtlpSpan[]): string[] {
  const byId = grouped(spans, keyOf);
  return [...byId.values()].flatMap(([first, ...others]) =>
    others.some(({ startMs }) => startMs !== first?.startMs)
      ? [`two spans of the id ${first?.spanId} in the trace ${first?.traceId} begin at different times`]
      : [],
  );
}

function whatLacks({ traceId, spanId, name, startMs, endMs }: OtlpSpan): string {
  const lacks = [
    ...(traceId ? [] : ["traceId"]),
    ...(spanId ? [] : ["spanId"]),
    ...(Number.isFinite(startMs) ? [] : ["startTimeUnixNano"]),
    ...(Number.isFinite(endMs) ? [] : ["endTimeUnixNano"]),
  ];
  const what = lacks.length > 0 ? `has no ${lacks.join(", no ")}` : "ends before it begins";
  return `the span ${JSON.stringify(name)} (${spanId || "no id"}, trace ${traceId || "none"}) ${what}`;
}

/** A span that was exported again, such as by two exporters, is one. */
function latest(spans: readonly OtlpSpan[]): OtlpSpan[] {
  const byId = new Map<string, OtlpSpan>();
  for (const span of spans) {
    const key = keyOf(span);
    const before = byId.get(key);
    if (!before || before.endMs <= span.endMs) byId.set(key, span);
  }
  return [...byId.values()];
}

/** A folder stands for its `.json` and `.jsonl` files. */
async function filesOf(path: string): Promise<string[]> {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => false, // Told where it is read.
  );
  if (!isFolder) return [path];
  const names = (await readdir(path)).filter((name) => /\.jsonl?$/.test(name)).sort(compareText);
  return names.map((name) => join(path, name));
}

interface FileValue {
  where: string;
  value: unknown;
  text: string;
}

/** A file whose first line is no value by itself is one value of many lines. */
async function readValues(path: string): Promise<FileValue[]> {
  const text = await readTextFile(path);
  const lines = text
    .split("\n")
    .map((line, at) => ({ where: `line ${at + 1}`, text: line }))
    .filter(({ text }) => text.trim() !== "")
    .map((line) => ({ ...line, value: jsonOrUndefined(line.text) }));
  if (lines[0]?.value !== undefined) return lines;
  const value = jsonOrUndefined(text);
  return value === undefined ? lines : [{ where: "the file", text, value }];
}

function faultsOf({ value, text }: FileValue): string[] {
  if (value === undefined) return ["not JSON"];
  if (!isObject(value)) return [`expected an object, found ${Array.isArray(value) ? "a list" : typeof value}`];
  if (isNestedTooDeeply(value)) return ["nested too deeply"];
  const twice = repeatedName(text);
  if (twice !== null) return [`${JSON.stringify(twice)} stands twice in one object`];
  if (Array.isArray(value.resourceSpans) || Array.isArray(value.resourceLogs)) return shapeProblems(value);
  const found = Object.keys(value).slice(0, 5).join(", ").slice(0, 100);
  return [`expected resourceSpans or resourceLogs, found ${found || "nothing"}`];
}

function spansIn({ resourceSpans }: JsonObject): OtlpSpan[] {
  return objectsOf(resourceSpans)
    .flatMap(({ scopeSpans, instrumentationLibrarySpans }) => objectsOf(scopeSpans ?? instrumentationLibrarySpans))
    .flatMap(({ spans }) => objectsOf(spans))
    .map((span) => ({
      traceId: textOf(span.traceId),
      spanId: textOf(span.spanId),
      name: textOf(span.name),
      parentId: textOf(span.parentSpanId),
      startMs: Number(span.startTimeUnixNano) / 1e6,
      endMs: Number(span.endTimeUnixNano) / 1e6,
      error: errorOf(span),
      attributes: attributesOf(span.attributes),
      events: objectsOf(span.events).map(({ name, attributes }) => ({
        name: textOf(name),
        attributes: attributesOf(attributes),
      })),
    }));
}

function errorOf({ status }: JsonObject): string | null {
  const { code, message } = isObject(status) ? status : {};
  return code === 2 || code === "STATUS_CODE_ERROR" ? textOf(message) || "an error without a message" : null;
}

type Log = OtlpEvent & { key: string };

/** Instrumentations of before version 1.37 of the conventions tell the messages as log records of their span. */
function logsIn({ resourceLogs }: JsonObject): Log[] {
  return objectsOf(resourceLogs)
    .flatMap(({ scopeLogs }) => objectsOf(scopeLogs))
    .flatMap(({ logRecords }) => objectsOf(logRecords))
    .map((record) => {
      const attributes = attributesOf(record.attributes);
      const name = textOf(record.eventName) || textOf(attributes["event.name"]);
      return { key: keyOf(record), name, attributes, body: plainValue(record.body) };
    });
}

/** @throws UserError `input` for messages of spans that are not here */
function withLogs(spans: readonly OtlpSpan[], logs: readonly Log[], path: string): OtlpSpan[] {
  const bySpan = grouped(logs, ({ key }) => key);
  const here = new Set(spans.map(keyOf));
  const lost = logs.filter(({ key, name }) => name.startsWith("gen_ai.") && !here.has(key));
  if (lost.length > 0)
    throw new UserError("input", `${path}: ${lost.length} log records tell messages of spans that are not here`, {
      problems: few(lost.map(({ name, key }) => `${name} of the trace and span ${JSON.stringify(key)}`)),
      hint: "export spans and log records together, or give the folder that holds the files of both",
    });
  return spans.map((span) => ({ ...span, events: [...span.events, ...(bySpan.get(keyOf(span)) ?? [])] }));
}

function keyOf({ traceId, spanId }: { traceId?: unknown; spanId?: unknown }): string {
  return `${textOf(traceId)} ${textOf(spanId)}`;
}

function attributesOf(list: unknown): JsonObject {
  return Object.fromEntries(objectsOf(list).map(({ key, value }) => [textOf(key), plainValue(value)]));
}

/** An OTLP value; 64-bit integers come as text. */
function plainValue(value: unknown): unknown {
  if (!isObject(value)) return null;
  if ("stringValue" in value) return textOf(value.stringValue);
  if ("intValue" in value) return Number(value.intValue);
  if (isObject(value.arrayValue)) return objectsOf(value.arrayValue.values).map(plainValue);
  if (isObject(value.kvlistValue)) return attributesOf(value.kvlistValue.values);
  return value.doubleValue ?? value.boolValue ?? value.bytesValue ?? null;
}
