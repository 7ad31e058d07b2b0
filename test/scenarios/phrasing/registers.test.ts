import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { makeRandom } from "../../../base/random.ts";
import { dealRegisters, REGISTERS, say, type Wording } from "../../../scenarios/phrasing/registers.ts";

const WORDING: Wording = {
  formal: "Please list the existing test cases with {message} and {item}.",
  terse: "tests {message} {item}",
  colloquial: "hello there, which tests cover {message} together with {item}?",
  ticket: "Change: {message}.\nList {item}.",
};

describe("say", () => {
  it("fills slots letter by letter in every register: ids and names are never misspelt or abbreviated", () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...REGISTERS),
        fc.string(),
        fc.string(),
        fc.nat(),
        (register, message, item, seed) => {
          const said = say(WORDING, { register, slots: { message, item }, random: makeRandom(seed) });
          expect(said).toContain(message);
          expect(said).toContain(item);
        },
      ),
    );
  });

  it("abbreviates common words and misspells two, for the registers that do so", () => {
    const speak = (register: (typeof REGISTERS)[number]) =>
      say(WORDING, { register, slots: { message: "M", item: "I" }, random: makeRandom(1) });
    expect(speak("abbreviated")).toBe("pls list the exist. TCs w/ M & I.");
    const words = speak("hasty").split(" ");
    const changed = speak("colloquial")
      .split(" ")
      .filter((word, index) => word !== words[index]);
    expect(changed.length).toBeGreaterThanOrEqual(1);
    expect(changed.length).toBeLessThanOrEqual(2);
  });

  it("refuses a slot that nothing fills", () => {
    expect(() => say(WORDING, { register: "formal", slots: { item: "I" }, random: makeRandom(1) })).toThrow(RangeError);
  });
});

describe("dealRegisters", () => {
  it("uses each register as often as the others, plus or minus one", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(), (count, seed) => {
        const dealt = dealRegisters(count, makeRandom(seed));
        expect(dealt).toHaveLength(count);
        const uses = REGISTERS.map((register) => dealt.filter((one) => one === register).length);
        expect(Math.max(...uses) - Math.min(...uses)).toBeLessThanOrEqual(1);
      }),
    );
  });

  it("asks about the corpus' own kind of thing, and leaves slots alone", () => {
    const wording = { ...WORDING, terse: "tests like {item}; one test case" };
    const slots = { message: "M", item: "a test" };
    expect(say(wording, { register: "terse", slots, random: makeRandom(1), noun: "bug report" })).toBe(
      "bug reports like a test; one bug report",
    );
    const named = { ...wording, terse: "{test}: which tests?" };
    expect(say(named, { register: "terse", slots: { test: "B-1" }, random: makeRandom(1), noun: "bug report" })).toBe(
      "B-1: which bug reports?",
    );
    const ofOthers = { ...WORDING, ticket: "Run {item}.", ofOthers: { ticket: "Review {item}." } };
    const ticket = (noun: string | null) => say(ofOthers, { register: "ticket", slots, random: makeRandom(1), noun });
    expect([ticket(null), ticket("bug report")]).toEqual(["Run a test.", "Review a test."]);
  });
});
