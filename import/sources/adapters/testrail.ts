import { UserError } from "../../../base/user-error.ts";
import type { SourceFile } from "../files.ts";
import { splitIds } from "../references.ts";
import type { SourceAdapter } from "../source.ts";
import { contentOfCases, type ManagedCase, ownFiles, readTrees } from "../testmanagement/cases.ts";
import { tellUntaken } from "../text/untaken.ts";
import { childOf, childrenOf, descendantsOf, headOf, rootName, textOf, type XmlElement } from "../text/xml.ts";

export const testrailAdapter: SourceAdapter = {
  name: "testrail",
  reads: "TestRail XML export of a suite",
  keeps:
    "cases with their C number, section path, template, type, priority, preconditions, steps (text, separated, mission and goals), references",
  drops: "descriptions of sections, estimates, assignees, attachments (their links stay in the text)",
  claim: (file) => (isOwn(file) ? { certainty: 0.9, why: "a suite with sections, as TestRail writes it" } : null),
  async read(source, context) {
    const { trees, notes } = await readTrees(ownFiles(source, isOwn), context);
    const cases: ManagedCase[] = [];
    for (const { root, name } of trees) {
      if (root.name !== "suite")
        throw new UserError("corpus", `${name}:${root.line}: the root element is ${root.name}, expected suite`, {
          hint: "this is no TestRail export",
        });
      gather(root, { suites: [textOf(childOf(root, "name")).trim()], name, cases });
      tellUntaken(root, "case", { file: name, places: cases.map(({ place }) => place), problems: context.problems });
    }
    const count = (name: string) => trees.reduce((sum, { root }) => sum + descendantsOf(root, name).length, 0);
    return contentOfCases(cases, {
      counts: {
        suites: trees.length,
        sections: count("section"),
        separatedSteps: count("steps_separated") === 0 ? 0 : count("step"),
      },
      notes,
    });
  },
};

function isOwn(file: SourceFile): boolean {
  const head = headOf(file);
  return rootName(head) === "suite" && /<sections\b/.test(head);
}

function gather(
  element: XmlElement,
  { suites, name, cases }: { suites: readonly string[]; name: string; cases: ManagedCase[] },
): void {
  for (const list of childrenOf(element, "cases"))
    for (const item of childrenOf(list, "case")) cases.push(caseOf(item, { suites, place: `${name}:${item.line}` }));
  for (const list of childrenOf(element, "sections"))
    for (const section of childrenOf(list, "section"))
      gather(section, { suites: [...suites, textOf(childOf(section, "name")).trim()], name, cases });
}

/** Steps are separated, or one text with one expected result; an exploratory case has a mission and goals. */
function caseOf(element: XmlElement, { suites, place }: { suites: readonly string[]; place: string }): ManagedCase {
  const part = (name: string) => textOf(childOf(element, name)).trim();
  const custom = childOf(element, "custom");
  const own = (name: string) => textOf(childOf(custom, name)).trim();
  const separated = childrenOf(childOf(custom, "steps_separated") ?? element, "step");
  const whole = own("steps") || own("expected") ? [{ action: own("steps"), data: "", expected: own("expected") }] : [];
  return {
    id: part("id") || place,
    title: part("title"),
    description: [own("mission") && `Mission: ${own("mission")}`, own("goals") && `Goals: ${own("goals")}`]
      .filter(Boolean)
      .join("\n"),
    precondition: own("preconds"),
    steps: separated.length > 0 ? separated.map(stepOf) : whole,
    suites,
    meta: {
      template: part("template"),
      type: part("type"),
      priority: part("priority"),
      milestone: part("milestone"),
      automation_type: textOf(childOf(childOf(custom, "automation_type"), "value")).trim(),
    },
    references: splitIds(part("references")).map((id) => ({ id })),
    place,
  };
}

function stepOf(step: XmlElement): ManagedCase["steps"][number] {
  const part = (name: string) => textOf(childOf(step, name)).trim();
  return { action: part("content"), data: part("additional_info"), expected: part("expected") };
}
