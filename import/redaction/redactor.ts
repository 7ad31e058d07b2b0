import { createHmac } from "node:crypto";
import { canonicalJson } from "../../base/canonical-json.ts";
import type { Environment } from "../../base/environment.ts";
import { UserError } from "../../base/user-error.ts";
import { readTextFile } from "../../base/utf8-text.ts";
import type { RedactionOptions } from "./options.ts";
import type { FoundSpan, Recogniser } from "./recogniser.ts";

/** Replaces personal data by placeholders. */
export interface DataRedactor {
  /** Names of its recognisers. */
  recognisers: readonly string[];
  /** Of options, names and key: equal ones give equal placeholders. Tells nothing of the key. */
  fingerprint: string;
  /** `hear` is told the recogniser of each place. */
  text(text: string, hear?: (recogniser: string) => void): string;
  /** Every text, key and number in a value of JSON. */
  value<T>(value: T, hear?: (recogniser: string) => void): T;
}

/** A key that can be guessed protects nothing. */
const SHORTEST_KEY = 16;

/** @throws UserError `credentials` without a key, `config` where no recogniser can be made of the options */
export async function openRedactor(options: RedactionOptions, environment: Environment): Promise<DataRedactor> {
  const key = environment[options.key_env] ?? "";
  if (key.length < SHORTEST_KEY)
    throw new UserError(
      "credentials",
      `redaction needs a key: ${options.key_env} ${key === "" ? "is not set" : `has ${key.length} characters, expected at least ${SHORTEST_KEY}`}`,
      {
        hint: `export ${options.key_env}="$(openssl rand -hex 32)" and keep it: the same key gives the same placeholders`,
      },
    );
  // Phone plans and the like are loaded where they are asked for.
  const { recogniserFaults, recognisersOf } = await import("./recognisers/registry.ts");
  const problems = recogniserFaults(options);
  if (problems.length > 0) throw new UserError("config", "the redaction is not valid", { problems });
  const persons = options.persons_file === undefined ? null : await readTextFile(options.persons_file, "config");
  return makeRedactor({ options, key, persons, recognisers: recognisersOf(options, persons) });
}

interface Parts {
  options: RedactionOptions;
  key: string;
  persons: string | null;
  recognisers: readonly Recogniser[];
}

function makeRedactor({ options, key, persons, recognisers }: Parts): DataRedactor {
  const { persons_file: _, key_env: __, ...rules } = options;
  const text: DataRedactor["text"] = (whole, hear) => redactText(whole, { recognisers, key, hear });
  return {
    recognisers: recognisers.map(({ name }) => name),
    fingerprint: createHmac("sha256", key).update(canonicalJson({ rules, persons })).digest("hex").slice(0, 16),
    text,
    value: <T>(value: T, hear?: (recogniser: string) => void) => redactValue(value, (one) => text(one, hear)) as T,
  };
}

interface Redacting {
  recognisers: readonly Recogniser[];
  key: string;
  hear: ((recogniser: string) => void) | undefined;
}

/** What is a placeholder already stays: redacted twice is redacted once. */
function redactText(text: string, redacting: Redacting): string {
  if (!text.includes("<")) return redactPlain(text, redacting);
  const parts: string[] = [];
  let at = 0;
  for (const { 0: placeholder, index } of text.matchAll(PLACEHOLDER)) {
    parts.push(redactPlain(text.slice(at, index), redacting), placeholder);
    at = index + placeholder.length;
  }
  return [...parts, redactPlain(text.slice(at), redacting)].join("");
}

function redactPlain(text: string, { recognisers, key, hear }: Redacting): string {
  const spans = text === "" ? [] : spansIn(text, recognisers);
  if (spans.length === 0) return text;
  const parts: string[] = [];
  let at = 0;
  for (const span of spans) {
    hear?.(span.recogniser);
    parts.push(text.slice(at, span.start), placeholderOf(key, span));
    at = span.end;
  }
  return [...parts, text.slice(at)].join("");
}

function redactValue(value: unknown, text: (text: string) => string): unknown {
  if (typeof value === "string") return text(value);
  if (typeof value === "number") {
    const written = String(value);
    const redacted = text(written);
    return redacted === written ? value : redacted;
  }
  if (value === null || typeof value !== "object") return value;
  if (Array.isArray(value)) return value.map((member) => redactValue(member, text));
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [text(key), redactValue(member, text)]));
}

/** Letters alone, so that no recogniser of numbers finds anything in a placeholder. */
const LETTERS = "bcdfghjkmnpqrstv";
const LENGTH = 12;

/** Placeholders as they stand in texts: `<email-bkdmcfpqrtvh>`. */
export const PLACEHOLDER = new RegExp(`<[a-z][a-z0-9_]{0,39}-[${LETTERS}]{${LENGTH}}>`, "g");

/**
 * A keyed hash (HMAC-SHA-256) of what is replaced, 48 bits of it: equal for equal data under one key, in any corpus and at any time. Who has
 * not the key cannot try out addresses or numbers against it. Of 10,000 different people two share one with a chance of 2 in 10 million.
 */
function placeholderOf(key: string, { recogniser, value }: { recogniser: string; value: string }): string {
  const digest = createHmac("sha256", key).update(`${recogniser}\0${value}`).digest();
  const letters = Array.from({ length: LENGTH }, (_, at) => LETTERS[(digest[at >> 1]! >> (at % 2 === 0 ? 4 : 0)) & 15]);
  return `<${recogniser}-${letters.join("")}>`;
}

interface NamedSpan extends FoundSpan {
  recogniser: string;
}

/**
 * What recognisers find in a text, in order, without overlaps: places that overlap become one, which is called after the longest of them,
 * after the first recogniser's where two are as long. So nothing of any of them is left.
 */
function spansIn(text: string, recognisers: readonly Recogniser[]): NamedSpan[] {
  const found = recognisers.flatMap(({ name, find }, rank) =>
    Array.from(find(text), (span) => ({ ...span, recogniser: name, rank, length: span.end - span.start })),
  );
  found.sort((a, b) => a.start - b.start || b.length - a.length || a.rank - b.rank);
  const spans: (typeof found)[number][] = [];
  for (const span of found) {
    const last = spans.at(-1);
    if (!last || span.start >= last.end) spans.push(span);
    else spans[spans.length - 1] = { ...named(last, span), start: last.start, end: Math.max(last.end, span.end) };
  }
  return spans;
}

function named<S extends { length: number; rank: number }>(a: S, b: S): S {
  return b.length > a.length || (b.length === a.length && b.rank < a.rank) ? b : a;
}
