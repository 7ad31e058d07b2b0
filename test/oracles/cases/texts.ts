import { stemmer } from "stemmer";
import { pick, type Random, randomInteger } from "../../../base/random.ts";
import { meteor, meteorStem } from "../../../measure/metrics/text/meteor.ts";
import { rougeL } from "../../../measure/metrics/text/rouge-l.ts";
import { wordsOf } from "../../../measure/metrics/text/tokens.ts";
import { type CaseMaker, many, size } from "./case.ts";

/** Sentences of four languages whose words have endings; Chinese has none, and no blanks. */
const LANGUAGES = [
  "Tests verify the handover of a moving device and are verifying handovers; testing tested failures, failing to recover connections that were connected, possibly relating to technologies and relational changes of changed requirements",
  "Die Prüfung prüft die Übergabe eines Geräts, prüfte Verbindungen und verbindet geänderte Anforderungen mit Änderungen der Testfälle, die größere Fehler der nächsten Zellen fanden und finden",
  "Проверка проверяет соединение устройства и соединения устройств; тесты являются проверками изменений и изменённых требований, которые требуют измененного поведения сети",
  "测试检查设备的切换和连接恢复，变更的需求要求重新测试网络中所有相关的用例，失败的连接需要被记录",
] as const;

/** An answer that shares some of its reference's words, in its order or another; now and then one is empty or both are equal. */
function pair(random: Random, index: number): { answer: string[]; reference: string[] } {
  const words = wordsOf(LANGUAGES[index % LANGUAGES.length]!);
  const reference = many(size(random, 0, 40), () => pick(random, words));
  if (index % 50 === 0) return { answer: reference, reference };
  const kept = reference.filter(() => random() < 0.6);
  const others = many(size(random, 0, 30), () => pick(random, words));
  const answer =
    random() < 0.5 ? [...kept, ...others] : [...others.slice(0, 3), ...kept.slice(randomInteger(random, 5))];
  return { answer, reference };
}

const textCase =
  (kind: string, score: (answer: readonly string[], reference: readonly string[]) => number): CaseMaker =>
  (random, index) => {
    const { answer, reference } = pair(random, index);
    return { kind, input: { answer, reference }, ours: [score(answer, reference)] };
  };

/** Synonyms among the words' stems, which is what nltk looks up: some words have several, some none. */
const synonymCase: CaseMaker = (random, index) => {
  const { answer, reference } = pair(random, index);
  const stems = [...new Set([...answer, ...reference].map(stemmer))];
  const synonyms = Object.fromEntries(
    stems.filter(() => random() < 0.5).map((stem) => [stem, many(size(random, 1, 4), () => pick(random, stems))]),
  );
  const ours = meteor(answer, reference, { synonymsOf: (word) => synonyms[word] ?? [] });
  return { kind: "meteor", input: { answer, reference, synonyms }, ours: [ours] };
};

export const TEXT_CASES = {
  rouge_l: [1000, textCase("rouge_l", rougeL)],
  meteor_stem: [1000, textCase("meteor_stem", meteorStem)],
  meteor: [1000, synonymCase],
} as const;
