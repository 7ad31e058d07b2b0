import PDFDocument from "pdfkit";
import type { View } from "vega";
import type { Font } from "./fonts.ts";
import { PdfContext } from "./pdf-context.ts";

/** CSS pixels (96 an inch) to points (72 an inch). */
const POINTS_PER_PIXEL = 0.75;

export interface PdfOptions {
  /** Of the drawing, in pixels. */
  width: number;
  height: number;
  fonts: readonly Font[];
  title: string;
  subject: string;
}

/**
 * A laid-out view as a PDF of one page in its own size: vectors, text as text, fonts embedded as subsets. It is the scene of the
 * SVG, drawn with the commands of a canvas. Equal views give equal bytes, so it carries no date of its own.
 */
export async function drawPdf(view: View, options: PdfOptions): Promise<Buffer> {
  const { width, height, fonts, title, subject } = options;
  const document = new PDFDocument({
    size: [width * POINTS_PER_PIXEL, height * POINTS_PER_PIXEL],
    margin: 0,
    // None of the standard fonts: they would be named in the file without being in it.
    font: "",
    info: { Title: title, Subject: subject, Creator: "scopebench", CreationDate: new Date(0) },
  });
  const parts: Buffer[] = [];
  const done = new Promise<void>((resolve, reject) => document.on("end", resolve).on("error", reject));
  document.on("data", (part: Buffer) => parts.push(part));
  document.scale(POINTS_PER_PIXEL);
  await view.toCanvas(1, { externalContext: new PdfContext(document, fonts) });
  document.end();
  await done;
  return Buffer.concat(parts);
}
