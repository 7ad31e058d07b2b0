import type { RecordCard } from "../../../../harness/results/trace/record-card.ts";
import { h } from "../dom.ts";
import { pairs } from "../verdicts.ts";
import { loadCard, loadTitles, longText } from "./load.ts";

/** Opens what the run's results told of a record; links lead from card to card. Escape closes it. */
export async function openRecordCard(id: string): Promise<void> {
  const dialog = h("dialog", { class: "record", "aria-label": `record ${id}` }) as HTMLDialogElement;
  const close = h("button", { type: "button", onclick: () => dialog.close() }, "close");
  const show = async (shown: string): Promise<void> => {
    const [card, titles] = await Promise.all([loadCard(shown), loadTitles()]);
    dialog.setAttribute("aria-label", `record ${shown}`);
    dialog.replaceChildren(h("h2", {}, h("code", {}, shown)), ...cardParts(card, titles, show), close);
  };
  dialog.addEventListener("close", () => dialog.remove());
  document.querySelector("main")!.append(dialog);
  await show(id);
  dialog.showModal();
}

function cardParts(
  card: RecordCard | null,
  titles: Readonly<Record<string, string>>,
  show: (id: string) => Promise<void>,
): HTMLElement[] {
  if (!card) return [h("p", { class: "nothing" }, "No result of this run told of a record with this id.")];
  const { title, type, text, facts, links } = card;
  const linkRows = links.map(({ id, kind }) =>
    h(
      "li",
      {},
      h("button", { type: "button", class: "id", onclick: () => void show(id) }, id),
      ` ${titles[id] ?? ""} `,
      h("small", {}, kind),
    ),
  );
  return [
    h("p", {}, title ?? "no title", type ? h("small", {}, ` ${type.replaceAll("_", " ")}`) : null),
    ...(text ? [longText(text)] : []),
    ...(Object.keys(facts).length > 0 ? [pairs(Object.entries(facts))] : []),
    ...(links.length > 0 ? [h("h3", {}, "Links"), h("ul", {}, ...linkRows)] : []),
    h("p", { class: "caption" }, "As the results of tools in this run told it."),
  ];
}
