import { parseDecimal } from "../../../base/blank.ts";
import { ownTextOf } from "../text/untaken.ts";
import { childrenOf, parseXml, textOf, type XmlElement } from "../text/xml.ts";
import { timeStamp } from "./history.ts";
import { MESSAGE_ELEMENTS, outcomeOf, type TestOutcome, timesTried } from "./outcome.ts";

/** One `testcase` element. */
export interface ReportedCase {
  classname: string;
  name: string;
  /** Names of the suites around it, outermost first. */
  suites: readonly string[];
  outcome: TestOutcome;
  /** Passed, after at least one attempt that had failed. */
  flaky: boolean;
  /** Executions that the report tells of, 1 without reruns. */
  attempts: number;
  /** Seconds, null when absent or no duration. */
  time: number | null;
  /** `time` held something that is no duration. */
  hasBadTime: boolean;
  /** Of every failure, those of earlier attempts included, and of a skip. */
  messages: readonly string[];
  /** When its suite began, null when the report does not say. */
  at: string | null;
  file: string | null;
  properties: readonly (readonly [name: string, value: string])[];
  /** `report.xml:12`. */
  place: string;
}

export interface JunitReport {
  cases: ReportedCase[];
  suites: number;
  /** Deepest nesting of suites. */
  depth: number;
  /** `property` elements, of suites too. */
  properties: number;
  /** Failures that stand on a suite and not on a case. */
  suiteFailures: number;
  /** Elements within suites and cases that no tool is known to write there: what they are called, and where they stand. */
  unknown: { name: string; place: string }[];
  /** Texts between elements of suites and cases. */
  stray: { name: string; text: string; place: string }[];
  /** Names of attributes of cases that nothing was made of, as often as they stand there. */
  unread: string[];
  root: XmlElement;
}

/** Reads one report. A case leaves the tree as soon as it is read, so that memory goes with cases and not with their output. */
export function readJunitReport(text: string, file: string): JunitReport {
  const cases: ReportedCase[] = [];
  const unknown: JunitReport["unknown"] = [];
  const unread: string[] = [];
  const stray: JunitReport["stray"] = [];
  let [suites, depth, properties, suiteFailures] = [0, 0, 0, 0];
  const root = parseXml(text, file, (element, around) => {
    if (element.name === "testsuite") {
      suites++;
      depth = Math.max(depth, 1 + around.filter(({ name }) => name === "testsuite").length);
    }
    if (element.name === "property") properties++;
    if (isUnknown(element, around.at(-1))) unknown.push({ name: element.name, place: `${file}:${element.line}` });
    const text = HOLDERS.test(element.name) ? ownTextOf(element) : "";
    if (text !== "") stray.push({ name: element.name, text, place: `${file}:${element.line}` });
    if (isFailure(element) && around.at(-1)?.name === "testsuite") suiteFailures++;
    if (element.name !== "testcase") return element.name === "system-out" || element.name === "system-err";
    cases.push(readCase(element, { around, file }));
    unread.push(...Object.keys(element.attributes).filter((name) => !READ.has(name)));
    return true;
  });
  return { cases, suites, depth, properties, suiteFailures, unknown, stray, unread, root };
}

const KNOWN = new Set([...MESSAGE_ELEMENTS, ..."testsuite testcase properties system-out system-err".split(" ")]);

/** Hold elements, and no text of their own. */
const HOLDERS = /^(?:testsuites?|testcase|properties)$/;

const READ = new Set("classname class name time timestamp file line".split(" "));

function isUnknown({ name }: XmlElement, parent: XmlElement | undefined): boolean {
  return parent !== undefined && /^(?:testsuites?|testcase)$/.test(parent.name) && !KNOWN.has(name);
}

const isFailure = ({ name }: XmlElement) => name === "error" || name === "failure";

function readCase(
  element: XmlElement,
  { around, file }: { around: readonly XmlElement[]; file: string },
): ReportedCase {
  const { attributes } = element;
  const outcome = outcomeOf(element);
  const attempts = timesTried(element);
  const time = durationOf(attributes.time);
  return {
    classname: oneLine(attributes.classname ?? attributes.class),
    name: oneLine(attributes.name),
    suites: around.filter(({ name }) => name === "testsuite").map((suite) => oneLine(suite.attributes.name)),
    outcome,
    flaky: outcome === "PASS" && attempts > 1,
    attempts,
    time,
    hasBadTime: time === null && (attributes.time ?? "") !== "",
    messages: messagesOf(element),
    at: beginOf(element, around),
    file: attributes.file ? oneLine(attributes.line ? `${attributes.file}:${attributes.line}` : attributes.file) : null,
    properties: propertiesOf(element),
    place: `${file}:${element.line}`,
  };
}

/** Of the case itself, else of the innermost suite that says one. */
function beginOf(element: XmlElement, around: readonly XmlElement[]): string | null {
  const said = [...around, element].findLast(({ attributes }) => attributes.timestamp)?.attributes.timestamp;
  return said === undefined ? null : timeStamp(said);
}

/** Ids and names are one line in everything that follows. */
function oneLine(text: string | undefined): string {
  return (text ?? "").replace(/\s+/g, " ").trim();
}

/** Seconds. Surefire writes thousands as `1,234.5`. */
function durationOf(text: string | undefined): number | null {
  const seconds = parseDecimal((text ?? "").trim().replace(/(?<=\d),(?=\d{3})/g, ""));
  return seconds !== null && seconds >= 0 ? seconds : null;
}

function messagesOf(element: XmlElement): string[] {
  return MESSAGE_ELEMENTS.flatMap((name) => childrenOf(element, name))
    .map((said) => (said.attributes.message || textOf(said)).trim())
    .filter((message) => message !== "");
}

function propertiesOf(element: XmlElement): [string, string][] {
  return childrenOf(element, "properties")
    .flatMap((list) => childrenOf(list, "property"))
    .map((property) => [property.attributes.name ?? "", (property.attributes.value ?? textOf(property)).trim()]);
}
