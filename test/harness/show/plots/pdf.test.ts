import { inflateSync } from "node:zlib";
import PDFDocument from "pdfkit";
import type { TopLevelSpec } from "vega-lite";
import { expect, it } from "vitest";
import { LIGHT } from "../../../../harness/show/drawing/theme.ts";
import { draw } from "../../../../harness/show/plots/draw.ts";
import { loadFonts } from "../../../../harness/show/plots/fonts.ts";
import { drawPdf } from "../../../../harness/show/plots/pdf.ts";
import { PdfContext } from "../../../../harness/show/plots/pdf-context.ts";

const SPEC = {
  width: 200,
  height: 100,
  autosize: { type: "fit-x", contains: "padding" },
  title: "Ωmega <b> & 1 ≥ 0",
  data: { values: [{ x: 1 }, { x: 2 }, { x: 3 }] },
  mark: { type: "point", filled: true },
  encoding: { x: { field: "x", type: "quantitative" } },
} as TopLevelSpec;

async function makePdf(): Promise<Buffer> {
  const fonts = await loadFonts();
  const { view, width, height } = await draw({ makeSpec: () => SPEC, width: 200, theme: LIGHT, fonts });
  return drawPdf(view, { width, height, fonts, title: "A title", subject: "A caption" });
}

/** Streams of a PDF, unpacked; font programs among them. */
function streamsOf(pdf: Buffer): string[] {
  const text = pdf.toString("latin1");
  return [...text.matchAll(/stream\n([\s\S]*?)\nendstream/g)].map(([, body]) => {
    try {
      return inflateSync(Buffer.from(body!, "latin1")).toString("latin1");
    } catch {
      return body!; // Not packed.
    }
  });
}

/** What a context writes onto its page: PDF operators. */
async function operators(use: (context: PdfContext) => void): Promise<string> {
  const document = new PDFDocument({ compress: false, font: "" });
  const parts: Buffer[] = [];
  document.on("data", (part: Buffer) => parts.push(part));
  const done = new Promise((resolve) => document.on("end", resolve));
  use(new PdfContext(document, await loadFonts()));
  document.end();
  await done;
  return streamsOf(Buffer.concat(parts))[0]!;
}

it("has the size of the drawing in points, embeds every font that it names, and says what it is", async () => {
  const pdf = await makePdf();
  const text = pdf.toString("latin1");
  expect(text).toMatch(/^%PDF-1\.\d/);
  expect(Number(/\/MediaBox \[0 0 ([\d.]+) /.exec(text)?.[1])).toBeCloseTo(150, 0);
  const fonts = [...text.matchAll(/\/BaseFont \/(\S+)/g)].map(([, name]) => name);
  expect(fonts.length).toBeGreaterThan(0);
  for (const name of fonts) expect(name).toMatch(/^[A-Z]{6}\+Inter-/);
  expect(text).toContain("/FontFile2");
  expect(text).not.toMatch(/Helvetica|\/URI|\/JavaScript|\/Launch/);
  expect(text).toContain("A title");
});

it("gives the same bytes for the same figure", async () => {
  expect((await makePdf()).equals(await makePdf())).toBe(true);
});

it("places what is added to a path where the matrix stood at that time, as a canvas does", async () => {
  const page = await operators((context) => {
    context.beginPath();
    context.translate(100, 50);
    context.rect(1, 2, 3, 4);
    context.translate(-100, -50);
    context.fill();
  });
  expect(page).toMatch(/101 52 m\s+104 52 l\s+104 56 l\s+101 56 l\s+h/);
});

it("turns with the matrix, takes it back with restore, and draws a whole circle", async () => {
  const page = await operators((context) => {
    context.save();
    context.rotate(Math.PI / 2);
    context.beginPath();
    context.moveTo(10, 0);
    context.lineTo(20, 0);
    context.stroke();
    context.restore();
    context.beginPath();
    context.arc(50, 50, 5, 0, 2 * Math.PI);
    context.fill();
  });
  expect(page).toMatch(/0 10 m\s+0 20 l/);
  expect(page).toMatch(/55 50 m/);
  expect(page.match(/ c\s/g)!.length).toBeGreaterThanOrEqual(4);
});

it("paints nothing with a transparent style", async () => {
  const page = await operators((context) => {
    context.fillStyle = "transparent";
    context.strokeStyle = "none";
    context.fillRect(0, 0, 10, 10);
    context.stroke();
    context.fillText("unseen", 0, 0);
  });
  expect(page).not.toMatch(/ re|\bf\b|\bS\b|Tj|TJ/);
});
