import { h } from "./dom.ts";
import { textOf } from "./turns.ts";

interface Listed {
  thread_id: string;
  status: string;
  updated_at: string;
  values?: { messages?: { content: unknown }[] } | null;
}

const STATUS: Readonly<Record<string, string>> = { busy: "at work", interrupted: "waits for you", error: "failed" };

export function renderThreads(
  threads: readonly Listed[],
  { current, remove }: { current: string | null; remove(id: string): Promise<void> },
): HTMLElement {
  const asked = threads.filter(({ values }) => values?.messages?.length);
  const items = asked.map(({ thread_id: id, status, updated_at, values }) => {
    const title = textOf(values!.messages![0]!);
    const when = new Date(updated_at).toLocaleString([], { dateStyle: "short", timeStyle: "short" });
    const words = STATUS[status] ? `${when} · ${STATUS[status]}` : when;
    const ask = () => confirm("Delete this thread with all its results?") && void remove(id);
    return h(
      "li",
      {},
      h(
        "a",
        { href: `#thread=${id}`, "aria-current": id === current ? "true" : null },
        h("span", {}, title.slice(0, 120)),
        h("small", {}, words),
      ),
      h("button", { class: "remove", "aria-label": `delete: ${title.slice(0, 60)}`, onclick: ask }, "×"),
    );
  });
  return h("ul", {}, items);
}
