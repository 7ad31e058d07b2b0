import type { ArtifactRole } from "../../corpus.ts";

export type RoleGuess = { role: ArtifactRole; subtype?: string };

/** What names say about roles, first match wins. The name is lower case with `_` between words. */
const RULES: readonly (readonly [ArtifactRole, RegExp])[] = [
  // Results, runs and suites of tests are records about tests.
  ["other", /(^|_)(result|run|execution|report|log|suite|source_code|code|file|class|commit)s?(_|$)/],
  ["test_case", /(^|_)(tests?|tc|testcases?|test_?cases?|verification_cases?|checks?)(_|$)/],
  ["knowledge", /(^|_)(glossary|terms?|terminology|definitions?|acronyms?|abbreviations?|knowledge|kb)(_|$)/],
  ["message", /(^|_)(messages?|rpcs?|apis?|endpoints?|operations?|signals?|commands?|events?|methods?|paths?)(_|$)/],
  ["protocol", /(^|_)(protocols?|interfaces?|components?|subsystems?|modules?|services?|areas?)(_|$)/],
  [
    "backlog_item",
    /(^|_)(requirements?|reqs?|features?|epics?|stor(y|ies)|use_?cases?|changes?|change_requests?|crs?|defects?|bugs?|issues?|tickets?|incidents?|specifications?|specs?|spec_items?|designs?|clauses?|needs?|hazards?|risks?|tasks?|enhancements?|goals?)(_|$)/,
  ],
];

/** Guesses what an artifact type is, from its name; `other` when the name says nothing. */
export function guessRole(type: string): RoleGuess {
  const name = snakeCase(type);
  const role = RULES.find(([, pattern]) => pattern.test(name))?.[0] ?? "other";
  return role === "backlog_item" ? { role, subtype: name } : { role };
}

/** `UserStory`, `user-story` and `User Story` as `user_story`. */
export function snakeCase(name: string): string {
  const words = name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, "$1_$2").toLowerCase();
  return words.replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "") || "item";
}
