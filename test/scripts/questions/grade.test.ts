import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { gradeAnswer } from "../../../scripts/questions/grade.ts";
import { readQuestions, type TruthPart } from "../../../scripts/questions/question.ts";
import { tableOf } from "../../../scripts/questions/table.ts";
import { mentions } from "../../../scripts/questions/telling.ts";

const INPUT = join(import.meta.dirname, "../../input/questions");

describe("gradeAnswer", () => {
  const list = (...ids: string[]) =>
    `${ids.length} found.\n\n## Recommended\n${ids.map((id, index) => `${index + 1}. \`${id}\` - linked to R-1 [S1]`).join("\n")}`;
  const gradeOf = (answer: string, ...parts: Partial<TruthPart>[]) =>
    gradeAnswer(
      {
        ...{ id: "a-01", corpus: "a", kind: "by-id", question: "Which tests?", dangerous: "" },
        parts: parts.map((part) => ({ asks: "", derivation: "", ...part })),
      },
      answer,
    ).grade;

  it("takes an answer for right that lists all that must be there and nothing that may not", () => {
    expect(gradeOf(list("TC-1", "TC-2", "TC-3"), { must: ["TC-1", "TC-2"], may: ["TC-3"] })).toBe("right");
    expect(gradeOf(list("TC-1", "TC-2"), { must: ["TC-1"] })).toBe("partly");
    expect(gradeOf(list("TC-1", "TC-2", "TC-3"), { must: ["TC-1"] })).toBe("wrong");
    expect(gradeOf(list("TC-8", "TC-9"), { must: ["TC-1"] })).toBe("wrong");
  });

  it("tells a refusal from a claim that nothing is recorded", () => {
    const refused = "No supported recommendation: not understood: the second half.";
    expect(gradeOf(refused, { must: ["TC-1"] })).toBe("refused");
    expect(gradeOf("No supported recommendation: no test case is recorded for R-1.", { must: ["TC-1"] })).toBe(
      "dangerous",
    );
  });

  it("takes it for a claim of absence, too, that none of an item's tests fits", () => {
    const answer = "No supported recommendation: of the test cases of R-1, none fulfils all that was asked.";
    expect(gradeOf(answer, { must: ["TC-1"] })).toBe("dangerous");
    expect(gradeOf(answer, { none: true })).toBe("right");
  });

  it("takes tests where none fits for dangerous, and a plain none for right", () => {
    expect(gradeOf(list("TC-1"), { none: true })).toBe("dangerous");
    expect(gradeOf(list("TC-1").replace("linked to R-1", "similar"), { none: true })).toBe("wrong");
    expect(gradeOf("None of the tests of R-1 is a capacity test.", { none: true })).toBe("right");
  });

  it("grades gaps by what is named, and takes a false `None.` for dangerous", () => {
    const gaps = ["R-1", "R-2"];
    expect(gradeOf("2 of 9.\n\n## Not covered\n- `R-1` - no test\n- `R-2` - no test", { gaps })).toBe("right");
    expect(gradeOf(`${list("TC-1")}\n\n## Not covered\nNone.`, { gaps })).toBe("dangerous");
  });

  it("finds a number in the prose alone: not in ids, lists or versions", () => {
    expect(gradeOf("21 tests are filed there.", { number: 21 })).toBe("right");
    expect(gradeOf(list("TC-21"), { number: 21 })).toBe("wrong");
    expect(gradeOf("21 tests are filed there.", { number: 0 })).toBe("wrong");
  });

  it("grades parts apart: what cannot be answered has to be refused, what can be has to be answered", () => {
    const answer = `Who wrote them is not recorded.\n\n${list("TC-1")}`;
    expect(gradeOf(answer, { must: ["TC-1"] }, { refusal: "no author is recorded" })).toBe("right");
    expect(gradeOf(list("TC-1"), { must: ["TC-1"] }, { refusal: "no author is recorded" })).toBe("partly");
    expect(gradeOf(answer, { must: ["TC-1"] }, { must: ["TC-2"] })).toBe("partly");
    expect(gradeOf("Who wrote them is not recorded.", { refusal: "no author is recorded" })).toBe("refused");
  });

  it("takes no other statement for a refusal: that an item has no test says nothing of its priority", () => {
    const answer = "No supported recommendation: no test case is recorded for R-1.";
    expect(gradeOf(answer, { refusal: "no priority is recorded" })).toBe("wrong");
  });
});

describe("mentions", () => {
  it("reads an id whole: not as a part of a longer one", () => {
    expect(mentions("R-12, R-1.", "R-1")).toBe(true);
    expect(mentions("R-12", "R-1")).toBe(false);
    expect(mentions("dsn~a~1 (2)", "dsn~a~1")).toBe(false);
    expect(mentions("in est.c.", "est.c")).toBe(true);
  });
});

describe("tableOf", () => {
  it("counts grades by model and corpus, with a sum a model", () => {
    const row = { id: "a-01", model: "m", corpus: "a", kind: "by-id" };
    const table = tableOf([
      { ...row, grade: "right" },
      { ...row, corpus: "b", grade: "wrong" },
    ]);
    expect(table.split("\n").slice(2)).toEqual([
      "| m | a | 1 | 1 | 0 | 0 | 0 | 0 |",
      "| m | b | 1 | 0 | 0 | 0 | 1 | 0 |",
      "| m | all | 2 | 1 | 0 | 0 | 1 | 0 |",
    ]);
  });
});

describe("the questions", () => {
  const hundreds = ["seen", "unseen", "fresh", "fourth"].map((name) => readQuestions(join(INPUT, `${name}.jsonl`)));

  it.each(hundreds.map((questions) => [questions]))(
    "are a hundred each, each with a truth that was derived",
    (questions) => {
      expect(new Set(questions.map(({ question }) => question)).size).toBe(100);
      const asked = questions.flatMap(({ parts }) => parts);
      expect(asked.filter(({ may, refusal, derivation }) => !may && !refusal && derivation === "")).toEqual([]);
    },
  );

  it("are asked once, whatever the hundred", () => {
    expect(new Set(hundreds.flat().map(({ question }) => question)).size).toBe(400);
  });

  it.each(["unseen", "fresh", "fourth"])("of the %s hundred are those whose checksum stood here before", (name) => {
    const [checksum, file] = readFileSync(join(INPUT, `${name}.sha256`), "utf8")
      .trim()
      .split(/\s+/);
    expect(file).toBe(`${name}.jsonl`);
    expect(
      createHash("sha256")
        .update(readFileSync(join(INPUT, `${name}.jsonl`)))
        .digest("hex"),
    ).toBe(checksum);
  });
});
