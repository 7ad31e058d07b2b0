import { createRequire } from "node:module";
import { dirname, join, sep } from "node:path";
import { countOf } from "../../../base/counts.ts";
import { requirePart } from "../../../base/parts.ts";
import { UserError } from "../../../base/user-error.ts";
import { showable } from "../../folder/quote.ts";
import type { SourceFile } from "../files.ts";
import type { DocumentBlocks } from "./blocks.ts";
import { gridsOf, type Operators } from "./pdf-grids.ts";
import { blocksOfPages, plainTitle } from "./pdf-layout.ts";
import type { Line } from "./pdf-lines.ts";
import { linesWithTables } from "./pdf-ruled.ts";
import { damagedStreams } from "./pdf-streams.ts";

const MOST_PAGES = 5_000;
/** Of one file; a page that takes longer than all of it is waited for, since nothing can stop it. */
const MOST_MS = 300_000;

/**
 * The headings, texts and tables of a PDF, by the places of its texts: a page says where letters stand, and nothing else.
 * Nothing in it is run: no script, no form, no font program.
 * @throws UserError `corpus` where it is protected, damaged, too long, or has no text at all.
 */
export async function readPdf(
  file: SourceFile,
  { mostMs = MOST_MS }: { mostMs?: number } = {},
): Promise<DocumentBlocks> {
  const bytes = await file.bytes();
  const opened = await openPdf(file.name, bytes);
  const { document } = opened;
  const begun = performance.now();
  try {
    const { numPages } = document;
    if (numPages > MOST_PAGES) throw refuse(file.name, `${numPages} pages, more than ${MOST_PAGES}`, "split it");
    const outline = await outlineOf(document);
    const pages: Line[][] = [];
    const [empty, broken]: [number[], number[]] = [[], []];
    const besides: Besides = { fields: 0, comments: 0 };
    for (let number = 1; number <= numPages; number++) {
      if (performance.now() - begun > mostMs)
        throw refuse(
          file.name,
          `reading took more than ${mostMs / 1000} s, ${number - 1} of ${numPages} pages are read`,
          "split it",
        );
      const lines = await readPage(opened, number, besides);
      if (lines === null) broken.push(number);
      else if (lines.length === 0) empty.push(number);
      pages.push(lines ?? []);
    }
    if (pages.every((lines) => lines.length === 0)) throw withoutText(file.name, { numPages, broken });
    const { blocks, repeated } = blocksOfPages(pages, outline);
    const headings = blocks.filter(({ type }) => type === "heading").length;
    const tables = blocks.filter(({ type }) => type === "table").length;
    return {
      blocks,
      counts: { pages: numPages, headings, tables },
      notes: [
        ...sayDamage(file.name, damagedStreams(bytes)),
        ...sayLeftOut(file.name, { empty, broken, repeated, ...besides }),
      ],
    };
  } finally {
    await document.loadingTask.destroy();
  }
}

type Pdf = typeof import("pdfjs-dist/legacy/build/pdf.mjs");
interface Opened {
  document: PdfDocument;
  operators: Operators;
}

type PdfDocument = Awaited<ReturnType<Pdf["getDocument"]>["promise"]>;

/** @throws UserError `corpus` where it is protected or damaged */
export async function openPdf(name: string, bytes: Uint8Array): Promise<Opened> {
  requirePart("pdf"); // Large, and wanted by those who import PDF alone.
  const pdf = await import("pdfjs-dist/legacy/build/pdf.mjs");
  const root = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  const folder = (part: string) => join(root, part) + sep;
  try {
    const document = await pdf.getDocument({
      // It takes the bytes for its own.
      data: Uint8Array.from(bytes),
      verbosity: pdf.VerbosityLevel.ERRORS,
      isEvalSupported: false,
      disableFontFace: true,
      useSystemFonts: false,
      enableXfa: false,
      cMapUrl: folder("cmaps"),
      standardFontDataUrl: folder("standard_fonts"),
    }).promise;
    return { document, operators: pdf.OPS };
  } catch (cause) {
    const { name: kind, message } = cause as Error;
    if (kind === "PasswordException")
      throw refuse(name, "protected by a password", "save it without one, then import it again", cause);
    throw refuse(
      name,
      `not a readable PDF: ${showable(message)}`,
      "it is damaged or cut off: copy or export it again",
      cause,
    );
  }
}

function refuse(name: string, what: string, hint: string, cause?: unknown): UserError {
  return new UserError("corpus", `${name}: ${what}`, { hint, cause });
}

function withoutText(name: string, { numPages, broken }: { numPages: number; broken: readonly number[] }): UserError {
  if (broken.length > 0 || numPages === 0)
    return refuse(name, `none of its ${countOf(numPages, "page")} can be read`, "it is damaged: export it again");
  return refuse(
    name,
    `${countOf(numPages, "page")} without any text: scanned, or drawn as pictures`,
    "run it through text recognition first, such as ocrmypdf",
  );
}

/** What people wrote upon pages, and is not in their texts. */
interface Besides {
  fields: number;
  comments: number;
}

const isFilled = (value: unknown) => ![undefined, null, "", "Off"].includes(value as string) && String(value) !== "";

/** Null: the page is damaged. */
async function readPage({ document, operators }: Opened, number: number, besides: Besides): Promise<Line[] | null> {
  try {
    const page = await document.getPage(number);
    const { items, styles } = await page.getTextContent({ includeMarkedContent: false });
    const { transform, height } = page.getViewport({ scale: 1 });
    const texts = items.filter((item) => "str" in item);
    const grids = gridsOf(await page.getOperatorList(), operators, transform);
    const isVertical = (font: string) => styles[font]?.vertical === true;
    const lines = linesWithTables(texts, { transform, height, page: number, isVertical }, grids);
    for (const { subtype, fieldValue, contentsObj } of await page.getAnnotations()) {
      if (subtype === "Widget") besides.fields += isFilled(fieldValue) ? 1 : 0;
      else if (subtype !== "Link" && subtype !== "Popup" && contentsObj?.str) besides.comments++;
    }
    page.cleanup();
    return lines;
  } catch (error) {
    // What pdf.js throws on damaged pages has no common class; a fault of ours is a TypeError of our own modules, and its tests'.
    if (error instanceof UserError) throw error;
    return null;
  }
}

/** Titles of the bookmarks with their depth, from 1. */
async function outlineOf(document: PdfDocument): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  const walk = (items: Awaited<ReturnType<PdfDocument["getOutline"]>> | null, level: number): void => {
    for (const { title, items: below } of items ?? []) {
      const plain = plainTitle(title);
      if (plain !== "" && !levels.has(plain)) levels.set(plain, level);
      if (level < 20) walk(below, level + 1);
    }
  };
  try {
    walk(await document.getOutline(), 1);
  } catch {
    // A damaged outline: headings are told by their size alone.
    levels.clear();
  }
  return levels;
}

function sayDamage(name: string, damaged: number): string[] {
  return damaged === 0
    ? []
    : [`${name}: ${countOf(damaged, "part of it is", "parts of it are")} damaged: text may be missing`];
}

function sayLeftOut(
  name: string,
  {
    empty,
    broken,
    repeated,
    fields,
    comments,
  }: { empty: readonly number[]; broken: readonly number[]; repeated: number } & Besides,
): string[] {
  const list = (pages: readonly number[]) => pages.slice(0, 10).join(", ") + (pages.length > 10 ? ", ..." : "");
  return [
    ...(empty.length > 0
      ? [`${name}: ${countOf(empty.length, "page")} without text, pictures perhaps: ${list(empty)}`]
      : []),
    ...(broken.length > 0
      ? [`${name}: ${countOf(broken.length, "page")} cannot be read and left out: ${list(broken)}`]
      : []),
    ...(repeated > 0 ? [`${name}: ${countOf(repeated, "line")} of page headers and footers left out`] : []),
    ...(fields + comments > 0
      ? [`${name}: ${countOf(fields, "value")} of forms and ${countOf(comments, "comment")} left out`]
      : []),
  ];
}
