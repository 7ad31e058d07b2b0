import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { colorOrder } from "../../../../harness/record/config/matrix.ts";
import { runPath } from "../../../../harness/record/run-directory/paths.ts";
import { readResults } from "../../../../harness/results/analyses/read-results.ts";
import { FIGURES } from "../../../../harness/show/figures/registry.ts";
import { formatCsv } from "../../../../harness/show/plots/csv.ts";
import { loadFonts, unpackWoff } from "../../../../harness/show/plots/fonts.ts";
import { writeFigures } from "../../../../harness/show/plots/write-figures.ts";
import { nonEmpty } from "../../../non-empty.ts";
import type { FixtureContext } from "../../run/stages/context.ts";
import { plottedContext } from "./plotted.ts";

let context: FixtureContext;
let folder: string;
let unread: string[];
beforeAll(async () => {
  ({ context, unread } = await plottedContext());
  folder = runPath(context.runDirectory, "plots");
});
afterAll(() => context?.[Symbol.asyncDispose]());

describe("plots stage", () => {
  it("reads what it declares", () => {
    expect(unread).toEqual([]);
  });

  it("writes SVG, PNG, PDF and rows of every figure, and lists them", async () => {
    const expected = FIGURES.flatMap(({ name }) =>
      ["csv", "json", "pdf", "png", "svg"].map((extension) => `${name}.${extension}`),
    );
    expect((await readdir(folder)).sort()).toEqual([...expected, "index.json"].sort());
    const index = JSON.parse(await readFile(join(folder, "index.json"), "utf8"));
    expect(index.map((entry: { figure: string }) => entry.figure)).toEqual(FIGURES.map(({ name }) => name));
  });

  it("draws self-contained SVG: fonts inside, no address outside it, the notice in the picture", async () => {
    for (const { name } of FIGURES) {
      const svg = await readFile(join(folder, `${name}.svg`), "utf8");
      expect(svg).toContain("@font-face");
      expect(svg.match(/(?:href|src|url)\s*[=(]\s*["']?https?:/g)).toBeNull();
      expect(svg).toContain("stand-in models");
    }
  });

  it("writes PNG at twice the size of the SVG", async () => {
    const png = await readFile(join(folder, "tool-calls.png"));
    expect(png.toString("latin1", 1, 4)).toBe("PNG");
    const svg = await readFile(join(folder, "tool-calls.svg"), "utf8");
    const width = Number(/<svg[^>]* width="([\d.]+)"/.exec(svg)?.[1]);
    expect(Math.abs(png.readUInt32BE(16) - 2 * width)).toBeLessThan(1);
  });

  it("draws every figure in the configured width, as PDF in points", async () => {
    for (const { name } of FIGURES) {
      const svg = await readFile(join(folder, `${name}.svg`), "utf8");
      const pdf = await readFile(join(folder, `${name}.pdf`), "latin1");
      const width = Number(/<svg[^>]* width="([\d.]+)"/.exec(svg)?.[1]);
      // 228 mm at 96 pixels an inch.
      expect(width).toBeLessThanOrEqual(862);
      expect(Number(/\/MediaBox \[0 0 ([\d.]+) /.exec(pdf)?.[1])).toBeCloseTo(0.75 * width, 1);
    }
  });

  it("says how many marks a figure has, in its list and in its file", async () => {
    const index = JSON.parse(await readFile(join(folder, "index.json"), "utf8"));
    for (const { figure, n_marks, caption } of nonEmpty(
      index as { figure: string; n_marks: number; caption: string }[],
    )) {
      const stored = JSON.parse(await readFile(join(folder, `${figure}.json`), "utf8"));
      expect([stored.marks, stored.caption]).toEqual([n_marks, caption]);
      expect(n_marks).toBeGreaterThan(0);
    }
  });

  it("gives the same bytes for the same run", async () => {
    const names = ["recall-curve", "judge-vs-ir", "time-violin"];
    const again = join(context.runDirectory, "again");
    const results = await readResults(context.runDirectory);
    const figures = FIGURES.filter(({ name }) => names.includes(name));
    const { signal, config } = context;
    await writeFigures({
      results,
      figures,
      config,
      models: colorOrder(config),
      folder: again,
      signal,
      progress: () => undefined,
    });
    for (const name of names)
      for (const extension of ["svg", "png", "pdf", "csv", "json"]) {
        const [first, second] = await Promise.all(
          [folder, again].map((in_) => readFile(join(in_, `${name}.${extension}`))),
        );
        expect(second!.equals(first!), `${name}.${extension}`).toBe(true);
      }
  });

  it("has as many CSV lines as rows, which are those of the JSON file", async () => {
    const rows: Record<string, string>[] = parse(await readFile(join(folder, "recall-curve.csv"), "utf8"), {
      columns: true,
    });
    const stored = JSON.parse(await readFile(join(folder, "recall-curve.json"), "utf8"));
    expect(rows.map((row) => row.configuration)).toEqual(
      stored.rows.map((row: { configuration: string }) => row.configuration),
    );
  });
});

it("CSV quotes what must be quoted, leaves missing numbers empty, and lets no cell become a formula", () => {
  const columns = ["a", "b"].map((key) => ({ key, label: key, format: "text" as const }));
  const rows = [
    { a: 'say "x", y', b: null },
    { a: "=1+1", b: -0.5 },
  ];
  expect(formatCsv({ columns, rows })).toBe('a,b\r\n"say ""x"", y",\r\n\'=1+1,-0.5\r\n');
});

describe("fonts", () => {
  it("unpack to sfnt files whose tables lie where the directory says (OpenType head magic 0x5F0F3CF5)", async () => {
    for (const { sfnt } of nonEmpty(await loadFonts())) {
      const tables = sfnt.readUInt16BE(4);
      const head = Array.from({ length: tables }, (_, index) => 12 + 16 * index).find(
        (at) => sfnt.toString("latin1", at, at + 4) === "head",
      );
      expect(sfnt.readUInt32BE(sfnt.readUInt32BE(head! + 8) + 12)).toBe(0x5f0f3cf5);
    }
  });

  it("measure text by the font: digits of Inter are between half and seven tenths of an em, i narrower than m, lengths add up", async () => {
    const [regular, bold] = await loadFonts();
    expect(regular!.measure("0")).toBeGreaterThan(0.5);
    expect(regular!.measure("0")).toBeLessThan(0.7);
    expect(regular!.measure("i")).toBeLessThan(regular!.measure("m") / 2);
    expect(regular!.measure("ab")).toBeCloseTo(regular!.measure("a") + regular!.measure("b"), 10);
    expect(bold!.measure("scopebench")).toBeGreaterThan(regular!.measure("scopebench"));
  });

  it("are refused when they are not WOFF 1.0", () => {
    expect(() => unpackWoff(Buffer.from("wOF2"))).toThrow(TypeError);
  });
});
