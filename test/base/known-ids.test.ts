import { describe, expect, it } from "vitest";
import { knownIds } from "../../base/known-ids.ts";

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
  ])("%s", (_, text, expected) => expect(found(text)).toEqual(expected));

  it("names all that a text may mean", () => {
    expect(
      knownIds(["AbC1", "aBc1"])
        .find("abc1")
        .map(({ id }) => id),
    ).toEqual(["AbC1", "aBc1"]);
  });

  it("finds every id between blanks, whatever it is made of, unless it might be an ordinary word", () => {
    const odd = [
      "a|b1",
      "tick`2`",
      "<tag3>",
      "_under4_",
      "$m5",
      "{{j6}}",
      'it\'s "q" 7',
      "F8#",
      "~t9~",
      "go10!",
      "10%11",
      "π-12",
    ];
    const ids = knownIds(odd);
    for (const id of odd) expect(ids.find(`see ${id} there`)).toEqual([{ id, text: id, at: 4 }]);
  });
});
