import { describe, expect, it } from "vitest";
import { gateSchema } from "../../../../../harness/record/config/gate-schema.ts";
import { renderMarkdown } from "../../../../../harness/results/compare/render/markdown.ts";
import { runComparison } from "../../../../../harness/results/compare/request.ts";
import type { GatedComparison, VerdictState } from "../../../../../harness/results/compare/verdict.ts";
import { nonEmpty } from "../../../../non-empty.ts";
import { HOSTILE } from "../hostile.ts";
import { madeSource } from "../made-source.ts";
import { CANDIDATES, gatedComparison } from "../six-states.ts";

const REPORT = new URL("https://ci.example/run-7/report/");
const OUTSIDE = "OUTSIDE";
const METRICS = ["ndcg@10", "recall@10", "mrr@10", "map", "functional_pass", "tool_calls"];

/** Everything at once: six rules broken, groups, questions, an execution without a score; or a refusal. */
function everything(corpus = "corpus-a"): GatedComparison {
  const many = { label: OUTSIDE, metrics: METRICS, configurations: [`${OUTSIDE}__react__prompt`, "b__react__skill"] };
  const questions = Object.fromEntries(
    Array.from({ length: 40 }, (_, i) => [`S${String(i + 1).padStart(3, "0")}`, OUTSIDE]),
  );
  const provenance = { stand_in_models: [OUTSIDE], run_id: OUTSIDE };
  const before = (metric: string) => (metric === "tool_calls" ? 2 : 0.9);
  const after = (index: number, metric: string) => (metric === "tool_calls" ? 8 + (index % 3) : 0.3 - (index % 3) / 10);
  const score = (index: number, metric: string) =>
    index === 39 ? { value: null, reason: OUTSIDE } : after(index, metric);
  const rules = METRICS.map((metric) => [metric, { direction: metric === "tool_calls" ? "lower" : "higher" }]);
  const result = runComparison({
    baseline: madeSource({ ...many, provenance, score: (_, metric) => before(metric) }),
    candidate: madeSource({ ...many, provenance: { ...provenance, corpus }, questions, score }),
    ...{ metrics: null, by: "model", allow: [], gate: true },
    config: gateSchema.parse({ metrics: Object.fromEntries(rules), coverage: 0.9 }),
  });
  return { ...result, candidate_run: OUTSIDE };
}

/** With this text for every name, question and reason, and for one metric, as another tool's scorer may be called. */
function speaking(report: GatedComparison, text: string): GatedComparison {
  const word = JSON.stringify(text).slice(1, -1);
  return JSON.parse(JSON.stringify(report).replaceAll(/OUTSIDE|mrr@10/g, () => word));
}

const linesOf = (text: string) => text.trimEnd().split("\n");

const reports = [everything(), everything("corpus-b")];

describe("the Markdown for a pull request", () => {
  it.each(Object.keys(CANDIDATES) as VerdictState[])("has at most 20 lines, verdict first: %s", (state) => {
    const lines = linesOf(renderMarkdown(gatedComparison(state), { reportUrl: REPORT }));
    expect(lines.length).toBeLessThanOrEqual(20);
    expect(lines[0]).toMatch(/^## scopebench: /);
  });

  it("says what decided, who was compared, differences with corrected intervals, the worst questions, power, and cost", () => {
    const text = renderMarkdown(gatedComparison("failed"), { reportUrl: REPORT });
    expect(text).toMatch(
      /- <code>ndcg&#64;10<\/code>: \*\*regression\*\*, worse by &#46;280, of which &#46;020 matter/,
    );
    expect(text).toMatch(/baseline before \(run made, commit 0123456, corpus corpus-a\), candidate after/);
    expect(text).toContain("[all of it](https://ci.example/run-7/report/compare.html)");
    expect(text).toMatch(
      /\| <code>ndcg&#64;10<\/code> \| \.500 \| \.220 \| -\.280 \| -\.\d+ to -\.\d+ \| &lt;\.001 \| 0\/0\/40 \| \.020 \|/,
    );
    expect(text).toContain(
      "- lost: <code>S001</code>: <code>ndcg&#64;10</code> .500 to .200; [see](https://ci.example/run-7/report/executions.html?id=explorer__react__prompt__S001__0)",
    );
    expect(text).toContain("A smaller difference than these would often go unseen");
    expect(text).toMatch(/cost of the whole run &#36;1&#46;50 to &#36;1&#46;50 \(\+0 %\)&#59; median time/);
  });

  it("names the command that shows an execution where no address is known", () => {
    expect(renderMarkdown(gatedComparison("failed"))).toContain("<code>scopebench show after explorer&#95;&#95;react");
  });

  it("has reasons and remedies and no number where nothing is compared", () => {
    const text = renderMarkdown(gatedComparison("not-comparable"), { reportUrl: REPORT });
    expect(text).toMatch(/- \*\*corpus\*\*: the corpus differs/);
    expect(text).not.toContain("| ");
  });

  it("says how many metrics a table of 20 lines leaves out", () => {
    const lines = linesOf(renderMarkdown(reports[0]!, { reportUrl: REPORT }));
    expect(lines.length).toBe(20);
    expect(lines.find((line) => line.startsWith("| metric"))).toMatch(/^\| metric, 3 of 6 \|/);
  });

  it.each(HOSTILE)("is inert, in 20 lines and below GitHub's limit, with names and questions such as %j", (hostile) => {
    for (const report of nonEmpty(reports))
      for (const text of [hostile, hostile.repeat(2000)]) {
        const markdown = renderMarkdown(speaking(report, text), { reportUrl: REPORT });
        expect([linesOf(markdown).length <= 20, markdown.length < 65_536]).toEqual([true, true]);
        const outside = markdown
          .replace(/\]\(https:\/\/ci\.example\/run-7\/report\/(?:compare\.html|executions\.html\?id=[\w%.-]+)\)/g, "")
          .replace(/<\/?code>|\[see|\[all of it/g, "");
        expect(outside).not.toMatch(/[<[\]`]|javascript:|https:|@|[^\n\P{Cc}]|\u202e/u);
      }
  });
});

it("what became of failures is one line of it, inert and cut", () => {
  const said = `3 new failures; 2 of 3 are "<b>a [link](x)</b>" ${"long ".repeat(100)}`;
  const lines = renderMarkdown(gatedComparison("failed"), { failures: said }).split("\n");
  const [line] = lines.filter((one) => one.startsWith("- failures: 3 new failures"));
  expect(line).not.toMatch(/<b>|\[link\]\(/);
  expect(line!.length).toBeLessThan(700);
  expect(renderMarkdown(gatedComparison("failed"))).not.toContain("- failures:");
});
