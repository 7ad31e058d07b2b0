import { isMissing } from "../../base/blank.ts";
import { findIds } from "../../base/ids.ts";
import type { Artifact, CorpusMapping } from "../../db/ports/corpus.ts";
import { snakeCase } from "../folder/guess-roles.ts";
import { ORDINARY_TEXT } from "../folder/ordinary-text.ts";
import { quote } from "../folder/quote.ts";
import type { SourceLink } from "./source.ts";

/** What the name of a property or a column says its value refers to. */
export type ReferenceKind = "requirement" | "function" | "test id";

const NAMES: readonly (readonly [ReferenceKind, RegExp])[] = [
  ["test id", /^(test_?(case_?)?(id|key)s?|(testrail|xray|zephyr|qase)_?(case_?)?(id|key)s?|case_?ids?|tms_?links?)$/],
  ["function", /^(functions?|methods?|apis?|endpoints?|covers_functions?)$/],
  [
    "requirement",
    /^(requirements?|reqs?|req(uirement)?_?(id|key)s?|issues?|issue_?(id|key)s?|tickets?|jira(_?(id|key|issue)s?)?|(user_?)?stor(y|ies)|verif(y|ies)|covers?|traces?|traceability|bugs?|defects?|features?)$/,
  ],
];

const KEYS_ALONE = /^\p{L}[\p{L}_.]*[-_]?\p{N}[\p{N}.]*(?:\s+\p{L}[\p{L}_.]*[-_]?\p{N}[\p{N}.]*)+$/u;

/** Null: a value under this name is no reference. */
export function referenceKind(name: string): ReferenceKind | null {
  const said = snakeCase(name);
  return NAMES.find(([, pattern]) => pattern.test(said))?.[0] ?? null;
}

/**
 * Ids in a list that somebody typed: separated by commas, semicolons, bars, bullets or line ends, or by blanks where each
 * part is a key. What has no letter or digit, such as a dash, names nothing.
 */
export function splitIds(value: string): string[] {
  return value
    .split(/[,;|\u2022\u00b7\u3001\uff0c\uff1b\r\n]+/)
    .flatMap((part) => (KEYS_ALONE.test(part.trim()) ? part.trim().split(/\s+/) : [part.trim()]))
    .filter((id) => !isMissing(id) && /[\p{L}\p{N}]/u.test(id) && id.length <= 200);
}

const KEY = [{ pattern: "[A-Z][A-Z0-9]{1,9}-\\d{1,7}" }];
const NO_KEYS = new Set(findIds(ORDINARY_TEXT, KEY));

/** Issue keys such as `ABC-12` in a name, without `UTF-8` and the like. */
export function keysIn(text: string): string[] {
  return findIds(text, KEY).filter((key) => !NO_KEYS.has(key));
}

const MOST_SAID = 10;

/** Artifacts that a source only names, never describes, with the links to them. */
export class NamedOnly {
  readonly #ids = new Map<string, Artifact>();
  readonly links: SourceLink[] = [];

  /** Notes that `sourceId` refers to `id`, an artifact of `type`, whose title is the id when nothing better is known. */
  add(reference: { sourceId: string; id: string; type: string; kind: string; place: string; title?: string }): void {
    const { sourceId, id, type, kind, place, title = id } = reference;
    const known = this.#ids.get(id);
    if (!known || known.title === id) this.#ids.set(id, { id, type, title, text: title, meta: { named_only: true } });
    this.links.push({ sourceId, targetId: id, kind, place });
  }

  /** Those that are not among `described`. */
  missingFrom(described: readonly Artifact[]): Artifact[] {
    const known = new Set(described.map(({ id }) => id));
    return [...this.#ids.values()].filter(({ id }) => !known.has(id));
  }

  /** A sentence about them, with the first; empty without any. */
  static note(artifacts: readonly Artifact[]): string[] {
    if (artifacts.length === 0) return [];
    const first = artifacts.slice(0, MOST_SAID).map(({ id }) => quote(id));
    const more = artifacts.length > MOST_SAID ? ` and ${artifacts.length - MOST_SAID} more` : "";
    return [
      `${artifacts.length} requirements, issues or functions are only named here: they come in with their name as text, marked named_only: ${first.join(", ")}${more}`,
    ];
  }
}

const TYPES: CorpusMapping["artifactTypes"] = {
  test_case: { role: "test_case" },
  requirement: { role: "backlog_item", subtype: "requirement" },
  precondition: { role: "other" },
  function: { role: "message" },
};

/** Roles of the types that exports of test tools have, as far as the artifacts have them. */
export function testToolTypes(artifacts: readonly Artifact[]): CorpusMapping["artifactTypes"] {
  const present = new Set(artifacts.map(({ type }) => type));
  return Object.fromEntries(Object.entries(TYPES).filter(([type]) => present.has(type)));
}
