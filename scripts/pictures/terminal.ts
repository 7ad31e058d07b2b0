/** Colours of a scheme: background, frame, text, and what marks a prompt, success, failure and warning. */
const SCHEMES = {
  light: { ground: "#ffffff", frame: "#d0d7de", text: "#1f2328", quiet: "#59636e", good: "#1a7f37", bad: "#cf222e" },
  dark: { ground: "#0d1117", frame: "#3d444d", text: "#e6edf3", quiet: "#9198a1", good: "#3fb950", bad: "#f85149" },
} as const;
export type Scheme = keyof typeof SCHEMES;

const CHARACTER_PX = 8.4;
const LINE_PX = 20;
const MARGIN_PX = 16;
const BAR_PX = 28;

/** What a terminal showed, as an SVG that needs no font of its own: each line is stretched to the width that its characters have. */
export function terminalSvg(screen: string, scheme: Scheme): string {
  const lines = screen.split("\n");
  const columns = Math.max(...lines.map((line) => line.length));
  const width = Math.ceil(columns * CHARACTER_PX + 2 * MARGIN_PX);
  const height = lines.length * LINE_PX + BAR_PX + 2 * MARGIN_PX;
  const { ground, frame, quiet } = SCHEMES[scheme];
  const dots = [0, 1, 2].map((at) => `<circle cx="${20 + at * 18}" cy="${BAR_PX / 2 + 4}" r="5" fill="${frame}"/>`);
  const texts = lines.flatMap((line, at) => textOf(line, BAR_PX + MARGIN_PX + (at + 0.7) * LINE_PX, scheme));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">`,
    `<title>${escaped(lines[0] ?? "")}</title>`,
    `<rect x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8" fill="${ground}" stroke="${frame}"/>`,
    ...dots,
    `<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14" fill="${quiet}">`,
    ...texts,
    "</g>",
    "</svg>",
    "",
  ].join("\n");
}

function textOf(line: string, y: number, scheme: Scheme): string[] {
  const trimmed = line.trimStart();
  if (trimmed === "") return [];
  const x = MARGIN_PX + (line.length - trimmed.length) * CHARACTER_PX;
  const length = (trimmed.length * CHARACTER_PX).toFixed(1);
  const place = `x="${x.toFixed(1)}" y="${y.toFixed(1)}" textLength="${length}" lengthAdjust="spacingAndGlyphs"`;
  return [`<text xml:space="preserve" ${place}${look(trimmed, scheme)}>${escaped(trimmed)}</text>`];
}

/** A command is bold, a mark has its colour, a table's numbers are the text's own; the rest is quiet. */
function look(line: string, scheme: Scheme): string {
  const { text, good, bad } = SCHEMES[scheme];
  if (line.startsWith("$ ")) return ` fill="${text}" font-weight="bold"`;
  if (line.startsWith("✓")) return ` fill="${good}"`;
  if (/^✗|^regression/.test(line)) return ` fill="${bad}"`;
  return / {2,}\S/.test(line) ? ` fill="${text}"` : "";
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
