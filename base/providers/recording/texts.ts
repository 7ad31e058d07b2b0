import { canonicalJson } from "../../canonical-json.ts";
import { sha256 } from "../../hash.ts";
import { compareText } from "../../text-order.ts";
import { makeRedactor } from "../secrets/redactor.ts";
import type { Secret } from "../secrets/secrets.ts";
import type { RecordedRequest } from "./recording.ts";

/** A value as it is recorded: canonical JSON, with a mark where the thread's alias stood, and no secret. */
export interface Text {
  text: string;
  /** SHA-256 of the text. */
  hash: string;
}

export interface RequestTexts {
  /** By name, names in code-unit order. */
  parts: Readonly<Record<string, Text>>;
  items: readonly Text[];
}

export interface AnswerTexts {
  item?: Text;
  rest: Text;
}

/** What identifies a request: its parts and items by their content. */
export function requestKey({ parts, items }: RequestTexts): string {
  const named = Object.entries(parts).map(([name, { hash }]) => [name, hash]);
  return sha256(JSON.stringify([named, items.map(({ hash }) => hash)]));
}

/** Turns values into texts and back, for one thread. */
export interface Texts {
  of(value: unknown): Text;
  request(request: RecordedRequest): RequestTexts;
  /** The value of a text, with this thread's alias where the mark stands. */
  value(text: string): unknown;
}

/** Stands for a thread's alias in a recording: mathematical brackets, which no id and no prompt has. */
const ALIAS_MARK = "\u27e6thread\u27e7";

export function makeTexts({ alias, secrets }: { alias?: string; secrets: readonly Secret[] }): Texts {
  const inJson = alias === undefined ? null : JSON.stringify(alias).slice(1, -1);
  // Whole secrets alone: a word of ours that a secret happens to hold must be the same where that secret is another.
  const redactor = makeRedactor([], { whole: secrets });
  // A conversation's messages come again with each of its requests.
  const known = new WeakMap<object, Text>();
  const make = (value: unknown): Text => {
    const redacted = redactor.text(canonicalJson(value));
    const text = inJson === null ? redacted : redacted.replaceAll(inJson, ALIAS_MARK);
    return { text, hash: sha256(text) };
  };
  const of = (value: unknown): Text => {
    if (typeof value !== "object" || value === null) return make(value);
    const text = known.get(value) ?? make(value);
    known.set(value, text);
    return text;
  };
  return {
    of,
    request: ({ parts, items }) => ({
      parts: Object.fromEntries(
        Object.entries(parts)
          .filter(([, value]) => value !== undefined)
          .sort(([a], [b]) => compareText(a, b))
          .map(([name, value]) => [name, of(value)]),
      ),
      items: items.map(of),
    }),
    value: (text) => JSON.parse(inJson === null ? text : text.replaceAll(ALIAS_MARK, inJson)) as unknown,
  };
}
