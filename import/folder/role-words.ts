import type { ArtifactRole } from "../../db/ports/corpus.ts";

/** What is called a fault by itself, and what only a report of it is. */
const FAULT_NOUNS =
  "defect, bug, issue, incident, problem, fault, error, anomaly, deviation, nonconformity, non conformity, vulnerability, crash, outage";
const REPORTED = `${FAULT_NOUNS}, trouble, failure, discrepancy, nonconformance, non conformance`;
/** What carries a fault and would be something else by itself: a `report`, a `record`. */
const CARRIERS = ["report", "record", "ticket", "notification"];

/** What reports of faults are called, as `ROLE_WORDS`: every noun with every carrier, so that a `fault report` is one like a `bug report`. */
export const FAULT_WORDS = [
  FAULT_NOUNS,
  ...REPORTED.split(", ").flatMap((noun) => CARRIERS.map((carrier) => `${noun} ${carrier}`)),
  "fehler, fehlerbericht, fehlermeldung, störung, störungsmeldung, störmeldung, problemmeldung, mangel, mängelbericht, abweichungsbericht, anomalie, bogue, incidencia, defecto, 缺陷, バグ, 不具合, abweichung, anomalia, difetto, defeito, falha, erro, fallo, incidencias, defectos, fout, afwijking, avvikelse, avvik, afvigelse, fel, fejl, feil, błąd, błędy, chyba, chyby, virhe, virheet, hiba, hibák, hata, hatalar, дефект, дефекты, ошибка, ошибки, 결함",
].join(", ");

/**
 * What types of artifacts are called, in trackers, test and requirements tools, in English, German, French, Spanish, Italian,
 * Portuguese, the other usual languages of Europe, Chinese, Japanese and Korean. Lower case and singular; a phrase wins over the words in it.
 */
export const ROLE_WORDS: Readonly<Record<ArtifactRole, string>> = {
  test_case:
    "test, testcase, tc, tst, utest, itest, stest, test case, test case specification, test specification, test spec, test scenario, test procedure, test script, test method, test function, test item, test definition, test description, test design, test charter, verification, verification case, verification procedure, validation case, check, checklist item, scenario test, testfall, testfälle, testspezifikation, testablauf, testszenario, prüffall, prüffälle, prüfung, cas de test, cas test, scénario de test, caso de prueba, prueba, 用例, 测试用例, 测试, テスト, テストケース, 試験項目, prova, caso di prova, casi di prova, caso di test, casi di test, collaudo, teste, caso de teste, casos de teste, casos de prueba, testgeval, testgevallen, testtilfælde, testtilfelle, przypadek testowy, przypadki testowe, testovací případ, testovací případy, testitapaus, testitapaukset, teszteset, tesztesetek, test senaryosu, test senaryoları, test durumu, тест, тесты, тест кейс, тест кейсы, тестовый случай, тестовые случаи, 테스트, 테스트 케이스, 테스트케이스",
  backlog_item: `requirement, req, requirement specification, requirement change, srs, urs, frs, prs, syrs, swrs, hrs, hlr, llr, nfr, sys, feature, feat, feature request, epic, capability, initiative, theme, story, user story, use case, spike, improvement, enhancement, wish, backlog, backlog item, product backlog item, work item, workitem, change, change request, service request, pull request, merge request, rfc, cr, task, subtask, sub task, ticket, finding, impediment, support request, specification, spec, spec item, design, dsn, arch, constr, constraint, clause, need, hazard, risk, risk control, risk record, mitigation, goal, anforderung, lastenheft, pflichtenheft, merkmal, änderung, änderungsantrag, änderungswunsch, aufgabe, benutzergeschichte, anwendungsfall, risiko, exigence, besoin, demande, demande de changement, évolution, tâche, récit utilisateur, cas d utilisation, fonctionnalité, risque, requisito, historia de usuario, tarea, 需求, 任务, 故事, 要件, 要求, 課題, specifica, segnalazione, storia utente, storie utente, funzionalità, rischio, modifica, richiesta di modifica, melhoria, história de usuário, história de utilizador, funcionalidade, risco, tarefa, especificação, solicitação de mudança, riesgo, historias de usuario, eis, bevinding, wijziging, krav, ändring, wymaganie, wymagania, zgłoszenie, zgłoszenia, zmiana, zmiany, požadavek, požadavky, vaatimus, vaatimukset, követelmény, követelmények, gereksinim, gereksinimler, требование, требования, вимога, вимоги, 요구사항, 요구 사항, ${FAULT_WORDS}`,
  message:
    "message, rpc, api, api endpoint, endpoint, operation, signal, command, event, method, function, path, nachricht, botschaft, ereignis, funktion, fonction, signaux",
  protocol:
    "protocol, interface, component, subsystem, module, service, area, protokoll, schnittstelle, komponente, baustein, dienst, protocole, composant, sous système",
  knowledge:
    "glossary, glossary term, term, terminology, definition, acronym, abbreviation, knowledge, kb, glossar, begriff, abkürzung, glossaire, terme, abréviation",
  other:
    "result, run, execution, report, log, suite, set, plan, cycle, session, step, shared step, source code, code, file, class, commit, build, release, version, heading, header, section, chapter, folder, document, comment, note, attachment, image, figure, table, precondition, pre condition, code review request, user, person, team, test object, test class, test code, test file, test plan, test data, test protocol, use step, überschrift, abschnitt, kapitel, ergebnis, testergebnis, testbericht, testprotokoll, testlauf, testplan, testdaten, prüfbericht, information, titre, plan de test, résultat, jeu de test, campagne de test, rapport de test",
};

/** Words after a type that add nothing: `Requirement Type`. */
export const EMPTY_WORDS = new Set(["type", "object", "element", "entry"]);

/** What compounds end with that are written in one word: `swreq`, `Systemanforderung`. The end says what it is. */
export const COMPOUND_ENDS =
  "requirement req testcase bugreport anforderung testfall testfälle prüffall prüffälle fehler änderung aufgabe risiko schnittstelle komponente 需求 用例 缺陷 任务 要件 要求 バグ テストケース".split(
    " ",
  );

/** Words that say of a test how or where it is done, wherever they stand: `Test (manual)`, `test unitaire`. */
export const TEST_KINDS = new Set(
  "manual automated automatic generic unit integration system acceptance regression smoke sanity performance load functional exploratory cucumber gherkin de d des du en in l la le les for of manuell automatisch manuel automatique unitaire intégration système recette fonctionnel régression".split(
    " ",
  ),
);
