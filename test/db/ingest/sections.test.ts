import fc from "fast-check";
import { expect, it } from "vitest";
import { splitSections } from "../../../db/ingest/sections.ts";

it.each([
  [
    "Markdown headings",
    "## Setup\nA\n\n## Procedure\nB\n\n## Expected results\nC",
    [
      ["precondition", "A"],
      ["step", "B"],
      ["expected", "C"],
    ],
  ],
  [
    "bold headings",
    "**Precondition**\nA\n**Steps:**\nB",
    [
      ["precondition", "A"],
      ["step", "B"],
    ],
  ],
  [
    "headings with a colon",
    "Preconditions:\nA\n\nExpected result:\nB",
    [
      ["precondition", "A"],
      ["expected", "B"],
    ],
  ],
  [
    "text before the first heading",
    "Intro\n# Steps\nB",
    [
      ["note", "Intro"],
      ["step", "B"],
    ],
  ],
  ["an unknown heading", "# History\nOld.", [["note", "Old."]]],
  ["a numbered list without a heading", "1. Open.\n2. Close.", [["step", "1. Open.\n2. Close."]]],
  ["one numbered line, which is no list", "1. Open.", [["note", "1. Open."]]],
  ["empty sections", "# Steps\n\n# Expected\nC", [["expected", "C"]]],
  ["nothing", " \n ", []],
])("splits by %s", (_what, text, expected) => {
  expect(splitSections(text).map(({ kind, text: part }) => [kind, part])).toEqual(expected);
});

it("keeps every line that is not a heading, in order", () => {
  const line = fc.oneof(
    fc.constantFrom("# Steps", "Note:", "1. a", "", "plain"),
    fc.stringMatching(/^[a-z 0-9.]{0,12}$/),
  );
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const kept = splitSections(lines.join("\n"))
        .map((section) => section.text)
        .join("\n");
      const plain = lines
        .map((text) => text.trim())
        .filter((text) => text !== "" && text !== "# Steps" && text !== "Note:");
      expect(
        kept
          .split("\n")
          .map((text) => text.trim())
          .filter((text) => text !== ""),
      ).toEqual(plain);
    }),
  );
});
