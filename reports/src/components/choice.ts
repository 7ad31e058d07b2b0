import { readParameter, writeParameter } from "./address.ts";
import { type Child, h } from "./dom.ts";

interface ChoiceOptions {
  /** Parameter of the address. */
  name: string;
  label: string;
  options: readonly { value: string; label: string }[];
  /** Taken when the address names none; else the first. */
  preferred?: string;
}

const CHOSEN = "scopebench-chosen";

/** One selection in the address, and what is shown for it. Those of one name on a page change together. */
export function choice(
  { name, label, options, preferred }: ChoiceOptions,
  show: (value: string) => Child,
): HTMLElement {
  const known = (value: string | null | undefined) => options.find((option) => option.value === value)?.value;
  const body = h("div", {});
  const draw = (value: string) => body.replaceChildren(h("div", {}, show(value)));
  const current = known(readParameter(name)) ?? known(preferred) ?? options[0]?.value;
  if (current === undefined) return h("p", { class: "nothing" }, "There is nothing to choose from in this run.");
  const select = h(
    "select",
    {
      "aria-label": label,
      onchange: (event) => {
        const { value } = event.target as HTMLSelectElement;
        writeParameter(name, value);
        dispatchEvent(new CustomEvent(CHOSEN, { detail: { name, value } }));
      },
    },
    ...options.map((option) => h("option", { value: option.value, selected: option.value === current }, option.label)),
  );
  // A choice that a later filter has replaced follows no more.
  const follow = ({ detail }: CustomEventInit<{ name: string; value: string }>) => {
    if (!body.isConnected) return removeEventListener(CHOSEN, follow);
    if (detail?.name !== name || known(detail.value) === undefined) return;
    (select as HTMLSelectElement).value = detail.value;
    draw(detail.value);
  };
  addEventListener(CHOSEN, follow);
  draw(current);
  return h("div", {}, h("p", { class: "filters" }, select), body);
}
