import { countOf } from "../../../base/counts.ts";
import { UserError } from "../../../base/user-error.ts";
import type { SourceFile } from "../files.ts";
import type { SourceAdapter } from "../source.ts";
import { contentOfCases, type ManagedCase, ownFiles, readTrees } from "../testmanagement/cases.ts";
import { tellUntaken } from "../text/untaken.ts";
import { childOf, childrenOf, descendantsOf, headOf, rootName, textOf, type XmlElement } from "../text/xml.ts";

export const testlinkAdapter: SourceAdapter = {
  name: "testlink",
  reads: "TestLink 1.9 XML: a test project, a suite, or single cases; also what xmind2testcase writes",
  keeps:
    "cases with summary, preconditions, steps and expected results (HTML as text), suite path, importance, execution type, status, keywords, requirements",
  drops: "details of suites, order numbers, versions before the exported one, custom fields, attachments",
  claim: (file) =>
    isOwn(file) ? { certainty: 0.9, why: "test suites with preconditions and actions, as TestLink writes them" } : null,
  async read(source, context) {
    const { trees, notes } = await readTrees(ownFiles(source, isOwn), context);
    const cases: ManagedCase[] = [];
    for (const { root, name } of trees) {
      if (root.name !== "testsuite" && root.name !== "testcases")
        throw new UserError(
          "corpus",
          `${name}:${root.line}: the root element is ${root.name}, expected testsuite or testcases`,
          { hint: "this is no TestLink export" },
        );
      gather(root, { suites: suiteName(root), name, cases });
      tellUntaken(root, "testcase", {
        file: name,
        places: cases.map(({ place }) => place),
        problems: context.problems,
      });
    }
    const suites = trees.flatMap(({ root }) => [
      ...(root.name === "testsuite" ? [root] : []),
      ...descendantsOf(root, "testsuite"),
    ]);
    const withoutId = cases.filter(({ id }) => id.startsWith("unnumbered-")).length;
    return contentOfCases(cases, {
      counts: { suites: suites.length },
      notes: [
        ...notes,
        ...(withoutId > 0
          ? [
              countOf(
                withoutId,
                "case has no id: it is numbered by its place in the file",
                "cases have no id: they are numbered in the order of the file",
              ),
            ]
          : []),
      ],
    });
  },
};

function isOwn(file: SourceFile): boolean {
  const head = headOf(file);
  return (
    /^(testsuite|testcases)$/.test(rootName(head) ?? "") &&
    /<(node_order|externalid|preconditions|importance|actions)\b/.test(head)
  );
}

const suiteName = (element: XmlElement) =>
  element.name === "testsuite" ? [(element.attributes.name ?? "").trim()] : [];

function gather(
  element: XmlElement,
  { suites, name, cases }: { suites: readonly string[]; name: string; cases: ManagedCase[] },
): void {
  for (const child of childrenOf(element)) {
    if (child.name === "testsuite") gather(child, { suites: [...suites, ...suiteName(child)], name, cases });
    if (child.name === "testcase")
      cases.push(caseOf(child, { suites, place: `${name}:${child.line}`, number: cases.length + 1 }));
  }
}

function caseOf(
  element: XmlElement,
  { suites, place, number }: { suites: readonly string[]; place: string; number: number },
): ManagedCase {
  const part = (name: string) => textOf(childOf(element, name)).trim();
  const external = part("fullexternalid") || part("externalid") || element.attributes.internalid?.trim() || "";
  const keywords = descendantsOf(element, "keyword")
    .map(({ attributes }) => attributes.name ?? "")
    .filter(Boolean);
  return {
    id: external === "" ? `unnumbered-${number}` : /^\d+$/.test(external) ? `test_case-${external}` : external,
    title: element.attributes.name ?? "",
    description: part("summary"),
    precondition: part("preconditions"),
    steps: descendantsOf(element, "step").map((step) => ({
      action: textOf(childOf(step, "actions")),
      data: "",
      expected: textOf(childOf(step, "expectedresults")),
    })),
    suites,
    meta: {
      importance: part("importance"),
      execution_type: part("execution_type"),
      status: part("status"),
      keywords: keywords.join(", "),
      internal_id: element.attributes.internalid ?? "",
    },
    references: descendantsOf(element, "requirement").flatMap((requirement) => {
      const id = textOf(childOf(requirement, "doc_id")).trim();
      return id === "" ? [] : [{ id, title: textOf(childOf(requirement, "title")).trim() || id }];
    }),
    place,
  };
}
