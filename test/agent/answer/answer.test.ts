import { describe, expect, it } from "vitest";
import { parseAnswer, saysNothingSupported } from "../../../agent/answer/answer.ts";
import { nonEmpty } from "../../non-empty.ts";

const under = (heading: string) => parseAnswer(`## ${heading}\n1. \`TC-1\` - why\n2. ~~\`TC-2\`~~`).ranked;

describe("what an answer recommends", () => {
  it("stands under a heading that says so, whatever is recommended and for what", () => {
    const headings = [
      ...["Recommended", "Recommended:", "RECOMMENDED TEST CASES", "Recommended regression tests"],
      ...["Recommended tests for TC-9", "Recommended (ranked)", "Recommended to run first"],
      ...[
        "Recommended smoke tests",
        "Recommended: execution order",
        "Recommended integration and system tests, by risk",
      ],
    ];
    for (const heading of nonEmpty(headings)) expect([heading, under(heading)]).toEqual([heading, ["TC-1"]]);
  });

  it("stands under no heading that says the opposite, or something else", () => {
    const headings = [
      ...["Recommended against", "Recommended for deletion", "Recommended tests to retire", "Recommended by nobody"],
      ...[
        "Recommended (not)",
        "Recommendedly",
        "Recommended deletions",
        "Recommended to be skipped",
        "Not recommended",
      ],
    ];
    for (const heading of nonEmpty(headings)) expect([heading, under(heading)]).toEqual([heading, []]);
  });

  it("is nothing where a line says that nothing is supported, a heading, an item and a quotation too", () => {
    const said = "No supported recommendation: none.";
    const lines = [
      said,
      `**${said}**`,
      "**No supported recommendation**: none.",
      `> ${said}`,
      `- ${said}`,
      `### ${said}`,
      `\`${said}\``,
      "No supported recommendations: none.",
    ];
    for (const line of nonEmpty(lines)) {
      const { abstained, abstentionReason } = parseAnswer(`I looked.\n\n${line}\n\nTC-1`);
      expect([line, abstained, abstentionReason?.replace(/\*\*|`/, "")]).toEqual([line, true, "none."]);
    }
    expect(saysNothingSupported("There is no supported recommendation.")).toBe(false);
  });
});
