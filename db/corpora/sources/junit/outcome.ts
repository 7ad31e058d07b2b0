import { childrenOf, type XmlElement } from "../text/xml.ts";

export const TEST_OUTCOMES = ["PASS", "SKIP", "FAIL", "ERROR"] as const;
/** The worst stands last. */
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

const BY_ELEMENT: Readonly<Record<string, TestOutcome>> = { skipped: "SKIP", failure: "FAIL", error: "ERROR" };
const BY_STATUS: readonly (readonly [TestOutcome, RegExp])[] = [
  ["ERROR", /^(error(ed)?|broken|aborted|timed? ?out|inconclusive|abgebrochen|erreur|错误)$/],
  [
    "FAIL",
    /^(fail(ed|ure)?|ko|nok|not ?(passed|ok)|unsuccessful|nicht ?(bestanden|ok)|nio|fehlgeschlagen|fehler(haft)?|échec|échoué|en échec|失败|失敗)$/,
  ],
  [
    "SKIP",
    /^(skip(ped)?|ignored?|disabled|pending|todo|blocked|not ?run|not ?executed|n\/?a|untested|no run|retest|in ?progress|unexecuted|wip|übersprungen|blockiert|gesperrt|nicht ?(ausgeführt|getestet)|offen|ignoré|bloqué|non ?exécuté|阻塞|跳过|未执行)$/,
  ],
  ["PASS", /^(pass(ed)?|ok|success(ful)?|succeeded|true|bestanden|io|erfolgreich|réussi|succès|通过|成功)$/],
];
const EARLIER_ATTEMPTS = ["flakyFailure", "flakyError", "rerunFailure", "rerunError"];

/** What the children of a `testcase` say, the worst when there are several. No mark: it passed. */
export function outcomeOf(element: XmlElement): TestOutcome {
  return worst(
    childrenOf(element).flatMap(({ name }) =>
      Object.hasOwn(BY_ELEMENT, name) ? [BY_ELEMENT[name] as TestOutcome] : [],
    ),
  );
}

/** Executions of a `testcase`: the reported one and those that Surefire repeated. */
export function timesTried(element: XmlElement): number {
  return 1 + childrenOf(element).filter(({ name }) => EARLIER_ATTEMPTS.includes(name)).length;
}

/** What people write into a status column, in English, German, French, Chinese, Japanese; null for anything else, such as the status of a test's text. */
export function outcomeOfStatus(status: string): TestOutcome | null {
  const said = status.trim().toLowerCase().replace(/[_-]+/g, " ");
  return BY_STATUS.find(([, pattern]) => pattern.test(said))?.[0] ?? null;
}

/** PASS for none. */
export function worst(outcomes: readonly TestOutcome[]): TestOutcome {
  return TEST_OUTCOMES[Math.max(0, ...outcomes.map((outcome) => TEST_OUTCOMES.indexOf(outcome)))] as TestOutcome;
}
