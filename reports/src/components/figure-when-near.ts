import type { StoredFigure } from "../../../harness/show/drawing/figure.ts";
import { h } from "./dom.ts";
import { whenNear } from "./when-near.ts";

/** A figure below the first screen: its data and the 100 kB that describe all figures are loaded when it comes near. */
export function figureWhenNear(name: string, read: () => Promise<StoredFigure>): HTMLElement {
  const place = h("div", { id: name, class: "figure-to-come" });
  whenNear(place, async () => {
    const [{ figure }, stored] = await Promise.all([import("./figure.ts"), read()]);
    place.replaceWith(figure(stored));
  });
  return place;
}
