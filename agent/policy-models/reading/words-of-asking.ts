import { withSpaces } from "../../../base/words.ts";

/** Words of asking and of grammar of other languages than English: they say nothing about the topic. */
const OF_LANGUAGES: readonly ReadonlySet<string>[] = [
  // German
  `welche welcher welches welchen welchem was wer wie viele gibt es ein eine einen einer eines einem der die das den dem des und oder für von
  vom zu zum zur im in mit ohne auf an am bei nach ist sind wird werden wir haben hat nicht durch alle kein keine keinen dass wenn noch einmal
  test tests testfall testfälle testfällen prüft prüfen verifiziert verifizieren deckt decken ab abgedeckt abdecken anforderung anforderungen
  betroffen ändern ändert geändert müssen muss soll sollen wiederholen ausführen laufen zeige zeig liste nenne bitte dazu dafür`,
  // French
  `quel quelle quels quelles combien y a t il ils elle elles existe existent le la les l un une des du de d en et ou pour par avec sans sur
  dans est sont qui que quoi nous on faut test tests essai essais cas couvre couvrent vérifie vérifient teste testent exigence exigences
  changeons change modifie modifions concernés rejouer relancer liste montre tous toutes aucun aucune ne pas au aux`,
  // Spanish
  `qué que cuál cuáles cuántos cuántas hay el la los las un una unos unas de del al a en con sin por para y o u se es son está están tiene
  tienen prueba pruebas caso casos cubre cubren verifica verifican comprueba comprueban prueban algún alguna alguno algunos algunas ningún
  ninguna requisito requisitos escenario escenarios debe deben debemos repetir ejecutar cambia cambiamos afecta afectan lista muestra todos
  todas no si cuando su sus lo le me`,
  // Portuguese
  `que qual quais quantos quantas há existe existem o a os as um uma de do da dos das ao em no na nos nas com sem por para e ou se é são está
  tem têm teste testes caso casos cobre cobrem verifica verificam testam algum alguma nenhum requisito requisitos cenário cenários deve devem
  repetir executar muda mudamos afeta lista mostra todos todas não`,
  // Italian
  `che quale quali cosa quanti quante c è ci sono esiste esistono il lo la i gli le l un uno una di del dello della dei degli delle al alla in
  nel nella con senza per tra su e o si test prova prove caso casi copre coprono verifica verificano qualche alcun nessun requisito requisiti
  scenario scenari deve devono ripetere eseguire cambiamo cambia elenca mostra tutti tutte non`,
].map((words) => new Set(words.split(/\s+/)));

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
  const words = (withSpaces(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []) as string[];
  const countIn = (isOf: (word: string) => boolean) => words.filter(isOf).length;
  const least = Math.max(1, countIn(english));
  const counts = OF_LANGUAGES.map((known) => ({ known, count: countIn((word) => known.has(word)) }));
  const most = Math.max(...counts.map(({ count }) => count));
  const own = most > least ? (counts.find(({ count }) => count === most)?.known ?? NONE) : NONE;
  return (word) => own.has(word) || ALWAYS.has(word);
}

/** Says in another language that test cases are sought. */
export const SEEKS_ELSEWHERE =
  /(?<!\p{L})(?:testf(?:a|ä)ll(?:e|en)?|prüff(?:a|ä)ll(?:e|en)?|pruebas?|casos? de prueba|cas de test|essais?|casi? di (?:test|prova)|prov[ae] di|testes?|gibt es|welche[nrsm]? tests?|quels tests|y a-t-il|¿hay|hay algun[ao]s?|qué escenarios|quali test)(?!\p{L})|テスト|测试|用例/iu;
