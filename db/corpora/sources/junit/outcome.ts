import { childrenOf, type XmlElement } from "../text/xml.ts";

export const OUTCOMES = ["PASS", "SKIP", "FAIL", "ERROR"] as const;
/** The worst stands last. */
export type Outcome = (typeof OUTCOMES)[number];

const BY_ELEMENT: Readonly<Record<string, Outcome>> = { skipped: "SKIP", failure: "FAIL", error: "ERROR" };
const BY_STATUS: readonly (readonly [Outcome, RegExp])[] = [
  ["ERROR", /^(error(ed)?|broken|aborted)$/],
  ["FAIL", /^(fail(ed|ure)?|ko|not ?passed|unsuccessful)$/],
  ["SKIP", /^(skip(ped)?|ignored?|disabled|pending|todo|blocked|not ?run|not ?executed|n\/?a|untested|no run)$/],
  ["PASS", /^(pass(ed)?|ok|success(ful)?|succeeded|true)$/],
];
const EARLIER_ATTEMPTS = ["flakyFailure", "flakyError", "rerunFailure", "rerunError"];

/** What the children of a `testcase` say, the worst when there are several. No mark: it passed. */
export function outcomeOf(element: XmlElement): Outcome {
  return worst(
    childrenOf(element).flatMap(({ name }) => (Object.hasOwn(BY_ELEMENT, name) ? [BY_ELEMENT[name] as Outcome] : [])),
  );
}

/** Executions of a `testcase`: the reported one and those that Surefire repeated. */
export function timesTried(element: XmlElement): number {
  return 1 + childrenOf(element).filter(({ name }) => EARLIER_ATTEMPTS.includes(name)).length;
}

/** What people write into a status column; null for anything else, such as the status of a test's text. */
export function outcomeOfStatus(status: string): Outcome | null {
  const said = status.trim().toLowerCase().replace(/[_-]+/g, " ");
  return BY_STATUS.find(([, pattern]) => pattern.test(said))?.[0] ?? null;
}

/** PASS for none. */
export function worst(outcomes: readonly Outcome[]): Outcome {
  return OUTCOMES[Math.max(0, ...outcomes.map((outcome) => OUTCOMES.indexOf(outcome)))] as Outcome;
}
