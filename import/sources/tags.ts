import { guessRole, snakeCase } from "../folder/guess-roles.ts";
import type { ItemLink } from "./items.ts";
import { keysIn, referenceKind } from "./references.ts";

/** The id that a tag gives the scenario or test that it stands at: `TEST_ABC-2` as Xray writes it, `TC_007`. Null: none. */
export function testIdOf(tag: string): string | null {
  const [, key] = /^TEST_([A-Z][A-Z0-9]+-\d+)$/.exec(tag) ?? [];
  if (key !== undefined) return key;
  const [, name = "", value = ""] = /^([^:=]+)[:=](.+)$/.exec(tag) ?? [];
  if (value !== "" && referenceKind(name) === "test id") return value.trim();
  const [first = ""] = snakeCase(tag).split("_");
  return /\p{L}.*[-_.]\p{N}/u.test(tag) && guessRole(first).role === "test_case" ? tag : null;
}

/**
 * What a tag of a scenario or a test says: `REQ-12`, `req_login_7`, `story:ABC-1`, `ABC-1` name what it verifies; `smoke` is
 * a tag. The other end is only named here, where no other part of the source describes it.
 */
export function linkOfTag(tag: string, place: string): ItemLink {
  const [, name = "", value = ""] = /^([^:=]+)[:=](.+)$/.exec(tag) ?? [];
  if (value !== "" && referenceKind(name) === "requirement")
    return { kind: "verifies", id: value.trim(), named: { type: snakeCase(name) }, place };
  // Xray puts what a key is before it: REQ_ABC-1, TEST_ABC-2.
  const [, prefix, key] = /^(REQ|TEST)_([A-Z][A-Z0-9]+-\d+)$/.exec(tag) ?? [];
  if (key !== undefined)
    return {
      kind: prefix === "REQ" ? "verifies" : "tag",
      id: key,
      named: { type: prefix === "REQ" ? "requirement" : "test_key" },
      place,
    };
  const [first = ""] = snakeCase(tag).split("_");
  const isNumbered = /\p{L}.*[-_.]\p{N}/u.test(tag);
  if (isNumbered && guessRole(first).role === "backlog_item")
    return { kind: "verifies", id: tag, named: { type: first }, place };
  if (keysIn(tag)[0] === tag) return { kind: "verifies", id: tag, named: { type: "issue" }, place };
  return { kind: "tag", id: tag, named: { type: "tag" }, place };
}
