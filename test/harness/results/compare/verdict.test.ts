import { describe, expect, it } from "vitest";
import { coloursOf } from "../../../../harness/print/colours.ts";
import { renderAnnotations } from "../../../../harness/results/compare/render/annotations.ts";
import { commandMessage, markdownText, xmlText } from "../../../../harness/results/compare/render/escape.ts";
import { renderJunit } from "../../../../harness/results/compare/render/junit.ts";
import { renderMarkdown } from "../../../../harness/results/compare/render/markdown.ts";
import { renderTerminal } from "../../../../harness/results/compare/render/terminal.ts";
import { type VerdictState, verdictOf } from "../../../../harness/results/compare/verdict.ts";
import { compareAsPage } from "../../../../harness/show/report/for-comparison.ts";
import { BASELINE, CANDIDATES, gatedComparison, RULES } from "./six-states.ts";

const STATES = Object.keys(CANDIDATES) as VerdictState[];

describe("the verdict", () => {
  it.each(STATES)("%s is the same in terminal, JUnit, Markdown, annotations and page", (state) => {
    const report = gatedComparison(state);
    const verdict = verdictOf(report);
    expect(verdict.state).toBe(state);
    const terminal = renderTerminal(report, { columns: 100, room: 100, colours: coloursOf({ environment: {} }) });
    expect(terminal.replace(/\s+/g, " ")).toContain(verdict.line);
    expect(renderJunit(report)).toContain(xmlText(verdict.line));
    expect(renderMarkdown(report).split("\n")[0]).toBe(`## scopebench: ${markdownText(verdict.line)}`);
    expect(renderAnnotations(report).at(-1)).toBe(`::notice title=scopebench::${commandMessage(verdict.line)}`);
    if (state === "no-gate") return;
    const page = compareAsPage({ baseline: BASELINE, candidate: CANDIDATES[state], allow: [], config: RULES });
    expect(verdictOf(page.report)).toMatchObject({ state, line: verdict.line });
  });

  it("of a pass that could not have seen a loss that matters names that loss, and from where one is found", () => {
    const { line, deciding } = verdictOf(gatedComparison("unseen"));
    expect(line).toBe("passed: none of 2 rules broken, but a loss that matters could have gone unseen (ndcg@10 .020)");
    expect(deciding.map(({ rule }) => rule)).toEqual(["ndcg@10"]);
    expect(deciding[0]!.unseen!.found_from).toBeGreaterThan(0.02);
    expect(deciding[0]!.message).toMatch(
      /^no difference, but a loss of \.020 is not ruled out \(one is found 4 times in 5 from \.\d+ on\)/,
    );
  });

  it("is a plain pass where the interval rules out a loss that matters", () => {
    expect(verdictOf(gatedComparison("passed")).line).toBe("passed: none of 2 rules broken");
  });
});
