import { count } from "../../../../harness/print/format.ts";
import { type RecordCard, recordBucket } from "../../../../harness/results/trace/record-card.ts";
import { h } from "../dom.ts";

/** Longer texts are shown in parts, so that opening one does not stall the page. */
const SHOWN = 60_000;

/** Titles of records by id, as the results of the run told them. None in reports of earlier versions. */
export async function loadTitles(): Promise<Record<string, string>> {
  const response = await fetch("./data/titles.json");
  return response.ok ? response.json() : {};
}

/** Null when no result of the run told of it. */
export async function loadCard(id: string): Promise<RecordCard | null> {
  const response = await fetch(`./data/records/${recordBucket(id)}.json`);
  if (!response.ok) return null;
  const cards = (await response.json()) as Record<string, RecordCard>;
  return Object.hasOwn(cards, id) ? cards[id]! : null;
}

/** A full result of a tool, or a long message: only when asked for, and as plain text. */
export const loadResult = (name: string): Promise<string> => loadText(`./data/results/${encodeURIComponent(name)}.txt`);

export const loadPrompt = (hash: string): Promise<string> => loadText(`./data/prompts/${encodeURIComponent(hash)}.txt`);

async function loadText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the text could not be loaded (${response.status})`);
  return response.text();
}

/** A folded part whose content is made when it is opened first. */
export function expandable(label: string, load: () => Promise<Node | string>, open = false): HTMLElement {
  const details = h("details", {}, h("summary", {}, label));
  const fill = async () => {
    const box = h("p", { class: "caption" }, "loading …");
    details.append(box);
    try {
      const content = await load();
      box.replaceWith(typeof content === "string" ? longText(content) : content);
    } catch (error) {
      box.replaceChildren(String(error instanceof Error ? error.message : error));
    }
  };
  details.addEventListener("toggle", () => void fill(), { once: true });
  if (open) details.setAttribute("open", "");
  return details;
}

/** A text as it is, in a box that scrolls. */
export function longText(text: string): HTMLElement {
  const box = h("pre", { class: "preview", tabindex: 0 });
  let end = SHOWN;
  const draw = () => {
    box.replaceChildren(...h("span", {}, text.slice(0, end)).childNodes);
    if (end >= text.length) return;
    const more = () => {
      end += SHOWN;
      draw();
    };
    box.append("\n", h("button", { type: "button", onclick: more }, `more (${count(text.length - end)} characters)`));
  };
  draw();
  return box;
}
