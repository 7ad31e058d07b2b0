import { xmlText } from "./escape.ts";

/** What went otherwise than it should in a test case. */
export interface JunitProblem {
  kind: "failure" | "error" | "skipped";
  message: string;
  body: string;
}

export interface JunitCase {
  classname: string;
  name: string;
  seconds?: number;
  problem?: JunitProblem;
  output?: string;
}

export interface JunitSuite {
  name: string;
  cases: readonly JunitCase[];
  output?: string;
}

/** JUnit XML as test reporters read it: suites of cases, each passed, failed, in error or skipped. */
export function junitXml(name: string, suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${attributesOf(name, all).replace(/ skipped="\d+"/, "")}>`,
    ...suites.flatMap(suiteLines),
    "</testsuites>",
    "",
  ].join("\n");
}

function suiteLines({ name, cases, output }: JunitSuite): string[] {
  return [
    `  <testsuite ${attributesOf(name, cases)}>`,
    ...cases.map((testCase) => `    ${caseXml(testCase)}`),
    ...(output === undefined ? [] : [`    <system-out>${xmlText(output)}</system-out>`]),
    "  </testsuite>",
  ];
}

function attributesOf(name: string, cases: readonly JunitCase[]): string {
  const times = (kind: JunitProblem["kind"]) => cases.filter(({ problem }) => problem?.kind === kind).length;
  const seconds = cases.reduce((sum, testCase) => sum + (testCase.seconds ?? 0), 0);
  return `name="${xmlText(name)}" tests="${cases.length}" failures="${times("failure")}" errors="${times("error")}" skipped="${times("skipped")}" time="${timeOf(seconds)}"`;
}

function caseXml({ classname, name, seconds = 0, problem, output }: JunitCase): string {
  const content = [
    problem ? problemXml(problem) : "",
    output === undefined ? "" : `<system-out>${xmlLines(output)}</system-out>`,
  ].join("");
  return `<testcase classname="${xmlText(classname)}" name="${xmlText(name)}" time="${timeOf(seconds)}">${content}</testcase>`;
}

function problemXml({ kind, message, body }: JunitProblem): string {
  return `<${kind} message="${xmlText(message)}">${xmlLines(body)}</${kind}>`;
}

function timeOf(seconds: number): string {
  return String(Math.round(seconds * 1000) / 1000);
}

function xmlLines(text: string): string {
  return text.split("\n").map(xmlText).join("\n");
}
