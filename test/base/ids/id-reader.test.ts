import { expect, it } from "vitest";
import { idReader } from "../../../base/ids/id-reader.ts";
import { guessIdPatterns } from "../../../import/folder/guess-id-patterns.ts";
import { nonEmpty } from "../../non-empty.ts";

const numbered = (make: (index: number) => string) => Array.from({ length: 40 }, (_, index) => make(index));

it.each<[string, string[], string]>([
  ["numbers behind letters", numbered((index) => `RQ${index + 10}`), "RQ97"],
  ["sections", numbered((index) => `spec#section-${index}.2`), "spec#section-98.2"],
  ["hashes", numbered((index) => `CR-${(index * 7919 + 4096).toString(16)}`), "CR-beef"],
  ["paths", numbered((index) => `feature/acl/otg_tests/case_${index}`), "feature/acl/otg_tests/case_77"],
  ["scripts without blanks", numbered((index) => `試験${index}号`), "試験99号"],
])("sees an id that does not exist by the shape of those that do: %s", (_, ids, fabricated) => {
  const reader = idReader(ids, { idPatterns: guessIdPatterns(ids).map((pattern) => ({ pattern })) });
  expect([...reader.idsIn(`Both ${ids[3]} and ${fabricated} matter.`)]).toEqual([ids[3], fabricated]);
});

it("believes what is known over what a pattern makes of it", () => {
  const reader = idReader(["PRT-Uu-RRC", "TC-1"], {
    idPatterns: [{ pattern: "[A-Z]+-[A-Z]\\w*" }, { pattern: "TC-\\d+" }],
  });
  expect([...reader.idsIn("PRT-Uu-RRC, TC 1 and TC-12")]).toEqual(["PRT-Uu-RRC", "TC-1", "TC-12"]);
});

it("finds what it is asked for: a word that is an id without a sign of it, an id that nobody knows, none in a longer one", () => {
  const reader = idReader(["login", "User can log in", "User can log in twice"]);
  const holds = (text: string) => ["login", "User can log in", "X-1"].filter((id) => reader.holds(text, id));
  expect(holds("login, X-1")).toEqual(["login", "X-1"]);
  expect(holds("User can log in twice, X-1-2")).toEqual([]);
  expect([...reader.idsIn("login")]).toEqual([]);
});

it("reads results as they are stored, with the escapes of JSON", () => {
  const reader = idReader(['it\'s "auth" 0', "REQ-1"]);
  const result = JSON.stringify({ rows: [{ id: 'it\'s "auth" 0', text: "a\nREQ-1" }] });
  expect([...reader.idsIn(result)]).toEqual(['it\'s "auth" 0', "REQ-1"]);
});

it("reads an id that nobody knows whatever stands for its characters, as it reads one that is known", () => {
  const reader = idReader(["TC-1"], { idPatterns: [{ pattern: "TC-\\d+" }] });
  const bold = (id: string) => id.replace(/\d/g, (digit) => String.fromCodePoint(0x1d7ce + Number(digit)));
  const ways = [
    (id: string) => [...id].join("\u2063"),
    (id: string) => [...id].join("\u200d"),
    (id: string) => id.replace("-", "\\-"),
    (id: string) => id.replace("TC", "\uff34\uff23"),
    (id: string) => `a\\n${id}`,
    bold,
  ];
  for (const written of nonEmpty(ways)) {
    const text = `${written("TC-1")}, ${written("TC-99")} and TC-98`;
    expect([...reader.idsIn(text)]).toEqual(["TC-1", "TC-99", "TC-98"]);
    for (const { text: own, at } of nonEmpty(reader.find(text))) expect(text.slice(at, at + own.length)).toBe(own);
  }
});
