import { guessRole, snakeCase } from "../../folder/guess-roles.ts";
import type { ColumnRole } from "../../folder/mapping.ts";

/**
 * Names in snake case, first match wins: English, German, French, and the usual ones of other languages of Europe, Japanese
 * and Korean; the Chinese ones are ZenTao's. Exports often drop accents, so they count in neither side.
 */
const NAMES: readonly (readonly [ColumnRole, RegExp])[] = [
  [
    "id",
    /^(id|key|uid|identifier|v2_id|nr|no|num|number|ref|(test_?case|test|case|issue|requirement|req|artifact|item|story|work_item|bug|defect)_?(id|key|nr|no|num|number)|issuekey|tcid|lfd_nr|laufende_nummer|nummer|kennung|schlüssel|bezeichner|(anforderungs?|testfall|test|prüffall|fehler)_?(id|nr|nummer|kennung)|identifiant|numéro|n°?|clé|réf|id_(test|exigence|cas|du_test|de_l_exigence|anforderung|testfall)|用例编号|编号|identificador|código|referencia|codice|identificativo|(要件|要求|試験|テスト(ケース)?|ケース|項目)_?(id|番号)|項番|番号|識別子|codigo|kod|kód|kodu|oznaczenie|označení|tunnus|tunniste|идентификатор|код|номер|식별자)$/,
  ],
  [
    "title",
    /^(title|name|summary|subject|headline|short_(text|description)|test_summary|(test_?)?case_?(name|title)|test_?name|object_heading|requirement_name|titel|bezeichnung|benennung|zusammenfassung|überschrift|kurz(text|beschreibung|bezeichnung|titel)|betreff|testfall(name|titel)?|prüffall|titre|intitulé|nom|libellé|résumé|objet|cas_de_test|nom_du_(test|cas)|用例标题|标题|título|nombre|titolo|nome|resumen|assunto|(要件|要求|試験|テスト(ケース)?|ケース|項目)名|試験項目|件名|タイトル|名称|resumo|sommario|oggetto|denominazione|denominación|denominação|designação|nazwa|tytuł|temat|naam|onderwerp|samenvatting|navn|namn|rubrik|tittel|název|názov|předmět|nimi|otsikko|cím|név|megnevezés|başlık|adı|konu|название|наименование|заголовок|тема|назва|제목|이름|명칭)$/,
  ],
  [
    "precondition",
    /^(pre_?conditions?|preconds?|prerequisites?|vorbedingung(en)?|voraussetzung(en)?|pré_?conditions?|pré_?requis|conditions_préalables|前置条件|precondici(ón|ones)|precondizion[ei]|pré_?condições|前提(条件)?|事前条件|warun(ek|ki)_(początkow[ey]|wstępn[ey])|randvoorwaarden?|precondities?|förutsättning(ar)?|forutsetning(er)?|forudsætning(er)?|předpoklady?|vstupní_podmínky|предусловия?|передумов[аи]|előfeltétel(ek)?|ön_?koşul(lar)?|esieh(to|dot)|사전_?조건)$/,
  ],
  [
    "step_result",
    /^(expected(_(results?|outcome|behaviou?r))?|results?|(test_)?step_(expected_)?results?|steps?_expected(_results?)?|test_results?|steps_result|erwartetes_(ergebnis|resultat|verhalten)|erwartete_(ergebnisse|reaktion)|erwartung|soll_?(ergebnis|wert)?|ergebnis|résultats?(_attendus?)?|attendu|comportement_attendu|预期|预期结果|resultados?_esperados?|risultat[oi]_attes[oi]|期待(結果|値)|想定結果|risultat[oi]_previst[oi]|oczekiwan[ye]_(rezultat|wynik|efekt)y?|(rezultat|wynik)_oczekiwany|verwacht_(resultaat|gedrag)|förväntat_(resultat|utfall)|forventet_(resultat|utfald|utfall)|očekávaný_výsledek|ожидаемы[йе]_результаты?|очікуваний_результат|(elvárt|várt)_eredmény|beklenen_sonuç|odotettu_tulos|(예상|기대)_?결과)$/,
  ],
  [
    "step_data",
    /^((test_)?data|step_data|steps_data|testdaten|eingabe(daten|n)?|données(_(de_test|d_entrée))?|jeu_de_données)$/,
  ],
  [
    "step",
    /^(steps?|actions?|(test_)?steps?_?(description|action|actions)|teststep|test_steps?|steps_actions|gherkin(_definition)?|unstructured_definition|(test|prüf)?schritte?|aktion(en)?|durchführung|ablauf|testablauf|étapes?|pas(_de_test)?|description_de_l_étape|步骤|用例步骤|pasos?|passos?|passi|azion[ei]|acci(ón|ones)|手順|操作(手順)?|passaggi|procedimento|passo_a_passo|krok(i|y)?|(test)?stap(pen)?|(test)?steg|trin|шаги?|кроки|действи[ея]|lépés(ek)?|adım(lar)?|vaihe(et)?|단계|절차)$/,
  ],
  [
    "text",
    /^(text|description|details?|body|content|objective|definition|statement|requirement_text|object_text|beschreibung|inhalt|(anforderungs|prüf)?text|anforderungsbeschreibung|detailbeschreibung|ziel|testziel|prüfziel|wortlaut|énoncé|texte(_de_l_exigence)?|contenu|objectifs?|détails?|用例描述|descripción|descrição|descrizione|detalle|texto|testo|objetivo|内容|説明|本文|試験内容|要件内容|詳細|popis|opis|treść|tekst|omschrijving|beschrijving|beskrivning|beskrivelse|kuvaus|leírás|szöveg|açıklama|metin|описание|текст|опис|enunciato|enunciado|(testo|texto)_d(el|o)_requisito|obiettivo|scopo|doel|syfte|formål|설명|내용)$/,
  ],
  [
    "requirement",
    /^(requirements?|requirement_ids?|req_ids?|traceability(_requirements|_issues)?|linked_(issues|requirements|items)|references?|refs|links?|stor(y|ies)|covers|verifies|anforderung(en)?|(verknüpfte|verlinkte|abgedeckte|zugehörige)_anforderung(en)?|bezug|deckt_ab|erfüllt|verweise?|referenz(en)?|exigences?(_(liées?|couvertes?|associées?))?|liens?|références?|couverture|相关需求|相关研发需求|requisitos?|requisit[oi]|(対応|関連)?要件(_?id)?|対応要求|(requisit[oi]|requisitos?)_(copert[oi]|verificat[oi]|collegat[oi]|associat[oi]|cobertos?|relacionad[oi]s?|associados?|cubiertos?|asociados?)|geprüfte_anforderung(en)?|wymagani[ea]|krav|eis(en)?|gekoppelde_eisen|požadav(ek|ky)|требовани[ея]|вимог[аи]|követelmény(ek)?|gereksinim(ler)?|vaatimu(s|kset)|요구_?사항)$/,
  ],
  ["function", /^(functions?|covered_functions?|methods?|apis?|funktion(en)?|fonctions?)$/],
  [
    "parent",
    /^(parent|parent_id|parent_key|part_of|übergeordnet(e_anforderung)?|elternelement|parent_exigence|exigence_parente?)$/,
  ],
  [
    "outcome",
    /^(run_status|last_(run_)?(status|result|outcome)|outcome|test_(status|outcome|verdict)|execution_status|verdict|testergebnis|letztes_ergebnis|ausführungsstatus|bewertung|verdict_du_test|statut_d_exécution|résultat_obtenu|执行结果)$/,
  ],
  [
    "executed",
    /^(executed(_(on|at|date))?|execution_(date|time|timestamp)|tested_(on|at)|test_date|run_(date|at|on)|time_?stamp|ended_at|finished_(on|at)|started_(on|at)|ausgeführt_am|ausführungs(datum|zeit(punkt)?)|testdatum|zeitstempel|exécuté_le|date_d_exécution|horodatage|执行时间)$/,
  ],
  ["time", /^(time|duration|time_s|seconds|duration_s|elapsed|dauer|durée)$/],
  [
    "suite",
    /^(suite|section|folder|module|test_repo|suite_path|ordner|modul|kapitel|testsuite|dossier|campagne|所属模块)$/,
  ],
  [
    "type",
    /^(type|kind|artifact_type|item_type|work_item_type|issue_?type|typ|art|objekttyp|nature|类型|tipo|soort|rodzaj|тип|tyyppi|típus|유형)$/,
  ],
];

const RULES = NAMES.map(([role, { source }]) => [role, new RegExp(withoutAccents(source))] as const);

/** Letters of Latin, Greek and Cyrillic without their marks; those of other scripts stay as they are. */
function withoutAccents(text: string): string {
  return text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC");
}

/** Roles that several columns may have. */
const MANY = new Set<ColumnRole>(["attribute", "requirement", "link", "function"]);

/** Roles of the columns of a header. A role other than `attribute` is given once, except for links of any kind. */
export function guessColumns(
  header: readonly string[],
  said: Readonly<Record<string, ColumnRole>> = {},
): Map<string, ColumnRole> {
  const roles = new Map<string, ColumnRole>();
  const taken = new Set<ColumnRole>(
    Object.entries(said)
      .filter(([name]) => header.includes(name))
      .map(([, role]) => role),
  );
  const [best] = header
    .filter((name) => !Object.hasOwn(said, name) && roleOfName(name) === "id")
    .sort((a, b) => Number(isPosition(a)) - Number(isPosition(b)));
  for (const name of header) {
    const asked = Object.hasOwn(said, name) ? said[name] : undefined;
    const guess = asked ?? roleOfName(name);
    const isRepeat = !asked && ((taken.has(guess) && !MANY.has(guess)) || (guess === "id" && name !== best));
    roles.set(name, isRepeat ? "attribute" : guess);
    if (guess !== "attribute") taken.add(guess);
  }
  return roles;
}

/** `No.` may be an id, and is the place of a row where another column is called one. */
export function isPosition(name: string): boolean {
  return (
    /(^|_)(nr|no|num|number|nummer|numéro|n°?|lfd_nr|laufende_nummer|項番|番号|编号)$/.test(snakeCase(name)) ||
    name.trim() === "#"
  );
}

/** `Anf.-ID`, `SW_REQ_ID`, `要件管理ID`: a name that ends with a word for an id, whatever stands before it. */
export function endsWithId(name: string): boolean {
  return /(^|_|[^\p{ASCII}])(id|uid|key|kennung|schlüssel|code|código|番号|编号)$/u.test(snakeCase(name));
}

function roleOfName(name: string): ColumnRole {
  // `#` alone has no word in it.
  const said = /^\s*#\s*$/.test(name) ? "id" : snakeCase(name);
  return ruleOf(said) ?? roleOfParts(name) ?? "attribute";
}

/** `codice_prova`, `código_do_requisito`: a word for an id before what it is of. */
const ID_OF =
  /^((no|n[ou]m(ber|er|ero|mer)?|numéro|номер)_|(id|codi[cg]e|code|código|kod|kód|číslo|код)_((d[aeiou]|de[il]|de[lsnr]|della|dell|of|för|av|van)_)*)/;

function ruleOf(said: string): ColumnRole | undefined {
  const whose = guessRole(said.replace(ID_OF, "")).role;
  if (ID_OF.test(said) && (whose === "test_case" || whose === "backlog_item")) return "id";
  const [, what = ""] = /^(.+?)_?(ids?|keys?|links?|refs?)$/.exec(said) ?? [];
  // `Covered Req ID`, `issueLinks`: what somebody asks for, by a word for a reference.
  const refers = what !== "" && guessRole(what).role === "backlog_item";
  const plain = withoutAccents(said);
  return RULES.find(([, pattern]) => pattern.test(plain))?.[0] ?? (refers ? "requirement" : undefined);
}

/** What tools put around a name that says enough: `TC_NAME`, `Objekttext`. Types, outcomes and links of something are others. */
const OF_RECORDS =
  /^(tc|req(uirement)?|test_?case|(test|prüf)fall|test|prüf|objekt|object|anforderungs?|exigence|cas)_?(version_)?(?=\p{L})/u;
const TOLD_OF_RECORDS = new Set<ColumnRole>([
  "id",
  "title",
  "text",
  "precondition",
  "step",
  "step_data",
  "step_result",
]);

/**
 * A name in parts: `Steps (Expected Result)`, `Test Script (Step-by-Step) - Step`, `Description (Design Step)`: what is in
 * brackets or behind a dash says more, and what is said of a step is the step.
 */
function roleOfParts(name: string): ColumnRole | undefined {
  const [, before = name, bracket = ""] = /^(.*?)\s*\(([^()]*)\)\s*$/.exec(name) ?? [];
  const [, group = "", last = ""] = /^(.*?)\s+-\s+([^-]+)$/.exec(name) ?? [];
  if (/^custom field$/i.test(before)) return roleOfName(bracket);
  const isOfStep = /\bsteps?\b|schritt|étape|paso/iu.test(`${bracket} ${group}`);
  if (isOfStep || last !== "") {
    const base = ruleOf(snakeCase(last || before)) ?? ruleOf(snakeCase(bracket));
    if (base !== undefined) return isOfStep && (base === "text" || base === "title") ? "step" : base;
  }
  const inner = bracket === "" ? undefined : ruleOf(snakeCase(bracket));
  if (inner !== undefined && /^step/.test(inner)) return inner;
  const bare = snakeCase(name);
  const rest = ruleOf(bare.replace(OF_RECORDS, ""));
  if (bare === bare.replace(OF_RECORDS, "") || !rest || !TOLD_OF_RECORDS.has(rest)) return undefined;
  return rest === "id" && /version/.test(bare) ? undefined : rest;
}
