import { countOf } from "../../../base/counts.ts";
import { configurationLabel, decimal, metricLabel } from "../../../harness/print/format.ts";
import { parseConfigurationName } from "../../../harness/record/domain/names.ts";
import type { OverviewData } from "../../../harness/show/report/pages/overview.ts";
import type { NextSteps } from "../../../harness/show/report/site-data.ts";
import { type Child, h } from "./dom.ts";
import { executionsLink, numberLink } from "./links.ts";

const SHOWN_QUESTIONS = 5;

/** Where most passes are lost, which comparison is open, which questions to look at. */
export function whatNext({ next }: OverviewData): HTMLElement {
  const parts: [string, Child][] = [
    ["Most passes are lost by", failureGroups(next)],
    ["A comparison that is open", openComparison(next)],
    ["Questions to review", questionsToReview(next)],
  ];
  const items = parts.flatMap(([title, child]) =>
    child === null ? [] : [h("li", {}, h("b", {}, `${title}: `), child)],
  );
  return items.length === 0 ? h("p", {}, "Nothing stands out here.") : h("ul", { class: "prose" }, ...items);
}

const WORDS: Record<NextSteps["failures"][number]["abstention"], string> = {
  none: "an answer without all that is expected",
  false: "abstaining although there is an answer",
  missed: "an answer where there is nothing to find",
  correct: "abstaining rightly and failing by something else",
  no_answer: "no answer",
  unknown: "an answer of which abstention is not known",
};

function failureGroups({ failures, failed }: NextSteps): Child {
  if (failed === 0) return null;
  const groups = failures.map(({ family, abstention, executions }): Child => {
    const behind = { family, abstention, functional: "fail", of: "n" };
    return [numberLink(countOf(executions, "execution"), behind), ` of ${family}, ${WORDS[abstention]}`];
  });
  return [...separated(groups), "; of ", numberLink(`${failed} failed`, { functional: "fail", of: "n" }), " in all."];
}

function openComparison({ open }: NextSteps): Child {
  if (open === null) return null;
  const { metric, first, second, difference } = open;
  const names = [first, second].map((name) => {
    const parts = parseConfigurationName(name);
    return parts ? configurationLabel(parts) : name;
  });
  return [
    h("a", { href: executionsLink({ configuration: `${first},${second}`, metric }) }, names.join(" and ")),
    ` differ by ${decimal(difference)} in ${metricLabel(metric)}, and these scenarios do not tell them apart; `,
    h("code", {}, "scopebench measure stats power"),
    " says how many would.",
  ];
}

/** What no answer passes may be a wrong truth as well as a hard question. */
function questionsToReview({ never_passed: questions }: NextSteps): Child {
  if (questions.length === 0) return null;
  const links = questions
    .slice(0, SHOWN_QUESTIONS)
    .map((id): Child => h("a", { href: `./scenarios.html?scenario=${encodeURIComponent(id)}` }, id));
  const more = questions.length > SHOWN_QUESTIONS ? ` and ${questions.length - SHOWN_QUESTIONS} more` : "";
  const which = `${countOf(questions.length, "question")} that no answer passed, so that a truth may be wrong: `;
  return [which, ...separated(links), `${more}.`];
}

function separated(parts: readonly Child[]): Child[] {
  return parts.flatMap((part, at) => (at === 0 ? [part] : ["; ", part]));
}
