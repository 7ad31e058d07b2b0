import { snakeCase } from "../../folder/guess-roles.ts";

/**
 * What a column of a table holds. `attribute` goes to meta under its own name; `left out` goes nowhere. Columns of steps
 * may repeat over several rows of one record.
 */
export const COLUMN_ROLES = [
  "id",
  "title",
  "text",
  "type",
  "precondition",
  "step",
  "step_data",
  "step_result",
  "requirement",
  "function",
  "parent",
  "outcome",
  "time",
  "suite",
  "attribute",
  "left out",
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/** Names in snake case, first match wins: English, German, French; the Chinese ones are ZenTao's. */
const RULES: readonly (readonly [ColumnRole, RegExp])[] = [
  [
    "id",
    /^(id|key|uid|identifier|v2_id|nr|no|num|number|ref|(test_?case|test|case|issue|requirement|req|artifact|item|story|work_item|bug|defect)_?(id|key|nr|no|num|number)|issuekey|tcid|lfd_nr|laufende_nummer|nummer|kennung|schlüssel|bezeichner|(anforderungs?|testfall|test|prüffall|fehler)_?(id|nr|nummer|kennung)|identifiant|numéro|n°?|clé|réf|id_(test|exigence|cas|du_test|de_l_exigence|anforderung|testfall)|用例编号|编号)$/,
  ],
  [
    "title",
    /^(title|name|summary|subject|headline|short_(text|description)|test_summary|(test_?)?case_?(name|title)|test_?name|object_heading|requirement_name|titel|bezeichnung|benennung|zusammenfassung|überschrift|kurz(text|beschreibung|bezeichnung|titel)|betreff|testfall(name|titel)?|prüffall|titre|intitulé|nom|libellé|résumé|objet|cas_de_test|nom_du_(test|cas)|用例标题|标题)$/,
  ],
  [
    "precondition",
    /^(pre_?conditions?|preconds?|prerequisites?|vorbedingung(en)?|voraussetzung(en)?|pré_?conditions?|pré_?requis|conditions_préalables|前置条件)$/,
  ],
  [
    "step_result",
    /^(expected(_(results?|outcome|behaviou?r))?|results?|(test_)?step_(expected_)?results?|steps?_expected(_results?)?|test_results?|steps_result|erwartetes_(ergebnis|resultat|verhalten)|erwartete_(ergebnisse|reaktion)|erwartung|soll_?(ergebnis|wert)?|ergebnis|résultats?(_attendus?)?|attendu|comportement_attendu|预期|预期结果)$/,
  ],
  [
    "step_data",
    /^((test_)?data|step_data|steps_data|testdaten|eingabe(daten|n)?|données(_(de_test|d_entrée))?|jeu_de_données)$/,
  ],
  [
    "step",
    /^(steps?|actions?|(test_)?steps?_?(description|action|actions)|teststep|test_steps?|steps_actions|gherkin(_definition)?|unstructured_definition|(test|prüf)?schritte?|aktion(en)?|durchführung|ablauf|testablauf|étapes?|pas(_de_test)?|description_de_l_étape|步骤|用例步骤)$/,
  ],
  [
    "text",
    /^(text|description|details?|body|content|objective|definition|statement|requirement_text|object_text|beschreibung|inhalt|(anforderungs|prüf)?text|anforderungsbeschreibung|detailbeschreibung|ziel|testziel|wortlaut|énoncé|texte(_de_l_exigence)?|contenu|objectifs?|détails?|用例描述)$/,
  ],
  [
    "requirement",
    /^(requirements?|requirement_ids?|req_ids?|traceability(_requirements|_issues)?|linked_(issues|requirements|items)|references?|refs|links?|stor(y|ies)|covers|verifies|anforderung(en)?|(verknüpfte|verlinkte|abgedeckte|zugehörige)_anforderung(en)?|bezug|deckt_ab|erfüllt|verweise?|referenz(en)?|exigences?(_(liées?|couvertes?|associées?))?|liens?|références?|couverture|相关需求|相关研发需求)$/,
  ],
  ["function", /^(functions?|covered_functions?|methods?|apis?|funktion(en)?|fonctions?)$/],
  [
    "parent",
    /^(parent|parent_id|parent_key|part_of|übergeordnet(e_anforderung)?|elternelement|parent_exigence|exigence_parente?)$/,
  ],
  [
    "outcome",
    /^(run_status|last_(run_)?(status|result|outcome)|outcome|execution_status|verdict|testergebnis|letztes_ergebnis|ausführungsstatus|bewertung|verdict_du_test|statut_d_exécution|résultat_obtenu|执行结果)$/,
  ],
  ["time", /^(time|duration|time_s|seconds|duration_s|elapsed|dauer|durée)$/],
  [
    "suite",
    /^(suite|section|folder|module|test_repo|suite_path|ordner|modul|kapitel|testsuite|dossier|campagne|所属模块)$/,
  ],
  ["type", /^(type|kind|artifact_type|item_type|work_item_type|issue_?type|typ|art|objekttyp|nature|类型)$/],
];

/** Roles of the columns of a header. A role other than `attribute` is given once, except for requirements and functions. */
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
  for (const name of header) {
    const asked = Object.hasOwn(said, name) ? said[name] : undefined;
    const guess = asked ?? roleOfName(name);
    const isRepeat = !asked && taken.has(guess) && guess !== "requirement" && guess !== "function";
    roles.set(name, isRepeat ? "attribute" : guess);
    if (guess !== "attribute") taken.add(guess);
  }
  return roles;
}

function roleOfName(name: string): ColumnRole {
  // `#` alone has no word in it.
  const said = /^\s*#\s*$/.test(name) ? "id" : snakeCase(name);
  return RULES.find(([, pattern]) => pattern.test(said))?.[0] ?? "attribute";
}
