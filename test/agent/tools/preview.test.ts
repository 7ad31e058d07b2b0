import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { renderPreview } from "../../../agent/tools/preview.ts";

const render = (rows: Record<string, unknown>[], previewRows = 20, previewChars = 4000, cut = false) => {
  const preview = renderPreview({
    path: "/results/000-x.json",
    rows,
    total: rows.length,
    cut,
    facts: { note: "n" },
    limits: { previewRows, previewChars },
  });
  return {
    ...preview,
    seen: JSON.parse(preview.text) as { rows: Record<string, unknown>[]; shown: number; truncated: boolean },
  };
};

describe("renderPreview", () => {
  it("shows everything, uncut, where it fits", () => {
    const { seen, truncated } = render([{ id: "a", list: [1, { deep: "x" }] }]);
    expect(seen).toEqual({
      result: "/results/000-x.json",
      total: 1,
      shown: 1,
      truncated: false,
      note: "n",
      rows: [{ id: "a", list: [1, { deep: "x" }] }],
    });
    expect(truncated).toBe(false);
  });

  it("shows at most previewRows rows, and says so from one row more on", () => {
    const rows = Array.from({ length: 3 }, (_, id) => ({ id }));
    expect(render(rows, 3).seen).toMatchObject({ shown: 3, truncated: false });
    expect(render(rows, 2).seen).toMatchObject({ shown: 2, truncated: true, rows: [{ id: 0 }, { id: 1 }] });
  });

  it("says so when a limit has cut the result itself, although all rows are shown", () => {
    expect(render([{ id: 1 }], 20, 4000, true).truncated).toBe(true);
  });

  it("cuts long texts before it drops rows, also deep inside", () => {
    const { seen } = render(
      [
        { id: 1, text: "x".repeat(900) },
        { id: 2, deep: [{ text: "y".repeat(900) }] },
      ],
      20,
      800,
    );
    expect(seen).toMatchObject({ shown: 2, truncated: true });
    expect(JSON.stringify(seen.rows)).toContain("...");
  });

  it("cuts no id: of a long one a part would be another", () => {
    const [path, words] = ["a/very_long/".repeat(12), "Sensor of the left door ".repeat(8).trim()];
    const rows = Array.from({ length: 9 }, (_, at) => ({ id: `${path}${at}`, linked_id: words, snippet: words }));
    const { seen } = render(rows, 20, 900);
    expect(seen.rows[0]).toEqual({ id: `${path}0`, linked_id: words, snippet: `${words.slice(0, 120)}...` });
  });

  it("shows one row at least, whatever its size", () => {
    expect(
      render([Object.fromEntries(Array.from({ length: 100 }, (_, i) => [`column_${i}`, i]))], 20, 50).seen.shown,
    ).toBe(1);
  });

  it("keeps within previewChars whenever a row fits, and always shows a prefix of the rows", () => {
    const row = fc.dictionary(
      fc.string({ maxLength: 5 }),
      fc.oneof(fc.string({ maxLength: 300 }), fc.integer(), fc.constant(null)),
      { maxKeys: 4 },
    );
    fc.assert(
      fc.property(
        fc.array(row, { maxLength: 30 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 700, max: 3000 }),
        (rows, previewRows, chars) => {
          const { seen, truncated } = render(rows, previewRows, chars);
          expect(seen.rows.length).toBe(seen.shown);
          expect(seen.shown).toBeLessThanOrEqual(previewRows);
          if (seen.shown > 1) expect(JSON.stringify(seen.rows).length).toBeLessThanOrEqual(chars);
          if (!truncated) expect(JSON.stringify(seen.rows)).toBe(JSON.stringify(rows));
          for (const [index, shown] of seen.rows.entries())
            expect(Object.keys(shown)).toEqual(Object.keys(JSON.parse(JSON.stringify(rows[index]))));
        },
      ),
    );
  });
});
