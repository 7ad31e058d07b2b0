import type { Font } from "./fonts.ts";

type Document = PDFKit.PDFDocument;

/** x' = a x + c y + e, y' = b x + d y + f. */
type Matrix = [a: number, b: number, c: number, d: number, e: number, f: number];

/**
 * The part of CanvasRenderingContext2D that Vega draws with, on a page of PDFKit. Left out, since no figure has them: images,
 * gradients, blending, outlined text and hit tests.
 */
export class PdfContext {
  globalAlpha = 1;
  fillStyle = "#000";
  strokeStyle = "#000";
  lineWidth = 1;
  lineCap: "butt" | "round" | "square" = "butt";
  lineJoin: "miter" | "round" | "bevel" = "miter";
  miterLimit = 4;
  lineDashOffset = 0;
  font = "11px sans-serif";
  textAlign: "left" | "center" | "right" = "left";
  #path: string[] = [];
  #dash: readonly number[] = [];
  /** From here to the page; a canvas applies it when a point is added, not when the path is painted. */
  #matrix: Matrix = [1, 0, 0, 1, 0, 0];
  readonly #saved: Matrix[] = [];
  readonly #document: Document;
  readonly #fonts: readonly Font[];

  constructor(document: Document, fonts: readonly Font[]) {
    this.#document = document;
    this.#fonts = fonts;
    for (const font of fonts) document.registerFont(nameOf(font), font.sfnt);
  }

  /** Clips are the page's, the matrix is ours: both are saved. */
  save(): void {
    this.#document.save();
    this.#saved.push(this.#matrix);
  }
  restore(): void {
    this.#document.restore();
    this.#matrix = this.#saved.pop() ?? this.#matrix;
  }
  scale(x: number, y: number): void {
    this.#multiply([x, 0, 0, y, 0, 0]);
  }
  translate(x: number, y: number): void {
    this.#multiply([1, 0, 0, 1, x, y]);
  }
  rotate(angle: number): void {
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
    this.#multiply([cos, sin, -sin, cos, 0, 0]);
  }

  beginPath(): void {
    this.#path = [];
  }
  closePath(): void {
    this.#path.push("Z");
  }
  moveTo(x: number, y: number): void {
    this.#add("M", [x, y]);
  }
  lineTo(x: number, y: number): void {
    this.#add(this.#path.length === 0 ? "M" : "L", [x, y]);
  }
  bezierCurveTo(...points: [number, number, number, number, number, number]): void {
    this.#add("C", points);
  }
  quadraticCurveTo(...points: [number, number, number, number]): void {
    this.#add("Q", points);
  }
  rect(x: number, y: number, width: number, height: number): void {
    this.#add("M", [x, y]);
    for (const corner of [
      [x + width, y],
      [x + width, y + height],
      [x, y + height],
    ])
      this.#add("L", corner);
    this.closePath();
  }
  /** In two halves: an arc command from a point to itself would draw nothing. Vega scales both axes alike, if at all. */
  arc(x: number, y: number, radius: number, start: number, end: number, counterclockwise = false): void {
    const span = counterclockwise ? -Math.min(2 * Math.PI, start - end) : Math.min(2 * Math.PI, end - start);
    const at = (angle: number) => [x + radius * Math.cos(angle), y + radius * Math.sin(angle)] as const;
    const size = round(radius * Math.hypot(this.#matrix[0], this.#matrix[1]));
    this.lineTo(...at(start));
    for (const share of [0.5, 1])
      this.#add(`A${size} ${size} 0 0 ${counterclockwise ? 0 : 1} `, at(start + share * span));
  }
  clip(): void {
    this.#document.path(this.#path.join("")).clip();
  }

  setLineDash(dash: readonly number[]): void {
    this.#dash = dash;
  }
  fill(): void {
    if (isInvisible(this.fillStyle)) return;
    this.#paint((document) => document.fillColor(this.fillStyle).fillOpacity(this.globalAlpha).fill());
  }
  fillRect(x: number, y: number, width: number, height: number): void {
    this.beginPath();
    this.rect(x, y, width, height);
    this.fill();
  }
  stroke(): void {
    if (isInvisible(this.strokeStyle)) return;
    this.#paint((document) => {
      document.strokeColor(this.strokeStyle).strokeOpacity(this.globalAlpha).lineWidth(this.lineWidth);
      document.lineCap(this.lineCap).lineJoin(this.lineJoin).miterLimit(this.miterLimit);
      if (this.#dash.some((length) => length > 0) && this.#dash[1] !== 0)
        document.dash(this.#dash[0]!, { space: this.#dash[1] ?? this.#dash[0]!, phase: this.lineDashOffset });
      document.stroke();
    });
  }
  fillText(text: string, x: number, y: number): void {
    if (text === "" || isInvisible(this.fillStyle)) return;
    const document = this.#document;
    const size = Number(/([\d.]+)px/.exec(this.font)?.[1] ?? 11);
    const bold = /\b(bold|[6-9]00)\b/.test(this.font);
    document
      .font(nameOf(this.#fonts.find(({ weight }) => weight === (bold ? 700 : 400)) ?? this.#fonts[0]!))
      .fontSize(size);
    const share = { left: 0, center: 0.5, right: 1 }[this.textAlign] ?? 0;
    document.save();
    document.transform(...this.#matrix);
    document.fillColor(this.fillStyle).fillOpacity(this.globalAlpha);
    document.text(text, x - share * document.widthOfString(text), y, { lineBreak: false, baseline: "alphabetic" });
    document.restore();
  }

  /** @param points x and y by turns */
  #add(command: string, points: readonly number[]): void {
    const [a, b, c, d, e, f] = this.#matrix;
    const placed = points.map((value, index) => {
      const [x, y] = index % 2 === 0 ? [value, points[index + 1]!] : [points[index - 1]!, value];
      return round(index % 2 === 0 ? a * x + c * y + e : b * x + d * y + f);
    });
    this.#path.push(`${command}${placed.join(" ")}`);
  }

  #multiply([a, b, c, d, e, f]: Matrix): void {
    const [A, B, C, D, E, F] = this.#matrix;
    this.#matrix = [A * a + C * b, B * a + D * b, A * c + C * d, B * c + D * d, A * e + C * f + E, B * e + D * f + F];
  }

  #paint(use: (document: Document) => void): void {
    if (this.#path.length === 0) return;
    this.#document.save();
    this.#document.path(this.#path.join(""));
    use(this.#document);
    this.#document.restore();
  }
}

function round(value: number): number {
  return Number(value.toFixed(3));
}

function nameOf({ family, weight }: Font): string {
  return `${family} ${weight}`;
}

function isInvisible(color: string): boolean {
  return color === "transparent" || color === "none";
}
