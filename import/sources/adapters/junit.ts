import { countOf } from "../../../base/counts.ts";
import { grouped } from "../../../base/grouped.ts";
import { sha256 } from "../../../base/hash.ts";
import { UserError } from "../../../base/user-error.ts";
import type { Artifact } from "../../../db/ports/corpus.ts";
import { showable } from "../../folder/quote.ts";
import type { Source, SourceFile } from "../files.ts";
import { joinedFields } from "../joined-fields.ts";
import { historyOf, inTime, type TestExecution } from "../junit/history.ts";
import { TEST_OUTCOMES, worst } from "../junit/outcome.ts";
import { type JunitReport, type ReportedCase, readJunitReport } from "../junit/read-report.ts";
import { readEach } from "../read-each.ts";
import { keysIn, NamedOnly, referenceKind, splitIds, testToolTypes } from "../references.ts";
import type { Claim, ReadContext, SourceAdapter, SourceContent } from "../source.ts";
import { decodeFile } from "../text/decode-file.ts";
import { sayStray } from "../text/untaken.ts";
import { headOf, rootName } from "../text/xml.ts";

export const junitAdapter: SourceAdapter = {
  name: "junit",
  reads: "JUnit XML reports: a .xml file, or a folder of them",
  keeps:
    "one test case for each class and name, with its suite, last outcome (PASS, FAIL, SKIP, ERROR), counts of outcomes, flaky, runs and flip rate, time, first 500 characters of the messages (of attempts that failed before a pass, too), properties (all values of a name); requirements and functions named in properties, issue keys in names",
  drops: "stack traces beyond that, system-out and system-err, properties and counts of suites (the cases are counted)",
  claim,
  read,
};

function claim(file: SourceFile): Claim | null {
  return isReport(file)
    ? { certainty: 0.9, why: `the root element is ${rootName(headOf(file))}, with cases as JUnit writes them` }
    : null;
}

function isReport(file: SourceFile): boolean {
  const head = headOf(file);
  // TestLink has the same element names with other attributes.
  return (
    /^testsuites?$/.test(rootName(head) ?? "") &&
    !/<(node_order|externalid|preconditions|importance|actions)\b/.test(head)
  );
}

async function read({ files, path }: Source, context: ReadContext): Promise<SourceContent> {
  const notes: string[] = [];
  const wanted = files.length === 1 ? files : files.filter(isReport);
  const reports = await readEach(wanted, context, async (file) => {
    const { text, note } = await decodeFile(file, { xml: true });
    const report = checked(readJunitReport(text, file.name), file.name);
    for (const { place, name, text: said } of report.stray) context.problems.add(sayStray(place, name, said));
    if (note) notes.push(note);
    return report;
  });
  if (wanted.length < files.length)
    notes.push(`${files.length - wanted.length} files of ${path} are no JUnit reports and are left out`);
  const cases = reports.flatMap((report) => report.cases);
  const tests = testsOf(reports);
  const named = new NamedOnly();
  for (const [id, occurrences] of tests) addReferences(named, { id, occurrences });
  const artifacts = [...tests].map(([id, occurrences]) => artifactOf(id, occurrences));
  const missing = named.missingFrom(artifacts);
  return {
    artifacts: [...artifacts, ...missing],
    links: named.links,
    places: new Map([...tests].map(([id, [first]]) => [id, (first as ReportedCase).place])),
    records: cases.length,
    counts: countsOf(reports),
    mapping: { artifactTypes: testToolTypes([...artifacts, ...missing]) },
    notes: [...notes, ...notesOf(reports, tests.size), ...NamedOnly.note(missing)],
  };
}

function checked(report: JunitReport, name: string): JunitReport {
  if (/^testsuites?$/.test(report.root.name)) return report;
  throw new UserError(
    "corpus",
    `${name}:${report.root.line}: the root element is ${report.root.name}, expected testsuites or testsuite`,
    {
      hint: "this is no JUnit report",
    },
  );
}

/** Cases by identity, in order of first appearance: class and name, and the suites too where one report has the pair in several. */
function testsOf(reports: readonly JunitReport[]): Map<string, ReportedCase[]> {
  const split = new Set<string>();
  for (const { cases } of reports)
    for (const [id, same] of grouped(cases, shortId))
      if (new Set(same.map(({ suites }) => suites.join("/"))).size > 1) split.add(id);
  const idOf = (item: ReportedCase) => {
    const id = shortId(item);
    return clipped(split.has(id) && item.suites.length > 0 ? `${item.suites.filter(Boolean).join("/")}::${id}` : id);
  };
  return grouped(
    reports.flatMap(({ cases }) => cases),
    idOf,
  );
}

const LONGEST_ID = 200;
const MESSAGE_LENGTH = 500;

/** Names of parametrised tests hold whole values: what the tools could not look up is cut, and distinguished by a hash. */
function clipped(id: string): string {
  return id.length <= LONGEST_ID ? id : `${id.slice(0, LONGEST_ID - 13).toWellFormed()}~${sha256(id).slice(0, 12)}`;
}

/** Without class and name, nothing but its place tells a case from another. */
function shortId({ classname, name, place }: ReportedCase): string {
  if (classname === "" && name === "") return `(no name) ${place}`;
  return [classname, name || "(no name)"].filter((part) => part !== "").join("::");
}

/** Entries of one report are one execution, told in parts: the worst counts. */
function artifactOf(id: string, occurrences: readonly ReportedCase[]): Artifact {
  const executions = [...grouped(occurrences, ({ place }) => place.replace(/:\d+$/, "")).values()].map(executionOf);
  const inOrder = inTime(executions);
  const { entries: latest } = inOrder.at(-1)!;
  const last = latest.at(-1) as ReportedCase;
  const properties = joinedFields(latest.flatMap((item) => item.properties));
  const messages = [...new Set(latest.flatMap((item) => item.messages))].join("\n").slice(0, MESSAGE_LENGTH);
  const suite = last.suites.filter(Boolean).join(" / ");
  return {
    id,
    type: "test_case",
    title: last.name || id,
    text: [last.name, last.classname, suite, last.file ?? "", ...Object.values(properties)].filter(Boolean).join("\n"),
    meta: {
      ...(suite ? { suite } : {}),
      ...(last.classname ? { class: last.classname } : {}),
      ...(last.file ? { file: last.file } : {}),
      ...historyOf(inOrder),
      ...(messages === "" ? {} : { message: messages.toWellFormed() }),
      ...(Object.keys(properties).length > 0 ? { properties } : {}),
    },
  };
}

function executionOf(entries: readonly ReportedCase[]): TestExecution & { entries: readonly ReportedCase[] } {
  const { at, time } = entries.at(-1) as ReportedCase;
  const flaky = entries.some((entry) => entry.flaky);
  return { outcome: worst(entries.map(({ outcome }) => outcome)), at, time, flaky, entries };
}

function addReferences(
  named: NamedOnly,
  { id, occurrences }: { id: string; occurrences: readonly ReportedCase[] },
): void {
  for (const { properties, name, place } of occurrences) {
    for (const [property, value] of properties) {
      const kind = referenceKind(property);
      if (kind !== "requirement" && kind !== "function") continue;
      for (const target of splitIds(value))
        named.add({
          sourceId: id,
          id: target,
          type: kind,
          kind: kind === "function" ? "exercises" : "verifies",
          place,
        });
    }
    for (const key of keysIn(name)) named.add({ sourceId: id, id: key, type: "requirement", kind: "verifies", place });
  }
}

function countsOf(reports: readonly JunitReport[]): Record<string, number> {
  const cases = reports.flatMap((report) => report.cases);
  const sum = (of: (report: JunitReport) => number) => reports.reduce((total, report) => total + of(report), 0);
  return {
    cases: cases.length,
    ...Object.fromEntries(
      TEST_OUTCOMES.map((outcome) => [outcome, cases.filter((item) => item.outcome === outcome).length]),
    ),
    flaky: cases.filter(({ flaky }) => flaky).length,
    attempts: cases.reduce((total, { attempts }) => total + attempts, 0),
    suites: sum(({ suites }) => suites),
    depth: Math.max(0, ...reports.map(({ depth }) => depth)),
    properties: sum(({ properties }) => properties),
  };
}

function notesOf(reports: readonly JunitReport[], tests: number): string[] {
  const cases = reports.flatMap((report) => report.cases);
  const badTimes = cases.filter(({ hasBadTime }) => hasBadTime);
  const unknown = reports.flatMap((report) => report.unknown);
  const unread = grouped(
    reports.flatMap((report) => report.unread),
    (name) => name,
  );
  const suiteFailures = reports.reduce((total, report) => total + report.suiteFailures, 0);
  return [
    ...(tests < cases.length
      ? [
          `${cases.length} entries tell of ${tests} tests: class and name say which; within one report the worst outcome counts, of several reports the last by time, by name where one says no time`,
        ]
      : []),
    ...(badTimes.length > 0
      ? [
          `${countOf(badTimes.length, "time is no duration and is", "times are no durations and are")} left out, the first at ${badTimes[0]?.place}`,
        ]
      : []),
    ...(unread.size > 0
      ? [
          `attributes of cases left out: ${[...unread].map(([name, { length }]) => `${showable(name)} (${length})`).join(", ")}`,
        ]
      : []),
    ...(unknown.length > 0
      ? [
          `${countOf(unknown.length, "element that is", "elements that are")} no part of a report left out, the first at ${unknown[0]?.place}: ${[...new Set(unknown.map(({ name }) => `<${name}>`))].slice(0, 10).join(", ")}`,
        ]
      : []),
    ...(suiteFailures > 0
      ? [
          countOf(
            suiteFailures,
            "failure stands on a suite and on no case: it is left out",
            "failures stand on a suite and on no case: they are left out",
          ),
        ]
      : []),
  ];
}
