import { describe, expect, it } from "vitest";
import { meteor, meteorStem } from "../../../../measure/metrics/text/meteor.ts";
import { rougeL } from "../../../../measure/metrics/text/rouge-l.ts";
import { wordsOf } from "../../../../measure/metrics/text/tokens.ts";
import { processorMs } from "../../../soon.ts";

const of = (text: string) => (text === "" ? [] : text.split(" "));

/** Values by rouge-score 0.1.2 and nltk 3.10.4 (Martin's Porter, no WordNet); thousands more: test/oracles. */
describe.each([
  ["the cat sat", "the cat sat down", 0.8571428571428571, 0.7549857549857549],
  ["down sat the cat", "the cat sat down", 0.5, 0.7890625],
  ["tests tested", "testing test", 0, 0.9375],
  ["one word", "", 0, 0],
  ["", "", 0, 0],
  ["a b", "c d", 0, 0],
])("'%s' for '%s'", (answer, reference, rouge, meteor) => {
  it(`ROUGE-L ${rouge}, METEOR with stems ${meteor}`, () => {
    expect(rougeL(of(answer), of(reference))).toBeCloseTo(rouge, 12);
    expect(meteorStem(of(answer), of(reference))).toBeCloseTo(meteor, 12);
  });
});

/** By the formula; against nltk with synonyms of stems: test/oracles. */
it("METEOR takes a synonym where neither word nor stem is there, the last in the reference first", () => {
  const synonyms: Record<string, string[]> = { begin: ["start", "commenc"], devic: ["mobil"] };
  const score = (answer: string, reference: string) =>
    meteor(of(answer), of(reference), { synonymsOf: (word) => synonyms[word] ?? [] });
  expect(score("begin test", "start test")).toBeCloseTo(0.9375, 12);
  expect(score("begin", "start commenced")).toBeCloseTo(0.2631578947368421, 12);
  expect(score("devices", "mobiles")).toBeCloseTo(0.5, 12);
  expect(score("start", "begin")).toBe(0);
});

it("long texts take time in proportion: no answer holds up a run", () => {
  const reference = of("the tests verify the handover of a moving device ".repeat(20).trim());
  const measure = (answer: string) => {
    const words = wordsOf(answer);
    expect([rougeL(words, reference), meteorStem(words, reference)]).toEqual([expect.any(Number), expect.any(Number)]);
  };
  const answers = ["test ".repeat(40_000), "a\u0301 ".repeat(60_000), "👩‍👩‍👧 ".repeat(16_000), "ب".repeat(100_000)];
  expect(processorMs(() => answers.forEach(measure))).toBeLessThan(5_000);
});

it.each([
  ["The cell's TC-12, ＦＵＬＬ wide", ["the", "cell", "s", "tc", "12", "full", "wide"]],
  ["größere Übergabe", ["größere", "übergabe"]],
  ["проверка соединения", ["проверка", "соединения"]],
  ["重新测试 5G 网络", ["重", "新", "测", "试", "5g", "网", "络"]],
  ["हिन्दी में", ["हिन्दी", "में"]],
  ["... --- ...", []],
])("words of '%s'", (text, words) => {
  expect(wordsOf(text)).toEqual(words);
});
