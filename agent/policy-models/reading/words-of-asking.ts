import { withSpaces } from "../../../base/words.ts";

/** How a language asks for test cases; lower case, words by blanks. */
interface Language {
  /** What tests are called, and what is done with them once more. */
  tests: string;
  /** Begins a sentence that asks for something. */
  asks: string;
  /** The other words of asking, of changes, of links, and of grammar: they say nothing about the topic. */
  others: string;
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  german: {
    tests: "test tests testfall testfälle testfällen prüffall prüffälle prüffällen prüfung prüfungen wiederholen",
    asks: "welche welcher welches welchen welchem was wer wie gibt zeige zeig liste nenne nennen finde suche brauche brauchen benötigen muss müssen sollen",
    others: `viele es ein eine einen einer eines einem der die das den dem des und oder für von vom zu zum zur im in mit ohne auf an am bei nach
    ist sind wird werden wir ich sie haben hat nicht durch alle kein keine keinen dass wenn noch einmal prüft prüfen verifiziert verifizieren
    deckt decken ab abgedeckt abdecken anforderung anforderungen betroffen ändern ändert geändert soll wiederholen ausführen laufen bitte
    dazu dafür über aus als betreffen betrifft behandeln gehören gehört zugeordnet verknüpft aber sowohl beide beiden gemeinsam außer`,
  },
  french: {
    tests: "test tests essai essais cas rejouer relancer réexécuter",
    asks: "quel quelle quels quelles combien que quoi qui liste montre donne trouve cherche faut devons existe existent",
    others: `y a t il ils elle elles la le les l un une des du de d en et ou pour par avec sans sur dans est sont nous on couvre couvrent couvert
    vérifie vérifient teste testent exigence exigences changeons change changer modifie modifier modifions concernés concerne concernent rejouer relancer tous
    toutes aucun aucune ne pas n au aux qu s c ce si sa son ses leur leurs portent traitent liés liées encore ont a mais sauf deux commun communs`,
  },
  spanish: {
    tests: "prueba pruebas caso casos escenario escenarios test tests repetir reejecutar",
    asks: "qué que cuál cuáles cuántos cuántas hay lista muestra dame busca necesito necesitamos debo debemos existe existen",
    others: `el la los las un una unos unas de del al a en con sin por para y o u se es son está están tiene tienen cubre cubren cubierto cubiertos
    verifica verifican comprueba comprueban prueban algún alguna alguno algunos algunas ningún ninguna requisito requisitos debe deben repetir
    ejecutar cambia cambiar cambiamos cambio modifica modificar afecta afectan todos todas no si cuando su sus lo le me tratan trata sobre relacionados relacionadas
    asociados asociadas todavía aún pero salvo excepto ambos ambas comunes común`,
  },
  portuguese: {
    tests: "teste testes caso casos cenário cenários repetir reexecutar",
    asks: "que qual quais quantos quantas há lista liste mostra mostre dê existe existem preciso precisamos devo devemos",
    others: `o a os as um uma de do da dos das ao aos à às em no na nos nas com sem por para pelo pela e ou se é são está estão tem têm cobre cobrem
    coberto cobertos verifica verificam testam algum alguma nenhum nenhuma requisito requisitos deve devem repetir executar muda mudar mudamos altera alterar
    mudança afeta afetam todos todas não tratam trata sobre relacionados relacionadas ligados ligadas ainda mas exceto ambos ambas comuns comum`,
  },
  italian: {
    tests: "test prova prove caso casi collaudo collaudi scenario scenari ripetere rieseguire",
    asks: "che quale quali cosa quanti quante quanto c elenca mostra dammi trova cerca serve servono occorre occorrono devo dobbiamo esiste esistono",
    others: `è ci sono il lo la i gli le l un uno una di d del dell dello della dei degli delle al all allo alla ai agli alle da dal dall dalla in
    nel nell nella nei nelle con senza per tra fra su sul sull sulla e ed o od si copre coprono coperto coperti coperta verifica verificano
    qualche alcun nessun nessuna requisito requisiti deve devono ripetere rieseguire eseguire cambiamo cambia cambiare modifichiamo modifica modificare tutti tutte
    ancora hanno ha non se riguarda riguardano trattano tratta legate legati collegate collegati ma tranne eccetto entrambi entrambe comuni comune`,
  },
  dutch: {
    tests: "test tests testgeval testgevallen herhalen",
    asks: "welke wat wie hoeveel toon geef zoek lijst moeten moet nodig zijn",
    others: `de het een en of van voor met zonder op in aan bij naar door is wordt worden we wij ik er niet geen alle als dat die deze over dekt dekken
    gedekt verifieert verifiëren eis eisen wijzigen wijzigt opnieuw uitvoeren maar behalve beide gemeenschappelijk gemeenschappelijke gaan gaat betreffen
    hebben heeft horen hoort nog ook al deze te bij zij er`,
  },
  polish: {
    tests: "test testy testów przypadek przypadki przypadków testowy testowe testowych powtórzyć",
    asks: "jakie jaki jaka które który która ile pokaż podaj wymień znajdź czy trzeba musimy",
    others: `w we z ze na do od dla i oraz lub o po przez bez jest są nie się to ten ta te wszystkie wymaganie wymagania wymagań pokrywa pokrywają
    sprawdza sprawdzają weryfikuje weryfikują dotyczą dotyczy zmienia zmieniamy powtórzyć wykonać ale oprócz oba obu wspólne`,
  },
  swedish: {
    tests: "test tester testfall testfallen",
    asks: "vilka vilken vilket vad hur visa lista ge hitta finns måste behöver",
    others: `många en ett och eller av för med utan på i till från är som det den de vi jag inte alla täcker täcks verifierar krav kravet ändrar ändras
    köra om handlar gäller men utom båda gemensamma`,
  },
};

const WORDS = Object.values(LANGUAGES).map(({ tests, asks, others }) => ({
  tests: wordsIn(tests),
  asks: wordsIn(asks),
  all: new Set([...wordsIn(tests), ...wordsIn(asks), ...wordsIn(others)]),
}));

function wordsIn(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/** Written without spaces, these are in no other language's way. */
const ALWAYS = new Set(
  "テスト テストケース 検証 要件 要求 確認 変更 場合 実行 再実行 対象 関する に関する 必要 测试 测试用例 用例 验证 需求 哪些 哪个 是否 覆盖 什么".split(
    " ",
  ),
);

const NONE: ReadonlySet<string> = new Set();

/**
 * The words of asking of the language that a text is in: of which it has more words than of English, and at least two.
 * `english`: whether a word is one of English.
 */
export function wordsOfAsking(text: string, english: (word: string) => boolean): (word: string) => boolean {
  const own = languageOf(lettersIn(text), english)?.all ?? NONE;
  return (word) => own.has(word) || ALWAYS.has(word);
}

/** True where a text in another language asks for test cases: names them in a question, or in a sentence that begins by asking. */
export function seeksElsewhere(text: string, english: (word: string) => boolean): boolean {
  if (SEEKS_ELSEWHERE.test(text)) return true;
  const words = lettersIn(text);
  const language = languageOf(words, english);
  if (!language || !words.some((word) => language.tests.has(word))) return false;
  const beginnings = text.split(/[.!:;\n]/).map((sentence) => lettersIn(sentence).slice(0, 2));
  return /[?？]/.test(text) || beginnings.some((first) => first.some((word) => language.asks.has(word)));
}

const ENGLISH_TESTS = /^(?:tests?|testcases?|tcs?|cases?)$/;
const ENGLISH_ASKS = /^\W*(?:which|what|how many|list|show|are there|is there|do we have|any)\b/i;
/** A noun of what is asked for stands among so many words. */
const BEGINNING = 4;

/** Joins a turn to the one before. */
const JOINED = /^\s*(?:and|und|et|y|e|en|i|och)\s/i;

const BEGINS_BY_ASKING =
  /^\W*(?:(?:on|in|at|by|to|of|for|from|with|under|through) (?=wh))?(?:who|whose|whom|when|why|how|what|what's|whats|which|where|is|are|was|were|do|does|did|has|have|had|can|could|should|will|would)\b/i;

/** True of a clause that begins as a question does, in any of these languages. */
export function beginsByAsking(text: string): boolean {
  const first = lettersIn(text.replace(JOINED, "")).slice(0, 2);
  return (
    BEGINS_BY_ASKING.test(text) ||
    ALL_ITEMS.test(text) ||
    WORDS.some((language) => first.some((word) => language.asks.has(word)))
  );
}

/** True where a question begins by asking, and not for test cases. */
export function asksForItems(text: string): boolean {
  const first = lettersIn(text.replace(JOINED, "")).slice(0, BEGINNING);
  const asks =
    ENGLISH_ASKS.test(text) || WORDS.some((language) => first.slice(0, 2).some((word) => language.asks.has(word)));
  return asks && !first.some((word) => ENGLISH_TESTS.test(word) || WORDS.some(({ tests }) => tests.has(word)));
}

/** Says that something has no tests: what says no before or behind what says that something is tested. */
const NOT =
  /(?<!\p{L})(?:no|not|nothing|none|nobody|without|never|lacks?|lacking|un(?:covered|tested)|kein\w*|nicht|ohne|aucune?|pas|sans|ning[uú]n\w*|sin|nenhum\w*|não|sem|nessun\w*|non|senza|geen|niet|zonder|bez|nie|żadn\w*|inget|ingen|inte|utan)(?!\p{L})/iu;
const TESTED =
  /(?<!\p{L})(?:tests?|tested|untested|cover(?:s|ed|ing)?|uncovered|coverage|verif(?:y|ies|ied)|test\p{L}*|prüf\p{L}*|geprüft|abgedeckt|gedeckt|essais?|couvert\p{L}*|testée?s?|pruebas?|cubiert\p{L}*|cobert\p{L}*|testad\p{L}*|prov[ae]|copert\p{L}*|gedekt|testowane|pokryt\p{L}*|täck\p{L}*)(?!\p{L})/iu;

/** True of a word that only says that something is tested or is not. */
export function isOfCoverage(word: string): boolean {
  return [NOT, TESTED, /(?<!\p{L})(?:gaps?|holes?|missing|lack\w*|linked|any)(?!\p{L})/iu].some(
    (of) => of.exec(word)?.[0] === word,
  );
}

const OF_LINKS = /\b(?:link|trac|check|exercis|touch|validat|affect|impact|break|run|rerun|regress|scope|belong)\w*/i;
const ITEM =
  "(?:requirements?|features?|defects?|items?|documents?|classes|functions|files|modules|components?|issues?)\\b";
const ITEMS_ASKED = new RegExp(`^\\W*(?:which|what|how many|list|name|only|just)\\s+(?:\\p{L}+\\s+){0,2}${ITEM}`, "iu");
/** `every requirement that ...`: asks for them without a verb. */
const ALL_ITEMS = new RegExp(
  `^\\W*(?:every|all|each|any|only|just)\\s+(?:\\p{L}+\\s+){0,2}${ITEM}[^.?!]*\\b(?:that|which|with|without|whose)\\b`,
  "iu",
);

/** True of a question about named things that is about their tests, by whatever it calls these; not where it asks for items by name. */
export function asksForTheirTests(text: string): boolean {
  return (TESTED.test(text) || OF_LINKS.test(text)) && !ITEMS_ASKED.test(text);
}

export function saysThatNothingTests(text: string): boolean {
  return NOT.test(text) && TESTED.test(text);
}

function languageOf(words: readonly string[], english: (word: string) => boolean): (typeof WORDS)[number] | undefined {
  const countIn = (isOf: (word: string) => boolean) => words.filter(isOf).length;
  const least = Math.max(1, countIn(english));
  const counts = WORDS.map((language) => ({ language, count: countIn((word) => language.all.has(word)) }));
  const most = Math.max(...counts.map(({ count }) => count));
  return most > least ? counts.find(({ count }) => count === most)?.language : undefined;
}

function lettersIn(text: string): string[] {
  return (
    withSpaces(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  );
}

/** Says in another language that test cases are sought, in however few words. */
const SEEKS_ELSEWHERE =
  /(?<!\p{L})(?:testf(?:a|ä)ll(?:e|en)?|prüff(?:a|ä)ll(?:e|en)?|pruebas?|casos? de prueba|cas de test|essais?|casi? di (?:test|prova)|prov[ae] di|testes?|gibt es|welche[nrsm]? tests?|quels tests|y a-t-il|¿hay|hay algun[ao]s?|qué escenarios|quali test)(?!\p{L})|テスト|测试|用例/iu;

/** What several things have in common, in languages other than English. */
export const ALL_ELSEWHERE =
  /(?<!\p{L})(?:entramb[ei]|in comune|comuni a|amb[oa]s|en común|comunes a|em comum|comuns a|beiden?|gemeinsam|sowohl|à la fois|en commun|communs à|communes à|les deux|beide|gemeenschappelijke?|obu|wspólne|båda|gemensamma)(?!\p{L})/iu;

/** What stands behind these is not wanted, in languages other than English. */
export const WITHOUT_ELSEWHERE = [
  ...["ma non", "tranne", "eccetto", "pero no", "salvo", "excepto", "mas não", "exceto", "aber nicht", "nicht aber"],
  ...["außer", "mais pas", "sauf", "maar niet", "behalve", "ale nie", "oprócz", "men inte", "utom"],
];
