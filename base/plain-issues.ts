import { z } from "zod";
import { meantBy } from "./nearest.ts";

/** What a schema has against a value, as a user reads it. */
export interface PlainIssue {
  /** Where the value is. */
  path: readonly PropertyKey[];
  /** Where it is in a text: the key itself, when a key is what is wrong. */
  key?: string;
  message: string;
}

/** As `schema.safeParse`; what does not fit is said as "expected ..., found ...". */
export function parsePlainly<S extends z.ZodType>(schema: S, value: unknown): z.ZodSafeParseResult<z.output<S>> {
  return schema.safeParse(value, { error: plainWords });
}

/** One entry a fault: each unknown key by itself, and of a union the faults of the one alternative that was meant. */
export function plainIssues(issues: readonly z.core.$ZodIssue[]): PlainIssue[] {
  return issues.flatMap((issue): PlainIssue[] => {
    const { path, message } = issue;
    if (issue.code === "unrecognized_keys") {
      const messages = message.split("\n");
      return issue.keys.map((key, index) => ({ path, key, message: messages[index] ?? message }));
    }
    const meant = issue.code === "invalid_union" ? alternativesOf(issue.errors) : [];
    if (meant.length !== 1) return [{ path, message }];
    return plainIssues(meant[0] ?? []).map((inner) => ({ ...inner, path: [...path, ...inner.path] }));
  });
}

/** `place: message`, one line a fault. */
export function problemsOf(error: z.ZodError): string[] {
  return plainIssues(error.issues).map(sayIssue);
}

export function sayIssue({ path, message }: PlainIssue): string {
  return path.length === 0 ? message : `${path.join(".")}: ${message}`;
}

/** Says what zod found where the schema itself says nothing. */
function plainWords(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return expectedFound(TYPES[issue.expected] ?? issue.expected, issue.input);
    case "invalid_value":
      return expectedOneOf(issue.values.map(String), issue.input);
    case "too_small":
      return expectedFound(bound(issue, "least"), issue.input);
    case "too_big":
      return expectedFound(bound(issue, "most"), issue.input);
    case "unrecognized_keys":
      return issue.keys.map((key) => unknownKey(key, knownKeys(issue.inst))).join("\n");
    case "invalid_union":
      return unionWords(issue);
    case "invalid_format":
      // An address may hold a password: it is not repeated.
      return issue.format === "url"
        ? "expected an address such as https://host/path"
        : expectedFound(`a text of the form ${issue.pattern ?? issue.format}`, issue.input);
    case "not_multiple_of":
      return expectedFound(`a multiple of ${issue.divisor}`, issue.input);
    case "invalid_key":
      return `the key is not one that is expected here: ${issue.issues.map(({ message }) => message).join("; ")}`;
    default:
      return expectedFound("another value", issue.input);
  }
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a text",
  number: "a number",
  int: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "a mapping of keys to values",
  record: "a mapping of keys to values",
  null: "null",
  nonoptional: "a value",
};

function expectedFound(expected: string, input: unknown): string {
  return input === undefined ? `is missing; expected ${expected}` : `expected ${expected}, found ${describe(input)}`;
}

function expectedOneOf(names: readonly string[], input: unknown): string {
  const meant = typeof input === "string" ? meantBy(input, names) : undefined;
  return expectedFound(listed(names), input) + asking(meant);
}

function unknownKey(key: string, known: readonly string[]): string {
  const meant = meantBy(key, known) ?? known.find((name) => name.startsWith(`${key}_`));
  const others = meant === undefined && known.length > 0 ? `; expected ${listed(known)}` : "";
  return `unknown key ${JSON.stringify(key)}${asking(meant)}${others}`;
}

function asking(meant: string | undefined): string {
  return meant === undefined ? "" : `; did you mean ${meant}?`;
}

/** The members that the object's schema declares. */
function knownKeys(schema: unknown): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

type RawUnion = Extract<z.core.$ZodRawIssue, { code: "invalid_union" }>;

function unionWords(issue: RawUnion): string {
  const options = "options" in issue ? (issue.options as readonly unknown[] | undefined) : undefined;
  if (options && issue.discriminator !== undefined) {
    const value = (issue.input as Record<string, unknown> | null | undefined)?.[issue.discriminator];
    return expectedOneOf(options.map(String), value);
  }
  const wanted = issue.errors.flatMap(([first]) => /expected (.+), found/.exec(first?.message ?? "")?.[1] ?? []);
  return expectedFound(wanted.length > 0 ? listed([...new Set(wanted)]) : "another value", issue.input);
}

/** Of a union's alternatives those that take a value of this kind at all. */
function alternativesOf(errors: readonly (readonly z.core.$ZodIssue[])[]): (readonly z.core.$ZodIssue[])[] {
  const kind = new Set(["invalid_type", "invalid_value"]);
  return errors.filter((issues) => !issues.some(({ code, path }) => path.length === 0 && kind.has(code)));
}

function bound(issue: Extract<z.core.$ZodRawIssue, { code: "too_small" | "too_big" }>, side: "least" | "most"): string {
  const limit = String(issue.code === "too_small" ? issue.minimum : issue.maximum);
  if (issue.origin === "string")
    return limit === "1" && side === "least" ? "a text that is not empty" : `a text of at ${side} ${limit} characters`;
  if (issue.origin === "array" || issue.origin === "set")
    return `a list of at ${side} ${limit} ${limit === "1" ? "entry" : "entries"}`;
  const beyond = side === "least" ? "more" : "less";
  return issue.inclusive === false ? `${beyond} than ${limit}` : `${limit} or ${beyond}`;
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`;
}

const LONGEST_QUOTE = 60;

function describe(value: unknown): string {
  if (value === null) return "nothing";
  if (Array.isArray(value)) return value.length === 0 ? "an empty list" : "a list";
  if (typeof value === "object") return "a mapping";
  if (typeof value !== "string") return String(value);
  return value.length > LONGEST_QUOTE ? `${JSON.stringify(value.slice(0, LONGEST_QUOTE))} ...` : JSON.stringify(value);
}
