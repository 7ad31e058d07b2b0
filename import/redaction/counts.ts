import { countOf } from "../../base/counts.ts";
import { compareText } from "../../base/text-order.ts";
import type { RedactionReport } from "../../db/ports/corpus.ts";
import type { DataRedactor } from "./redactor.ts";

/** Counts while a corpus is read. */
export class RedactionCounter {
  readonly #redactor: DataRedactor;
  readonly #counts = new Map<string, Map<string, number>>();

  constructor(redactor: DataRedactor) {
    this.#redactor = redactor;
  }

  /** A value of JSON without personal data. */
  redact<T>(value: T, field: string): T {
    return this.#redactor.value(value, (recogniser) => {
      const fields = this.#counts.get(recogniser) ?? new Map<string, number>();
      this.#counts.set(recogniser, fields.set(field, (fields.get(field) ?? 0) + 1));
    });
  }

  /** A record as it was read, whatever it is. */
  record(value: unknown): unknown {
    return redactRecord(value, (member, field) => this.redact(member, field), "");
  }

  /** An artifact that was counted before. */
  again<T>(artifact: T): T {
    return this.#redactor.value(artifact);
  }

  says(text: string): string {
    return this.#redactor.text(text);
  }

  report(): RedactionReport {
    const { recognisers, fingerprint } = this.#redactor;
    const counts = [...this.#counts].map(([recogniser, fields]) => [recogniser, inOrder(fields)] as const);
    return { recognisers, fingerprint, counts: inOrder(new Map(counts)) };
  }
}

/** The members of `meta` are fields of their own. */
function redactRecord(value: unknown, redact: <T>(value: T, field: string) => T, within: string): unknown {
  if (value === null || typeof value !== "object" || Array.isArray(value)) return redact(value, within || "record");
  const entries = Object.entries(value).map(([name, member]): [string, unknown] => {
    const key = redact(name, "keys");
    return key === "meta" && within === ""
      ? [key, redactRecord(member, redact, "meta")]
      : [key, redact(member, within === "" ? key : `${within}.${key}`)];
  });
  return Object.fromEntries(entries);
}

function inOrder<V>(entries: ReadonlyMap<string, V>): Record<string, V> {
  return Object.fromEntries([...entries].sort(([a], [b]) => compareText(a, b)));
}

/** One sentence a recogniser, for the corpus' notes. */
export function redactionNotes({ recognisers, counts }: RedactionReport): string[] {
  const quiet = recognisers.filter((name) => !counts[name]);
  return [
    ...Object.entries(counts).map(([name, fields]) => {
      const places = Object.values(fields).reduce((sum, n) => sum + n, 0);
      const where = Object.entries(fields).map(([field, n]) => `${n} in ${field}`);
      return `redacted: ${countOf(places, "place")} by ${name} (${where.join(", ")})`;
    }),
    ...(quiet.length > 0 ? [`redacted: nothing by ${quiet.join(", ")}`] : []),
  ];
}
