import { formatCsv } from "../../../harness/show/plots/csv.ts";
import { h } from "./dom.ts";

interface Downloads {
  /** What the CSV file holds; nested values as JSON. */
  rows?: readonly object[];
  /** An SVG element, or what holds one: a plot. */
  drawing?: Element;
}

/** Pixels of the PNG for each of the drawing: sharp in print at the size of a column. */
const PNG_SCALE = 3;

/** What a drawing takes from the page's style sheet, which its file has not. */
const STYLES = ["fill", "stroke", "color", "font-family", "font-size", "font-weight", "text-anchor"];

/** Links under a drawing or table of one's own: its rows as CSV, the drawing as SVG and PNG. */
export function downloads(name: string, { rows, drawing }: Downloads): HTMLElement {
  const button = (label: string, make: () => Promise<Blob>) => {
    const save = async () => saveAs(`${name}.${label.toLowerCase()}`, await make());
    return h("button", { type: "button", class: "download", onclick: () => void save() }, label);
  };
  // Of a plot with a legend, whose swatches are drawings too, the last.
  const svg = drawing && (drawing instanceof SVGSVGElement ? drawing : [...drawing.querySelectorAll("svg")].at(-1));
  return h(
    "p",
    { class: "downloads" },
    rows ? button("CSV", async () => new Blob([rowsAsCsv(rows)], { type: "text/csv" })) : null,
    svg ? button("SVG", async () => new Blob([serialized(svg)], { type: "image/svg+xml" })) : null,
    svg ? button("PNG", () => asPng(svg)) : null,
  );
}

/** With the columns of all rows; what is no single value as JSON. */
function rowsAsCsv(rows: readonly object[]): string {
  const keys = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const plain = (value: unknown) =>
    value === undefined || value === null
      ? null
      : ["string", "number", "boolean"].includes(typeof value)
        ? (value as string | number | boolean)
        : typeof value === "bigint"
          ? String(value)
          : JSON.stringify(value);
  return formatCsv({
    columns: keys.map((key) => ({ key, label: key, format: "text" })),
    rows: rows.map((row) => Object.fromEntries(keys.map((key) => [key, plain((row as Record<string, unknown>)[key])]))),
  });
}

/** The drawing with the page's colours and fonts written into it, on the page's paper. */
export function standalone(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const [from, to] = [svg, copy].map((root) => [root, ...root.querySelectorAll<SVGElement>("*")]);
  from!.forEach((element, index) => {
    const style = getComputedStyle(element);
    for (const name of STYLES) to![index]!.style.setProperty(name, style.getPropertyValue(name));
  });
  const { width, height } = svg.getBoundingClientRect();
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  copy.style.background = getComputedStyle(document.documentElement).getPropertyValue("--paper");
  return copy;
}

function serialized(svg: SVGSVGElement): string {
  return new XMLSerializer().serializeToString(standalone(svg));
}

export async function asPng(svg: SVGSVGElement): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(serialized(svg))}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  canvas.width = image.width * PNG_SCALE;
  canvas.height = image.height * PNG_SCALE;
  canvas.getContext("2d")!.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("the drawing could not be made a PNG")))),
  );
}

function saveAs(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  h("a", { href: address, download: name }).click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
