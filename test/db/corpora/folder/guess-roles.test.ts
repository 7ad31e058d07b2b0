import { describe, expect, it } from "vitest";
import { guessLink } from "../../../../db/corpora/folder/guess-links.ts";
import { guessRole, snakeCase } from "../../../../db/corpora/folder/guess-roles.ts";

describe("guessing the role of an artifact type", () => {
  it.each([
    ["test_case", "test_case"],
    ["TestCase", "test_case"],
    ["unit tests", "test_case"],
    ["test-result", "other"],
    ["requirement", "backlog_item"],
    ["User Story", "backlog_item"],
    ["requirement_change", "backlog_item"],
    ["bug", "backlog_item"],
    ["component", "protocol"],
    ["component_path", "message"],
    ["rpc", "message"],
    ["source_code", "other"],
    ["glossary", "knowledge"],
    ["walrus", "other"],
  ])("%s is %s", (type, role) => {
    expect(guessRole(type).role).toBe(role);
  });

  it("gives backlog items a subtype in snake case", () => {
    expect(guessRole("UserStory")).toEqual({ role: "backlog_item", subtype: "user_story" });
    expect(snakeCase("--")).toBe("item");
  });
});

const test = { role: "test_case", type: "test_case" } as const;
const story = { role: "backlog_item", type: "story" } as const;
const change = { role: "backlog_item", type: "requirement_change" } as const;
const message = { role: "message", type: "rpc" } as const;
const protocol = { role: "protocol", type: "component" } as const;
const other = { role: "other", type: "file" } as const;

describe("guessing what a link kind says", () => {
  it.each([
    ["x", test, story, { role: "reference" }],
    ["x", story, test, { role: "reference", inverse: true }],
    ["x", test, message, { role: "message_coverage" }],
    ["x", protocol, test, { role: "protocol_coverage", inverse: true }],
    ["x", message, protocol, { role: "membership" }],
    ["parent-of", story, story, { role: "containment" }],
    ["child_of", story, story, { role: "containment", inverse: true }],
    ["change-requirement", change, story, { role: "containment", inverse: true }],
    ["blocks", story, story, null],
    ["x", test, other, null],
    ["x", test, test, null],
  ])("%s from %j to %j", (kind, source, target, expected) => {
    expect(guessLink(kind, source, target)).toEqual(expected);
  });
});
