import { h } from "../dom.ts";
import type { CellView } from "./cell-view.ts";

/** The list of cells: where they are. */
export function outline(views: readonly CellView[]): HTMLElement {
  if (views.length === 0) return h("p", { class: "caption" }, "none yet");
  const go = ({ element, editor }: CellView) => {
    element.scrollIntoView({ block: "start" });
    editor.input.focus({ preventScroll: true });
  };
  return h(
    "ol",
    {},
    ...views.map((view) =>
      h(
        "li",
        {},
        h("button", { type: "button", class: "link", onclick: () => go(view) }, view.label),
        view.written.name && view.label !== view.written.name ? h("small", {}, ` ${view.written.name}`) : null,
      ),
    ),
  );
}
