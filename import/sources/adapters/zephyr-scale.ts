import { UserError } from "../../../base/user-error.ts";
import type { SourceFile } from "../files.ts";
import type { SourceAdapter } from "../source.ts";
import { contentOfCases, type ManagedCase, ownFiles, readTrees } from "../testmanagement/cases.ts";
import { childOf, childrenOf, descendantsOf, headOf, rootName, textOf, type XmlElement } from "../text/xml.ts";

export const zephyrScaleAdapter: SourceAdapter = {
  name: "zephyr-scale",
  reads: "Zephyr Scale XML export, Cloud and Server",
  keeps:
    "cases with key, objective, precondition, plain, BDD and step scripts, folder, component, labels, priority, status, linked issues with their summaries",
  drops:
    "parameters and test data rows, attachments, people, dates, custom fields, Confluence links, empty folders (counted)",
  claim: (file) =>
    isOwn(file) ? { certainty: 0.9, why: "a project with test cases, as Zephyr Scale writes it" } : null,
  async read(source, context) {
    const { trees, notes } = await readTrees(ownFiles(source, isOwn), context);
    for (const { root, name } of trees)
      if (root.name !== "project")
        throw new UserError("corpus", `${name}:${root.line}: the root element is ${root.name}, expected project`, {
          hint: "this is no Zephyr Scale export",
        });
    const cases = trees.flatMap(({ root, name }) =>
      descendantsOf(root, "testCase").map((element) => caseOf(element, `${name}:${element.line}`)),
    );
    const folders = trees.reduce(
      (sum, { root }) => sum + descendantsOf(root, "folder").filter(({ attributes }) => attributes.fullPath).length,
      0,
    );
    const steps = trees.reduce((sum, { root }) => sum + descendantsOf(root, "step").length, 0);
    return contentOfCases(cases, { counts: { folders, steps }, notes });
  },
};

function isOwn(file: SourceFile): boolean {
  const head = headOf(file);
  return rootName(head) === "project" && /<(testCases|projectKey)\b/.test(head);
}

function caseOf(element: XmlElement, place: string): ManagedCase {
  const part = (name: string) => textOf(childOf(element, name)).trim();
  const script = childOf(element, "testScript");
  const details = textOf(childOf(script, "details")).trim();
  const steps = script ? descendantsOf(script, "step") : [];
  return {
    id: element.attributes.key || `test_case-${element.attributes.id ?? ""}`,
    title: part("name"),
    description: part("objective"),
    precondition: part("precondition"),
    steps: steps.length > 0 ? steps.map(stepOf) : details === "" ? [] : [{ action: details, data: "", expected: "" }],
    suites: part("folder").split("/"),
    meta: {
      priority: part("priority"),
      status: part("status"),
      component: part("component"),
      labels: childrenOf(childOf(element, "labels") ?? element, "label")
        .map((label) => textOf(label).trim())
        .join(", "),
      script: script?.attributes.type ?? "",
    },
    references: descendantsOf(element, "issue").flatMap((issue) => {
      const key = textOf(childOf(issue, "key")).trim();
      return key === "" ? [] : [{ id: key, title: textOf(childOf(issue, "summary")).trim() || key }];
    }),
    place,
  };
}

function stepOf(step: XmlElement): ManagedCase["steps"][number] {
  const part = (name: string) => textOf(childOf(step, name)).trim();
  return { action: part("description"), data: part("testData"), expected: part("expectedResult") };
}
