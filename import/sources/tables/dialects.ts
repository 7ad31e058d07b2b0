import type { ColumnRole } from "../../folder/mapping.ts";

/** The export of a known tool: recognised by columns that only it has together. */
export interface TableDialect {
  /** As people call the tool. */
  tool: string;
  columns: readonly string[];
  roles: Readonly<Record<string, ColumnRole>>;
  /** Type of a record by its cells; default `test_case`. `suite` rows name suites and are no records. */
  typeOf?(cell: (name: string) => string): string;
  /** Own id and name of a suite row, and the id of the suite above. */
  suite?(cell: (name: string) => string): { id: string; parent: string; name: string };
}

const PRECONDITION = (cell: (name: string) => string) =>
  /^pre-?condition$/i.test(cell("Issue Type") || cell("IssueType")) ? "precondition" : "test_case";

const DIALECTS: readonly TableDialect[] = [
  {
    tool: "Xray importer CSV",
    columns: ["Issue ID", "Test Type", "Test Summary", "Action", "Data", "Result"],
    roles: {
      "Issue ID": "id",
      "Issue Key": "attribute",
      "Test Summary": "title",
      "Test Type": "attribute",
      Description: "text",
      Action: "step",
      Data: "step_data",
      Result: "step_result",
      "Unstructured Definition": "attribute",
      "Gherkin definition": "attribute",
      "Issue Type": "left out",
      IssueType: "left out",
      Links: "requirement",
      "Test Repo": "suite",
      Precondition: "attribute",
    },
    typeOf: PRECONDITION,
  },
  {
    tool: "PractiTest",
    columns: ["Step name", "Step description", "Step expected_results", "Traceability - Requirements"],
    roles: {
      id: "id",
      Name: "title",
      Description: "text",
      Status: "attribute",
      "Step name": "step",
      "Step description": "step_data",
      "Step expected_results": "step_result",
      "Step position": "left out",
      Run_status: "outcome",
      Author: "left out",
    },
  },
  {
    tool: "Qase",
    columns: ["v2.id", "suite_id", "suite_parent_id", "suite_without_cases"],
    roles: {
      "v2.id": "id",
      title: "title",
      description: "text",
      type: "attribute",
      steps_actions: "step",
      steps_data: "step_data",
      steps_result: "step_result",
      suite_id: "suite",
      suite: "left out",
      suite_parent_id: "left out",
      suite_without_cases: "left out",
    },
    typeOf: (cell) => (cell("suite_without_cases") === "1" ? "suite" : "test_case"),
    suite: (cell) => ({ id: cell("suite_id"), parent: cell("suite_parent_id"), name: cell("suite") }),
  },
  {
    tool: "qTest",
    columns: ["Id", "Test Step #", "Test Step Description", "Test Step Expected Result"],
    roles: {
      Id: "id",
      Name: "title",
      Description: "text",
      Status: "attribute",
      Type: "attribute",
      "Test Step #": "left out",
      "Test Step Description": "step",
      "Test Step Expected Result": "step_result",
      "Requirement Ids": "requirement",
      Requirements: "attribute",
      "Assigned To": "left out",
      Attachments: "left out",
    },
  },
  {
    tool: "Zephyr Squad",
    columns: ["issuekey", "Summary", "TestStep", "Test Data", "Test Result"],
    roles: {
      issuekey: "id",
      Summary: "title",
      Description: "text",
      TestStep: "step",
      "Test Data": "step_data",
      "Test Result": "step_result",
      "Linked Issues": "requirement",
      "Issue Type": "attribute",
      Assignee: "left out",
      "Assignee-account-id": "left out",
    },
  },
  {
    tool: "TestRail run",
    columns: ["Case ID", "Status", "Tested On"],
    roles: {
      "Case ID": "id",
      // Of the case in this run: another one in the next.
      ID: "left out",
      Title: "title",
      Status: "outcome",
      "Tested On": "executed",
      Elapsed: "time",
      References: "requirement",
      Section: "suite",
      "Tested By": "left out",
      "Assigned To": "left out",
      "Created By": "left out",
    },
  },
  { tool: "ZenTao", columns: ["用例标题", "前置条件", "步骤", "预期"], roles: {} },
];

/** The first whose columns are all there. */
export function dialectOf(header: readonly string[]): TableDialect | null {
  return DIALECTS.find(({ columns }) => columns.every((name) => header.includes(name))) ?? null;
}
