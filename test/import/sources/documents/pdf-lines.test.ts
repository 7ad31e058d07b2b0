import { expect, it } from "vitest";
import { linesOfPage, type PlacedText } from "../../../../import/sources/documents/pdf-lines.ts";

/** Texts of one line as pdf.js gives them: from left to right, each in the order in which its letters are read. */
const read = (...texts: [str: string, x: number, width: number][]) =>
  linesOfPage(
    texts.map(
      ([str, x, width]): PlacedText => ({
        ...{ str, width, height: 10, fontName: "f", hasEOL: false },
        transform: [10, 0, 0, 10, x, 700],
      }),
    ),
    { transform: [1, 0, 0, -1, 0, 842], height: 842, page: 1, isVertical: () => false },
  ).map(({ cells }) => cells.map(({ text }) => text));

it("reads Hebrew and Arabic from the right, Latin words and numbers in it from the left", () => {
  expect(read(["אלפיות שנייה", 298, 67], ["50", 369, 15], [": תאשר תוך", 388, 158], ["REQ-21", 546, 45])).toEqual([
    ["REQ-21: תאשר תוך 50 אלפיות שנייה"],
  ]);
  expect(
    read(
      [".تأكيد", 10, 60],
      ["(Radio", 75, 30],
      ["Link)", 108, 30],
      ["يجب أن تؤكد الوحدة كل طلب", 141, 20],
      [":REQ-23", 165, 40],
    ),
  ).toEqual([["REQ-23: يجب أن تؤكد الوحدة كل طلب (Radio Link) .تأكيد"]]);
});

it("gives the letters of Arabic, not the shapes that a font drew, and cells from the right", () => {
  expect(
    read(["ﺔ", 6, 11], ["ﻴ", 17, 7], ["ﺑ", 24, 7], ["ﺮ", 31, 11], ["ﻌ", 42, 10], ["ﻟ", 52, 7], ["ا", 59, 6]),
  ).toEqual([["العربية"]]);
  expect(read(["REQ-21", 100, 40], ["העברה בזמן", 250, 60], ["TC-1", 400, 25])).toEqual([
    ["TC-1", "העברה בזמן", "REQ-21"],
  ]);
});

it("reads Latin from the left, a word of another script in it as it stands", () => {
  expect(read(["The word", 10, 40], ["שלום", 55, 20], ["is a greeting", 80, 60], ["12", 300, 10])).toEqual([
    ["The word שלום is a greeting", "12"],
  ]);
});
