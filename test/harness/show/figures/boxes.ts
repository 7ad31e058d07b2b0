import type { View } from "vega";

interface Bounds {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}
interface Scene {
  marktype?: string;
  clip?: boolean;
  items?: Scene[];
  bounds?: Bounds;
  x?: number;
  y?: number;
  text?: unknown;
  opacity?: number;
}
export interface Box extends Bounds {
  what: string;
  isText: boolean;
}

/** Every text and mark of a laid-out view that is seen, in pixels of the whole drawing. */
export function boxesOf(view: View): Box[] {
  const { root } = view.scenegraph() as unknown as { root: Scene };
  const { left, top } = view.padding() as { left: number; top: number };
  const [x, y] = view.origin();
  return within(root, { x: left + x, y: top + y });
}

function within(mark: Scene, at: { x: number; y: number }): Box[] {
  return (mark.items ?? []).flatMap((item) => {
    if (item.opacity === 0 || (mark.clip && mark.marktype !== "group")) return [];
    if (mark.marktype === "group") {
      const inner = { x: at.x + (item.x ?? 0), y: at.y + (item.y ?? 0) };
      return (item.items ?? []).flatMap((child) => within(child, inner));
    }
    const isText = mark.marktype === "text";
    const text = isText ? [item.text ?? ""].flat().join(" ") : "";
    const { x1, y1, x2, y2 } = item.bounds ?? { x1: 0, y1: 0, x2: 0, y2: 0 };
    if ((isText && text.trim() === "") || x2 < x1) return [];
    const what = isText ? text.slice(0, 40) : String(mark.marktype);
    return [{ what, isText, x1: x1 + at.x, y1: y1 + at.y, x2: x2 + at.x, y2: y2 + at.y }];
  });
}

/** Boxes that leave the frame, by more than the width of a line. */
export function outside(boxes: readonly Box[], { width, height }: { width: number; height: number }): string[] {
  return boxes
    .filter(({ x1, y1, x2, y2 }) => x1 < -2 || y1 < -2 || x2 > width + 2 || y2 > height + 2)
    .map(({ what, x1, y1, x2, y2 }) => `${what} ${[x1, y1, x2, y2].map(Math.round).join(" ")}`);
}

/** Texts on texts: a line of text is measured with its leading, so a part of a pixel row is no overlap. */
export function overlaps(boxes: readonly Box[]): string[] {
  const texts = boxes.filter(({ isText }) => isText);
  return texts.flatMap((a, index) =>
    texts.slice(index + 1).flatMap((b) => {
      const across = Math.min(a.x2, b.x2) - Math.max(a.x1, b.x1);
      const down = Math.min(a.y2, b.y2) - Math.max(a.y1, b.y1);
      const row = Math.min(a.y2 - a.y1, b.y2 - b.y1);
      return across > 1.5 && down > 0.3 * row
        ? [`${a.what} / ${b.what} ${Math.round(across)} x ${Math.round(down)}`]
        : [];
    }),
  );
}
