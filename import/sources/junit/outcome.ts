import { childrenOf, type XmlElement } from "../text/xml.ts";

export const TEST_OUTCOMES = ["PASS", "SKIP", "FAIL", "ERROR"] as const;
/** The worst stands last. */
export type TestOutcome = (typeof TEST_OUTCOMES)[number];

const BY_ELEMENT: Readonly<Record<string, TestOutcome>> = { skipped: "SKIP", failure: "FAIL", error: "ERROR" };
/** As `plainStatus` writes them: English, German, French, Italian, Spanish, Portuguese, Dutch, Swedish, Danish, Polish, Russian, Chinese, Japanese, Korean. */
const WORDS: Readonly<Record<TestOutcome, string>> = {
  ERROR:
    "error, errored, broken, aborted, cancelled, canceled, crash, crashed, timeout, timed out, inconclusive, abgebrochen, erreur, abandonne, annule, interrotto, annullato, errore, abortado, cancelado, avbruten, afgebroken, przerwany, blad, ошибка, прерван, 错误, 超时, 中止, エラー, 중단, 오류",
  FAIL: "fail, failed, failure, ko, nok, not passed, not ok, unsuccessful, xpass strict, nicht bestanden, nicht ok, nio, fehlgeschlagen, fehler, fehlerhaft, echec, echoue, echouee, en echec, non reussi, fallito, non superato, fallido, fallo, no superado, reprovado, falhou, falha, mislukt, gefaald, niet geslaagd, underkand, misslyckad, fejlet, ikke bestaet, niezaliczony, niezdany, nie powiodl sie, провален, не пройден, неуспешно, 失败, 失敗, 不合格, 未通过, 不通过, 실패, 불합격, ✗, ✘, ❌, 🔴, ✖",
  SKIP: "skip, skipped, ignore, ignored, disabled, pending, todo, to do, blocked, not run, not executed, not applicable, n/a, na, untested, not tested, no run, no result, retest, in progress, started, executing, unexecuted, wip, xfail, xfailed, deferred, ubersprungen, blockiert, gesperrt, nicht ausgefuhrt, nicht getestet, nicht anwendbar, entfallt, offen, ignore, bloque, non execute, non teste, ignorato, saltato, non eseguito, bloccato, omitido, saltado, no ejecutado, bloqueado, ignorado, pulado, nao executado, overgeslagen, niet uitgevoerd, geblokkeerd, hoppad, overhoppad, ej kord, sprunget over, pominiety, niewykonany, zablokowany, пропущен, не выполнен, заблокирован, 阻塞, 跳过, 已跳过, 未执行, 未実施, 保留, スキップ, 건너뜀, 미실행",
  PASS: "pass, passed, pass with warnings, passed with warnings, ok, success, successful, succeeded, true, xpass, xpassed, bestanden, io, erfolgreich, reussi, reussie, succes, superato, passato, aprobado, superado, exitoso, pasado, aprovado, passou, sucesso, geslaagd, goedgekeurd, godkand, bestaet, godkendt, zaliczony, zdany, powodzenie, пройден, успешно, 通过, 成功, 合格, 성공, 합격, 통과, ✓, ✔, ✅, ☑, 🟢",
};
const BY_WORD: ReadonlyMap<string, TestOutcome> = new Map(
  TEST_OUTCOMES.flatMap((outcome) => WORDS[outcome].split(", ").map((word) => [plainStatus(word), outcome] as const)),
);
const EARLIER_ATTEMPTS = ["flakyFailure", "flakyError", "rerunFailure", "rerunError"];
/** Children that say why, those that decide first. */
export const MESSAGE_ELEMENTS = ["error", "failure", "skipped", ...EARLIER_ATTEMPTS] as const;

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

/** What people write into a status column, in 14 languages; null for anything else, such as the status of a test's text. */
export function outcomeOfStatus(status: string): TestOutcome | null {
  const plain = plainStatus(status);
  // `PASS (flaky)`, `FAILED: timeout`: what follows says more of it.
  return BY_WORD.get(plain) ?? BY_WORD.get(plain.replace(/\s*[([:,;].*$/s, "")) ?? null;
}

/** In small letters without accents and stops: `n.i.O.` is `nio`, `NOT_RUN` is `not run`. */
function plainStatus(status: string): string {
  return status
    .normalize("NFD")
    .replace(/[\u0300-\u036f\ufe0f.!]/g, "")
    .normalize("NFC")
    .toLowerCase()
    .replace(/ł/g, "l")
    .replace(/ø/g, "o")
    .replace(/å|æ/g, "a")
    .replace(/[\s_-]+/g, " ")
    .trim();
}

/** PASS for none. */
export function worst(outcomes: readonly TestOutcome[]): TestOutcome {
  return TEST_OUTCOMES[Math.max(0, ...outcomes.map((outcome) => TEST_OUTCOMES.indexOf(outcome)))] as TestOutcome;
}
