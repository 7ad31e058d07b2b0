import { describe, expect, it } from "vitest";
import { guessLink } from "../../../import/folder/guess-links.ts";
import { guessRole, guessRoles, snakeCase } from "../../../import/folder/guess-roles.ts";
import { nonEmpty } from "../../non-empty.ts";

/** Types of JIRA with Xray, Azure DevOps, Polarion, GitHub, Bugzilla, ReqIF, sphinx-needs, OpenFastTrace, ZenTao. */
const TYPES = {
  test_case:
    "test_case, TestCase, testcase, unit tests, Test, Test (manual), utest, Test Case Specification, Test_Specification_OBJECT-TYPE, Requirement Type in Test Cases, Testfall, Integrationstestfälle, Cas de test, tests unitaires, 测试用例",
  backlog_item:
    "requirement, User Story, requirement_change, bug, bug_report, BugReport, Defect Report, Problem report, interface requirement, Performance Requirement, Requirement Type, sysReq, swreq, softwarerequirement, changerequest, Change Request, Product Backlog Item, Sub-task, New Feature, Epic, Impediment, userNeed, riskRecord, pull_request, feat, dsn, Vulnerability, Systemanforderungen, Fehler, Änderungsantrag, Exigence, Demande de changement, 软件需求",
  message: "component_path, rpc, function, error message, Nachricht",
  protocol: "component, Interface, Schnittstelle",
  knowledge: "glossary, Glossary Term, Abkürzungen",
  other:
    "test-result, Test Execution, Sub Test Execution, Test Set, Test Suite, Test Plan, test_support, Test Object, test report, Pre-Condition, Shared Steps, Code Review Request, source_code, change_log, issue comment, Heading, Requirement heading, walrus, Testbericht, Überschrift",
} as const;

describe("guessing the role of an artifact type", () => {
  it.each(nonEmpty(Object.entries(TYPES).flatMap(([role, types]) => types.split(", ").map((type) => [type, role]))))(
    "%s is %s",
    (type, role) => {
      expect(guessRole(type as string).role).toBe(role);
    },
  );

  it("takes what is only named after tests for tests where nothing surely is one", () => {
    const roleOf = (type: string, beside: string) => guessRoles([type, beside]).get(type)?.role;
    expect(roleOf("test_support", "test")).toBe("other");
    expect(roleOf("test_support", "requirement")).toBe("test_case");
    expect(roleOf("test_result", "requirement")).toBe("other");
  });

  it("gives backlog items a subtype in snake case", () => {
    expect(guessRole("UserStory")).toEqual({ role: "backlog_item", subtype: "user_story" });
    const plurals = ["Requirements", "user stories", "requisitos", "Anforderungen", "defects", "requisiti"].map(
      (type) => guessRole(type),
    );
    expect(plurals.map(({ subtype }) => subtype)).toEqual([
      ...["requirement", "user_story", "requisito", "anforderung", "defect", "requisito"],
    ]);
    expect(snakeCase("--")).toBe("item");
  });

  it.each([
    ...["fault_report", "Incident Report", "anomaly-report", "VulnerabilityReport", "Deviation Report", "Crash Report"],
    ...["Trouble Ticket", "incident_record", "Problem Record", "Non-Conformance Report", "Failure Reports"],
    ...["Discrepancy Report", "Software Problem Report", "Outage", "Störungsmeldung"],
  ])("a %s, as trackers call it, is a report of a fault", (type) => {
    expect(guessRole(type)).toMatchObject({ role: "backlog_item", fault: true });
  });

  it.each(["Test Report", "Error Log", "Error Message", "Run Record", "Test Failure", "Record"])(
    "a %s is none",
    (type) => expect(guessRole(type).fault).toBeUndefined(),
  );

  it("says of backlog items which are reports of faults", () => {
    const faults = ["Bug", "trouble_report", "Fehler", "incidents", "User Story", "Change Request", "error message"];
    expect(faults.filter((type) => guessRole(type).fault)).toEqual(["Bug", "trouble_report", "Fehler", "incidents"]);
  });
});

const test = { role: "test_case", type: "test_case" } as const;
const story = { role: "backlog_item", type: "story" } as const;
const change = { role: "backlog_item", type: "requirement_change" } as const;
const message = { role: "message", type: "rpc" } as const;
const protocol = { role: "protocol", type: "component" } as const;
const other = { role: "other", type: "file" } as const;

describe("guessing what a link kind says", () => {
  it.each([
    ["x", test, story, { role: "reference" }],
    ["x", story, test, { role: "reference", inverse: true }],
    ["x", test, message, { role: "message_coverage" }],
    ["x", protocol, test, { role: "protocol_coverage", inverse: true }],
    ["x", message, protocol, { role: "membership" }],
    ["parent-of", story, story, { role: "containment" }],
    ["child_of", story, story, { role: "containment", inverse: true }],
    ["change-requirement", change, story, null],
    ["blocks", story, story, null],
    ["x", test, other, null],
    ["x", test, test, null],
  ])("%s from %j to %j", (kind, source, target, expected) => {
    expect(guessLink(kind, source, target)).toEqual(expected);
  });
});
