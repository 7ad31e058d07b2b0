import { describe, expect, it } from "vitest";
import { sharedRegex } from "../../../agent/guards/cypher/regex.ts";
import { makeRandom, pick, randomInteger } from "../../../base/random.ts";
import { nonEmpty } from "../../non-empty.ts";

describe("patterns whose time grows with the length of the text only", () => {
  it.each([
    [".*setup.*", ".*?setup.*"],
    ["(?i).*(handover|setup).*(fail|ok).*", "(?>.*?(?:handover|setup)).*?(?:fail|ok).*"],
    [".*a.*b.*c", "(?>.*?a)(?>.*?b).*c"],
    ["REQ-\\d+", "REQ-[0-9]{1,}+"],
    [".*a+b.*", ".*?ab.*"],
    [".*REQ-\\d+.*", ".*?REQ-[0-9].*"],
    [".*REQ-\\d+: .*", ".*?REQ-[0-9]{1,}+: .*"],
    ["[A-Z]\\w+ \\w+-\\d", "[A-Z][A-Za-z0-9_]{1,}+ [A-Za-z0-9_]{1,}+-[0-9]"],
    ["^(?!.*draft).*(1|2)$", "(?!.*?draft.*).*(?:1|2)$"],
    ["(.*foo|bar.*)", "(?:.*foo|bar.*)"],
  ])("%s passes, and is written so that nothing is tried twice", (source, linear) => {
    expect(sharedRegex(source)).toMatchObject({ linear });
  });

  it.each([
    "(a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?a?){2}c",
    "a*a*a*a*a*a*c",
    "(a+)+b",
    "(a|aa)*b",
    "(a*)*b",
    "(?i)k*K+b",
    ".*a[ab]+c.*",
    "\\w*\\b.*",
    ".*\\w+x\\w*y.*",
    "(.*a){9}b",
    "(x.*y|z)w",
    "((a{99}){99}){99}",
    ".*(ab|b).*(abc|b).*c.*",
    "(?=(a|aa){20}b).*",
    "(?:a{0,9}){9}b",
  ])("%s is refused", (source) => {
    expect(sharedRegex(source)).toEqual(expect.any(String));
  });
});

const ATOMS = [
  "a",
  "b",
  "c",
  ".",
  "[ab]",
  "[^a]",
  "\\w",
  "\\d",
  "1",
  " ",
  "\\b",
  "(a|b)",
  "(ab|c)",
  "(a|ab)",
  "(?:b1)",
];
const QUANTIFIERS = ["", "", "", "*", "+", "?", "{1,2}", "{2}", "*?"];

it("the same texts match either way of writing a pattern", () => {
  const random = makeRandom("linear-regex", 1);
  const patterns = Array.from({ length: 1500 }, () =>
    Array.from({ length: 1 + randomInteger(random, 6) }, () =>
      random() < 0.35 ? ".*" : pick(random, ATOMS) + pick(random, QUANTIFIERS),
    ).join(random() < 0.05 ? "|" : ""),
  );
  const passing = patterns.map((source) => sharedRegex(source)).filter((regex) => typeof regex !== "string");
  const texts = Array.from({ length: 40 }, () =>
    Array.from({ length: randomInteger(random, 9) }, () => pick(random, ["a", "a", "b", "c", "1", " "])).join(""),
  );
  for (const { pattern, linear } of nonEmpty(passing)) {
    const [plain, other] = [new RegExp(`^(?:${pattern})$`, "s"), new RegExp(`^(?:${withoutAtoms(linear)})$`, "s")];
    const different = texts.filter((text) => other.test(text) !== plain.test(text));
    expect([pattern, linear, different]).toEqual([pattern, linear, []]);
  }
});

/** Java's groups and repetitions that give nothing back, in the terms of JavaScript. */
function withoutAtoms(pattern: string): string {
  let count = 0;
  const kept = (body: string): string => `(?=(?<g${++count}>${body}))\\k<g${count}>`;
  let text = pattern.replace(/(\\.|\[[^\]]*\]|[^\\[\]])(\{\d+,\})\+/g, (_all, one: string, bounds: string) =>
    kept(one + bounds),
  );
  for (let at = text.lastIndexOf("(?>"); at >= 0; at = text.lastIndexOf("(?>")) {
    let [end, depth] = [at, 0];
    do {
      if (text[end] === "(") depth++;
      if (text[end] === ")") depth--;
      end++;
    } while (depth > 0);
    text = text.slice(0, at) + kept(text.slice(at + 3, end - 1)) + text.slice(end);
  }
  return text;
}
