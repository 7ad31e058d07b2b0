import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { keysOf } from "../../../base/ids/atoms.ts";
import { knownIds } from "../../../base/ids/known-ids.ts";
import { withoutEscapes } from "../../../base/ids/plain-text.ts";

const KNOWN = knownIds([
  ...[
    "REQ-1",
    "REQ-12",
    "REQ-1-2",
    "spec#section-6.2",
    "spec#section-6.2.4",
    "lib-name",
    "lib-name-core",
    "C++1",
    "(3)",
  ],
  ...[
    "#7",
    "12",
    "login",
    "Login",
    "User can log in",
    "試験1号",
    "Prüfung-α/3",
    "feature/acl/otg_tests/acl_match",
    "{0A-11}",
  ],
]);
const found = (text: string) =>
  KNOWN.find(text).map(({ id, text: written }) => (id === written ? id : `${written} = ${id}`));

describe("ids that are known", () => {
  it.each<[string, string, string[]]>([
    ["the longest", "spec#section-6.2.4 and spec#section-6.2.", ["spec#section-6.2.4", "spec#section-6.2"]],
    ["without a digit", "lib-name-core, lib-name, and lib-name-corex", ["lib-name-core", "lib-name"]],
    ["other case and separators", "req 12, REQ12, Req_12", ["req 12 = REQ-12", "REQ12 = REQ-12", "Req_12 = REQ-12"]],
    ["not within an unknown one", "REQ-1-3, REQ-123, xREQ-1, REQ-12a", []],
    ["joined", "REQ-1/REQ-2/REQ-12 and REQ-1–REQ-12", ["REQ-1", "REQ-12", "REQ-1", "REQ-12"]],
    ["in an address", "https://tracker.example/browse/REQ-12", ["REQ-12"]],
    ["with punctuation of their own", "C++1! (3) #7", ["C++1", "(3)", "#7"]],
    ["a number only where it is marked", "12 tests for test 12, tests 3, 5 and 12", ["12", "12"]],
    [
      "a number that something is related to",
      "Tests of 12? It covers 12, and is linked to 5 and 12.",
      ["12", "12", "12"],
    ],
    ["no number that counts", "tests of 12 devices, linked to 12 others; the test. 12 of them", []],
    ["both ends of a range", "requirements 12-12", ["12", "12"]],
    ["a word only where it is marked", "login as Login; message Login or `login`", ["Login", "login"]],
    ["a sentence", "when User can log in works", ["User can log in"]],
    ["in a script without blanks", "これは試験1号です", ["試験1号"]],
    ["folded", "prüfung-α/3 and 0A-11", ["prüfung-α/3 = Prüfung-α/3", "0A-11 = {0A-11}"]],
    [
      "a path",
      "see feature/acl/otg_tests/acl_match, not feature/acl/otg_tests/acl_match_2",
      ["feature/acl/otg_tests/acl_match"],
    ],
    ["before an apostrophe or a bracket", "REQ-12's (REQ-12)", ["REQ-12", "REQ-12"]],
    [
      "emphasised, plural, escaped",
      "_REQ-1_, two REQ-12s, **REQ\\-1\\-2**",
      ["REQ-1", "REQ-12", "REQ\\-1\\-2 = REQ-1-2"],
    ],
    [
      "over a line's end",
      "User can\n  log in; REQ-\n12",
      ["User can\n  log in = User can log in", "REQ-\n12 = REQ-12"],
    ],
    ["full width", "ＲＥＱ－１２", ["ＲＥＱ－１２ = REQ-12"]],
    ["in an address, encoded", "https://x.org/User%20can%20log%20in?q", ["User%20can%20log%20in = User can log in"]],
    [
      "below an address' path",
      "https://x.org/tree/main/feature/acl/otg_tests/acl_match/README.md#a",
      ["feature/acl/otg_tests/acl_match"],
    ],
    ["by its short form", "acl_match fails", ["acl_match = feature/acl/otg_tests/acl_match"]],
    ["marked in German and French", "Anforderung 12, « login » und `Login`", ["12", "Login"]],
  ])("%s", (_, text, expected) => expect(found(text)).toEqual(expected));

  it.each<[string, string[], string, string[]]>([
    ["wide signs", ["#7", "kYbb"], "＃７、ｋＹｂｂ（ｋＹｂｂ）", ["#7", "kYbb", "kYbb"]],
    ["wide ones that are another's", ["A-1", "Ａ－１"], "A-1 or Ａ－１", ["A-1", "Ａ－１"]],
    ["what is joined by several signs", ["a.py", "a.py::x-1", "b.py::y-1"], "a.py::z-1, a.py::x-1", ["a.py::x-1"]],
    ["what goes on behind a sign or a script without blanks", ["[UC7]", "試験7号"], "[UC7]-8, 試験7号-8", []],
    ["what has a note behind it", ["REQ-1", "REQ-12"], "REQ-1², REQ-1①", ["REQ-1", "REQ-1"]],
    ["blanks within a long one", ["0c15-ba5f-87ff"], "0c15-ba5f 87ff", ["0c15-ba5f-87ff"]],
    ["signs over a line's end", ["lib::name::x-1"], "lib::\n  name::x-1", ["lib::name::x-1"]],
    ["repeated separators", ["SYS-7"], "SYS--7, SYS−7", ["SYS-7", "SYS-7"]],
    ["decimals only where marked", ["4.2"], "4.2 s by section 4.2", ["4.2"]],
    ["lists of JSON", ["3", "5"], '{"ids": [3, 5], "total": 3}', ["3", "5"]],
    [
      "columns of tables",
      ["3", "5"],
      "| n | Test ID |\n|---|:-:|\n| 5 | **3** |\n| 3 | 3, 5 |\n\n| 5 |",
      ["3", "3", "5"],
    ],
  ])("reads %s", (_, ids, text, expected) =>
    expect(
      knownIds(ids)
        .find(text)
        .map(({ id }) => id),
    ).toEqual(expected),
  );

  it("takes a corpus' own words for kinds of records for marks", () => {
    const text = "fault reports 3, 5; Use-Case 3, fault 3, usecase 5";
    expect(
      knownIds(["3", "5"], ["fault_report", "UseCase", "?"])
        .find(text)
        .map(({ id }) => id),
    ).toEqual(["3", "5", "3", "5"]);
  });

  it("finds only ids that are known, each where it says and with the same words, in any text made of their parts", () => {
    const part = fc.oneof(
      fc.constantFrom("REQ", "a", "12", "-", "/", "::", " ", "|", "\n", "²", "１", "試", "&lt;", "%20", "_"),
      fc.string({ unit: "grapheme", maxLength: 3 }),
    );
    const joined = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
    fc.assert(
      fc.property(fc.uniqueArray(joined, { maxLength: 20 }), fc.array(joined, { maxLength: 8 }), (ids, others) => {
        const text = [...others, ...ids].join(" test ");
        for (const { id, text: written, at } of knownIds(ids).find(text)) {
          expect(ids).toContain(id);
          expect(text.slice(at, at + written.length)).toBe(written);
          expect(plainly(id).endsWith(plainly(written))).toBe(true);
        }
      }),
    );
  });

  it("takes a word that is looked for without a mark, but not within a longer id", () => {
    const ids = knownIds(["login", "User can log in", "User can log in twice"]);
    const lookedFor = new Set(["login", "User can log in"]);
    const read = (text: string) => ids.find(text, lookedFor).map(({ id }) => id);
    expect(read("login")).toEqual(["login"]);
    expect(read("User can log in twice")).toEqual(["User can log in twice"]);
  });

  it("takes a word or file name around an id for a longer id only where the corpus joins its ids so", () => {
    const text = "REQ-12-Prüfung, docs/REQ-12.md, REQ-12/REQ-99, REQ-12-3";
    const count = (...more: string[]) => knownIds(["REQ-12", ...more]).find(text).length;
    expect([count(), count("REQ-12-b"), count("docs/a")]).toEqual([3, 2, 2]);
  });

  it.each(["REQ-", "REQ-12/", "12 ", "a-", "https://x/", "_", "%41", "\\_", "REQ-12, REQ-1 and ", "|\n|-\n|12"])(
    "reads %s in time that is linear in the text",
    (unit) => {
      const ids = knownIds(["REQ-1", "REQ-12", "12", "a-".repeat(50), "x"]);
      const [a, b, c] = [500, 750, 1000].map((length) =>
        stepsOf(() => ids.find(unit.repeat(length / unit.length))),
      ) as [number, number, number];
      expect(c - b).toBeLessThanOrEqual(1.2 * (b - a));
    },
  );
});

function plainly(written: string): string {
  return keysOf(withoutEscapes(written)).join(" ");
}

/** Look-ups, and characters that regular expressions read. */
function stepsOf(act: () => void): number {
  let steps = 0;
  const { exec } = RegExp.prototype;
  const looked = vi.spyOn(Map.prototype, "get");
  vi.spyOn(RegExp.prototype, "exec").mockImplementation(function (this: RegExp, text) {
    const before = this.lastIndex;
    const match = exec.call(this, text);
    steps += (match && this.global ? this.lastIndex : text.length) - before;
    return match;
  });
  act();
  steps += looked.mock.calls.length;
  vi.restoreAllMocks();
  return steps;
}

it("reads the whole of an id that is written otherwise only behind the sign that goes on with it, also over a line's end", () => {
  const ids = ["rfc1423", "rfc1423#section-1.1", "slices", "slices.TestEqualFunc", "math/bits", "part.of"];
  const read = (text: string) =>
    knownIds(ids)
      .find(text)
      .map(({ id }) => id);
  expect(read("does rfc1423#section1.1 hold, or rfc1423#section 1.1?")).toEqual(Array(2).fill("rfc1423#section-1.1"));
  expect(read("rfc1423 and rfc1423#section-1.1")).toEqual(["rfc1423", "rfc1423#section-1.1"]);
  expect(read("- slices.\n  TestEqualFunc\n- math/\n  bits")).toEqual(["slices.TestEqualFunc", "math/bits"]);
  expect(read("It is a part.\nof course")).toEqual([]);
});
