import { redactAddresses } from "./addresses.ts";
import { formsOf } from "./forms.ts";
import { type Found, makeSearch } from "./search.ts";
import type { Secret } from "./secrets.ts";

/** Takes secrets out of what is shown or kept: as they are, as in JSON, in addresses and in Base64, whole or in part. */
export interface Redactor {
  /** The text itself where it holds none. */
  text(text: string): string;
  /** A text that may be JSON, which it is afterwards too: what stands in its strings is decoded first. */
  body(text: string): string;
  /** All texts in a value as JSON has it, names of members among them. */
  value(value: unknown): unknown;
  /** What was thrown, for messages: each address in it without its user and query. */
  message(text: string): string;
}

/** @param whole taken out from end to end alone: values whose parts are ordinary words */
export function makeRedactor(secrets: readonly Secret[], { whole = [] }: { whole?: readonly Secret[] } = {}): Redactor {
  const search = makeSearch(secrets);
  const forms = whole.flatMap(({ name, value }) => formsOf(value).map((form) => ({ name, form })));
  const text = (given: string): string => {
    const found = search.find(given);
    const clean = found.length === 0 ? given : replaced(given, found);
    return forms.reduce((current, { name, form }) => current.replaceAll(form, marked(name)), clean);
  };
  const value = (given: unknown): unknown => mapTexts(given, text);
  return {
    text,
    value,
    body(given) {
      if (secrets.length + whole.length === 0) return given;
      try {
        let isClean = true;
        const clean = mapTexts(JSON.parse(given), (found) => {
          const redacted = text(found);
          isClean &&= redacted === found;
          return redacted;
        });
        // Numbers and spaces stay as they were sent unless something had to go.
        return isClean ? given : JSON.stringify(clean);
      } catch {
        return text(given); // A page, a stream of events, or nested too deeply for anybody.
      }
    },
    message: (given) => redactAddresses(text(given)),
  };
}

function replaced(text: string, found: readonly Found[]): string {
  let from = 0;
  const clean = found.map(({ start, end, name }) => {
    const before = text.slice(from, start);
    from = end;
    return before + marked(name);
  });
  return clean.join("") + text.slice(from);
}

function marked(name: string): string {
  return `[redacted: ${name}]`;
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((item) => mapTexts(item, change));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), mapTexts(member, change)]));
}
