import { stripVTControlCharacters } from "node:util";
import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { renderMarkdown } from "../../../harness/print/markdown.ts";
import { nonEmpty } from "../../non-empty.ts";

const shown = (text: string, width = 80) => stripVTControlCharacters(renderMarkdown(text, width));

describe("renderMarkdown", () => {
  it("renders an answer: heading, numbered list with a hanging indent, code and bold without their marks", () => {
    const words = "linked to FEA-9 and to many more features than fit into one line of forty";
    expect(shown(`**Two** tests.\n\n## Recommended\n1. \`TC-1\` - ${words} [S1]\n2. \`TC-2\` - same`, 40)).toBe(
      [
        "Two tests.",
        "",
        "Recommended",
        "",
        "1. TC-1 - linked to FEA-9 and to many",
        "   more features than fit into one line",
        "   of forty [S1]",
        "2. TC-2 - same",
      ].join("\n"),
    );
  });

  it("renders quotes, code, tables, nested and loose lists", () => {
    expect(shown("> said\n\n```\na  b\n```\n\n| id | n |\n|-|-|\n| `x` | 1 |\n\n- a\n  - b\n\n- c")).toBe(
      ["│ said", "", "    a  b", "", "id  n", "x   1", "", "- a", "", "  - b", "- c"].join("\n"),
    );
  });

  it("says where links and images lead, and leaves HTML as text", () => {
    expect(shown("[TC-1](javascript:alert(1)) ![x](http://evil.example/?q=1) <b onclick=x>b</b>")).toBe(
      "TC-1 (javascript:alert(1)) x (http://evil.example/?q=1) <b onclick=x>b</b>",
    );
  });

  it("is through with texts that were made to take for ever", () => {
    const hostile = [
      "**a ".repeat(20_000),
      ">".repeat(5_000),
      "[a](".repeat(10_000),
      "_a".repeat(30_000),
      "[".repeat(50_000),
    ];
    for (const text of nonEmpty(hostile)) expect(shown(text).length).toBeGreaterThan(0);
  });

  it("never throws, writes no control character of its author, and keeps within the width what has spaces", () => {
    const hostile = fc.string({
      unit: fc.constantFrom(..."\u001b\u0007\u202e\u009b[]()`*_#>|-!<&;1. ab\n\t".split("")),
    });
    fc.assert(
      fc.property(hostile, (text) => {
        const rendered = shown(text, 60);
        expect(rendered).not.toMatch(/(?![\n\t])[\p{Cc}\p{Cf}]/u);
      }),
    );
    const prose = fc.array(fc.stringMatching(/^[a-z]{1,12}$/), { minLength: 1 }).map((words) => words.join(" "));
    fc.assert(
      fc.property(
        prose,
        (text) =>
          Math.max(
            ...shown(text, 40)
              .split("\n")
              .map((line) => stringWidth(line)),
          ) <= 40,
      ),
    );
  });
});
