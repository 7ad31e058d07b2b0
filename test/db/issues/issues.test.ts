import { describe, expect, it } from "vitest";
import { faultSubtypes, type Issue, issueFacts, isWithin } from "../../../db/issues/issues.ts";
import { reportTime } from "../../../db/issues/report-time.ts";

describe("when a report was filed", () => {
  it.each([
    ["30/Sep/21 17:20", "2021-09-30T17:20:00.000Z"],
    ["1/Jan/2022 12:05 AM", "2022-01-01T00:05:00.000Z"],
    ["Thu, 30 Sep 2021 17:20:00 +0200", "2021-09-30T15:20:00.000Z"],
    ["2021-09-30T17:20:00.000+0000", "2021-09-30T17:20:00.000Z"],
    ["2021-09-30 17:20:00", "2021-09-30T17:20:00.000Z"],
    ["2021-09-30", "2021-09-30T00:00:00.000Z"],
  ])("%s is %s", (written, iso) => {
    expect(reportTime(written)).toBe(iso);
  });

  it.each(["", "yesterday", "03/04/21", "31/Feb/21 10:00", "30/Foo/21 10:00", "2021-13-45", "12/Jan/21 25:00"])(
    "%j is no time",
    (written) => {
      expect(reportTime(written)).toBeNull();
    },
  );
});

describe("what a record says of an issue", () => {
  it("is read under the names that trackers use, several in one field apart", () => {
    expect(
      issueFacts({
        "Component/s": "hdfs, yarn",
        "Affects Version/s": "3.3.1; 3.4.0",
        fixVersions: ["3.4.1", "3.3.1"],
        Created: "30/Sep/21 17:20",
        Updated: "01/Oct/21 10:00",
        priority: "Major",
      }),
    ).toEqual({
      components: ["hdfs", "yarn"],
      versions: ["3.3.1", "3.4.0", "3.4.1"],
      created: "2021-09-30T17:20:00.000Z",
    });
    expect(issueFacts({ created: null, component: { name: "x" } })).toEqual({
      components: [],
      versions: [],
      created: null,
    });
  });

  it("faults are the subtypes that the mapping calls so, and no test case", () => {
    const artifactTypes = {
      bug_report: { role: "backlog_item", subtype: "bug", fault: true },
      Incident: { role: "backlog_item", fault: true },
      defect_test: { role: "test_case", fault: true },
      story: { role: "backlog_item", subtype: "story" },
    } as const;
    expect(faultSubtypes({ artifactTypes })).toEqual(["Incident", "bug"]);
  });
});

describe("narrowing issues", () => {
  const issue: Issue = {
    ...{ id: "A-1", title: "", status: null, created: "2021-09-30T17:20:00.000Z" },
    ...{ components: ["HDFS"], versions: ["3.3.1"] },
  };
  it.each([
    [{}, true],
    [{ component: "hdfs" }, true],
    [{ component: "hd" }, false],
    [{ version: "3.3" }, false],
    [{ version: " 3.3.1 " }, true],
    [{ component: "hdfs", version: "9" }, false],
    [{ before: "2021-09-30T17:20:00.000Z" }, false],
    [{ before: "2021-09-30T17:20:00.001Z" }, true],
    [{ from: "2021-09-30T17:20:00.000Z" }, true],
    [{ from: "2021-10" }, false],
  ])("by %j: %s", (filter, kept) => {
    expect(isWithin(issue, filter)).toBe(kept);
  });

  it("leaves one without a time out where a time is asked for", () => {
    expect(isWithin({ ...issue, created: null }, { before: "2099" })).toBe(false);
    expect(isWithin({ ...issue, created: null }, {})).toBe(true);
  });
});
