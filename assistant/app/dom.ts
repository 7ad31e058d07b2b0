type Child = Node | string | number | null | undefined | false | readonly Child[];
type Attributes = Record<string, string | number | boolean | null | undefined | ((event: Event) => void)>;

/** An HTML element. Strings become text, never markup. A function is a listener (`onclick`); null and false leave an attribute out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false)
      element.setAttribute(name, value === true ? "" : String(value));
  }
  element.append(...nodes(children));
  return element;
}

function nodes(children: readonly Child[]): (Node | string)[] {
  return children.flatMap((child): (Node | string)[] => {
    if (child === null || child === undefined || child === false) return [];
    if (Array.isArray(child)) return nodes(child);
    return [child instanceof Node ? child : visible(String(child))];
  });
}

/** Control characters and those that turn the direction of reading, in texts of models and records, are shown as what they are: odd. */
function visible(text: string): string {
  return text.replace(/(?![\t\n])[\p{Cc}\p{Cf}]/gu, "\ufffd");
}

/** Prose of a model with its code spans and strong words; everything else as it was written. */
export function prose(text: string): Node[] {
  return text
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== "")
    .map((paragraph) => h("p", {}, spans(paragraph.replace(/^#{1,6}\s+/gm, ""))));
}

export function spans(text: string): Child[] {
  return text.split(/(`[^`\n]+`|\*\*[^*\n]+\*\*)/).map((part) => {
    if (/^`.+`$/.test(part)) return h("code", {}, part.slice(1, -1));
    return /^\*\*.+\*\*$/.test(part) ? h("strong", {}, part.slice(2, -2)) : part;
  });
}
