import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { clip, clock, fold, hang, plainLine, printable, ratio, table } from "../../../harness/print/text.ts";

describe("printable", () => {
  it("shows escapes, control characters and bidirectional overrides instead of obeying them", () => {
    expect(printable("a\u001b[31mb\u202Ec\u0007")).toBe("a\\u{1b}[31mb\\u{202e}c\\u{7}");
  });

  it("leaves no control or format character but newline and tab", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => !/[^\P{C}\n\t\p{Cs}\p{Co}\p{Cn}]/u.test(printable(text))),
    );
  });
});

describe("clip", () => {
  it("never exceeds the width, wide characters included", () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.integer({ min: 1, max: 20 }),
        (text, width) => stringWidth(clip(text, width)) <= Math.max(width, 1),
      ),
    );
  });
});

describe("table", () => {
  it("stays within the width by cutting the first column", () => {
    const text = table([{ title: "name" }, { title: "n", align: "right" }], [["x".repeat(100), "12"]], 40);
    expect(text.split("\n").map((line) => stringWidth(line))).toEqual([40, 40]);
  });
});

describe("numbers", () => {
  it("are shown as in the field: no leading zero, a dash for what is unknown", () => {
    expect([ratio(0.42), ratio(1), ratio(null), clock(75), clock(3700)]).toEqual([
      ".42",
      "1.00",
      "-",
      "1:15",
      "1:01:40",
    ]);
  });
});

describe("a label with a text beside it", () => {
  it("breaks at words within the width, under the text's own beginning; colours of the label do not count", () => {
    expect(hang("\u001b[1mjudge\u001b[22m", "pass: all criteria are met", 18).split("\n")).toEqual([
      "\u001b[1mjudge\u001b[22m  pass: all",
      "       criteria",
      "       are met",
    ]);
    expect(hang("a", "b c", Number.POSITIVE_INFINITY)).toBe("a  b c");
  });
});

it("a text on one line holds no line end, no hidden character and no lone surrogate", () => {
  expect(plainLine("a\r\nb\u2028c \u202e \ud800")).toBe("a b c \\u{202e} \ufffd");
});

describe("a message folded to a terminal", () => {
  it("leaves lines that fit as they are, double spaces too", () => {
    expect(fold("a  b\n  -> c", 10)).toBe("a  b\n  -> c");
  });

  it("breaks others at words, two columns further in, and never within a command", () => {
    const text = "too little for the gate\n  -> scopebench show RUN lists them: all of them";
    const lines = fold(text, 30).split("\n");
    expect(lines).toEqual(["too little for the gate", "  -> scopebench show RUN lists them:", "    all of them"]);
  });
});

it("a table wider than the terminal cuts its one column, then the widest other of words, never a number", () => {
  const columns = [
    { title: "run" },
    { title: "n", align: "right" as const },
    { title: "of", cut: "end" as const, least: 6 },
  ];
  const lines = table(columns, [["2026-11-26T09-12-23Z", "12,345", "explorer and planner"]], 30).split("\n");
  expect(lines).toEqual(["run                  n  of", "2026-11-26T09…  12,345  explo…"]);
});
