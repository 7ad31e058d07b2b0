import { h } from "./dom.ts";

/** A button that saves a text which is made when it is pressed. */
export function saveButton(label: string, name: string, text: () => string): HTMLElement {
  const save = () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text()]));
    link.download = name;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return h("button", { type: "button", class: "link", onclick: save }, label);
}
