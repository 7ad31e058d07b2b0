import { countOf } from "../../../base/counts.ts";
import { configurationLabel, count, decimal } from "../../../harness/print/format.ts";
import { endingOf } from "../../../harness/record/domain/ending.ts";
import type { ScenariosData } from "../../../harness/show/report/pages/scenarios.ts";
import type { ExecutionRow, ScenarioAnswer } from "../../../harness/show/report/site-data.ts";
import type { Scenario } from "../../../scenarios/set/schema.ts";
import { answerView, idOutcomeLegend } from "./answer.ts";
import { h } from "./dom.ts";
import { truthDetails } from "./expected.ts";
import { executionsLink, numberLink } from "./links.ts";
import { configurationMark } from "./marks.ts";
import { verdictPill } from "./verdicts.ts";

/** Answers put into the page at once: a scenario of 20,000 executions has hundreds. */
const SHOWN = 18;

/** One scenario: what is asked, what is true and how that is known, and every answer beside the others. */
export function scenarioPage(data: ScenariosData, scenario: Scenario, rows: readonly ExecutionRow[]): HTMLElement {
  const own = rows.filter((row) => row.scenario === scenario.id);
  const answers = h("div", {}, h("p", { class: "lede" }, "loading the answers …"));
  void loadAnswers(scenario.id).then((loaded) => answers.replaceChildren(answerGrid(data, own, loaded)));
  document.title = `${scenario.id} | scopebench`;
  return h(
    "article",
    {},
    h("h1", {}, scenario.turns[0] ?? scenario.id),
    ...scenario.turns
      .slice(1)
      .map((turn, index) => h("p", { class: "turn-text" }, h("small", {}, `turn ${index + 2} `), turn)),
    h(
      "p",
      { class: "facts-line" },
      h("span", {}, "scenario ", h("b", {}, scenario.id)),
      h(
        "span",
        {},
        `${scenario.family} · ${scenario.complexity.replace("_", "-")} · ${scenario.answerable ? "answerable" : "unanswerable"}`,
      ),
      scenario.register ? h("span", {}, `phrased ${scenario.register.replaceAll("_", " ")}`) : null,
      h("span", {}, countOf(scenario.turns.length, "turn")),
      h("span", {}, passLine(scenario.id, own)),
    ),
    h(
      "p",
      {},
      neighbours(data, scenario),
      h("a", { href: executionsLink({ scenario: scenario.id }) }, "its executions"),
      " · ",
      h("a", { href: "./scenarios.html" }, "all scenarios"),
    ),
    h("h2", {}, "What is true?"),
    truth(scenario),
    h("h2", {}, "What did each configuration answer?"),
    answers,
  );
}

function passLine(scenario: string, rows: readonly ExecutionRow[]): HTMLElement {
  const known = rows.filter(({ functional }) => functional !== "none");
  const passes = known.filter(({ functional }) => functional === "pass").length;
  return numberLink(`${passes} of ${count(known.length)} pass`, {
    scenario,
    metric: "functional_pass",
    of: "sum",
  });
}

function neighbours({ scenarios }: ScenariosData, scenario: Scenario): (HTMLElement | string)[] {
  const at = scenarios.indexOf(scenario);
  const link = (to: Scenario | undefined, text: string) =>
    to ? [h("a", { href: `./scenarios.html?scenario=${encodeURIComponent(to.id)}` }, text), " · "] : [];
  return [...link(scenarios[at - 1], "previous"), ...link(scenarios[at + 1], "next")];
}

function truth(scenario: Scenario): HTMLElement {
  const ids = scenario.expected_ids.map((id) => h("li", {}, h("span", { class: "id found" }, id)));
  return h(
    "div",
    {},
    ids.length === 0
      ? h("p", {}, "Nothing in the corpus answers it: the right answer is to say so.")
      : h(
          "div",
          {},
          h("p", { class: "caption" }, `${countOf(ids.length, "expected id")}, in no order:`),
          h("ul", { class: "ids" }, ...ids),
        ),
    h("div", { class: "narrow" }, ...truthDetails(scenario)),
  );
}

async function loadAnswers(id: string): Promise<ScenarioAnswer[]> {
  const response = await fetch(`./data/answers/${encodeURIComponent(id)}.jsonl`);
  if (!response.ok) throw new Error(`the answers could not be loaded (${response.status})`);
  const lines = (await response.text()).split("\n");
  return lines.filter((line) => line !== "").map((line) => JSON.parse(line) as ScenarioAnswer);
}

function answerGrid(
  { models }: ScenariosData,
  rows: readonly ExecutionRow[],
  answers: readonly ScenarioAnswer[],
): HTMLElement {
  const byName = new Map(answers.map((answer) => [answer.name, answer]));
  const grid = h("div", { class: "answers" });
  let shown = 0;
  const more = h("button", { type: "button", onclick: () => grow() }, "more answers");
  const grow = () => {
    grid.append(...rows.slice(shown, shown + SHOWN).map((row) => answerCard(models, row, byName.get(row.name))));
    shown += SHOWN;
    more.hidden = shown >= rows.length;
  };
  grow();
  const legend = idOutcomeLegend(Object.assign({}, ...answers.map(({ ids }) => ids)));
  return h("div", {}, legend, grid, h("p", {}, more));
}

function answerCard(models: readonly string[], row: ExecutionRow, answer: ScenarioAnswer | undefined): HTMLElement {
  const fact = row.outcome === "success" ? null : h("span", { class: "bad" }, endingOf(row));
  return h(
    "section",
    { class: "card answer-card", "aria-label": row.name },
    h(
      "h3",
      {},
      configurationMark(row, models),
      " ",
      h(
        "a",
        { href: executionsLink({ id: row.name }) },
        `${configurationLabel(row)}${row.repeat > 0 ? ` · repeat ${row.repeat}` : ""}`,
      ),
      " ",
      verdictPill(row.verdict),
    ),
    h(
      "p",
      { class: "caption" },
      `composite ${decimal(row.composite)} · NDCG@10 ${decimal(row.ndcg10)} · ${countOf(row.tool_calls ?? 0, "tool call")} `,
      fact,
    ),
    h(
      "div",
      { class: "answer-text", tabindex: 0, role: "region", "aria-label": `answer of ${row.name}` },
      answerView(answer?.text ?? "", answer?.ids ?? {}),
    ),
  );
}
