import { describe, expect, it } from "vitest";
import { idReader } from "../../../../base/ids/id-reader.ts";
import { answerText, findAnsweredIds } from "../../../../harness/judge/judges/mentions.ts";

const tests = Array.from({ length: 100 }, (_, at) => `TC-${String(at).padStart(5, "0")}`);
const requirements = Array.from({ length: 100 }, (_, at) => `REQ-${String(at).padStart(5, "0")}`);
const ids = idReader([...tests, ...requirements]);
const found = (text: string, expected: readonly string[]) => findAnsweredIds(text, expected, ids).found.length;

describe("ids that count as answered", () => {
  it("are those that the answer names, up to thirty whatever is expected", () => {
    expect(found(tests.slice(0, 30).join(), tests.slice(0, 2))).toBe(2);
    expect(found(tests.slice(0, 31).join(), tests.slice(0, 2))).toBe(0);
  });

  it("are none of an answer that names more than three times those expected", () => {
    expect(found(tests.slice(0, 60).join(), tests.slice(0, 20))).toBe(20);
    expect(found(tests.slice(0, 61).join(), tests.slice(0, 20))).toBe(0);
  });

  it("are not fewer where reasons name other records", () => {
    expect(found(`${tests.slice(0, 2).join()} since ${requirements.join()}`, tests.slice(0, 2))).toBe(2);
  });
});

describe("ids that are paths", () => {
  it("are as many as they are, whatever folders they lie in", () => {
    const paths = Array.from({ length: 40 }, (_, at) => `test/${"abcdefgh"[at % 8]}/case-${at}.js`);
    const reader = idReader(paths);
    expect(findAnsweredIds(paths.join("\n"), paths.slice(0, 1), reader).found).toEqual([]);
    expect(findAnsweredIds(paths.slice(0, 30).join("\n"), paths.slice(0, 1), reader).found).toHaveLength(1);
  });
});

describe("the text of an answer", () => {
  it("is what a reader sees: comments of Markdown are not, closed or not, and hide no document's path either", () => {
    const documents = [{ path: "/out.md", content: "TC-00007" }];
    const text = (final_text: string) => answerText({ final_text, documents });
    expect(text("a <!-- TC-00001 --> b")).not.toContain("TC-00001");
    expect(text("a <!-- /out.md TC-00001")).not.toMatch(/TC-/);
    expect(text("see /out.md")).toContain("TC-00007");
  });
});
