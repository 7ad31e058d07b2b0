import { type AssistantInfo, keepToken, openClient, reasonOf } from "./api.ts";
import { ConversationPage } from "./conversation.ts";
import { h } from "./dom.ts";

/** Draws the page and opens the thread that the address names, so that a reload goes on where it was. */
async function start(): Promise<void> {
  const root = document.querySelector("#app")!;
  const client = openClient();
  const assistants = await client.assistants.search({ limit: 1000 }).catch((error: unknown) => reasonOf(error));
  if (typeof assistants === "string") return root.replaceChildren(askForToken(assistants));
  const page = new ConversationPage(client, assistants as unknown as AssistantInfo[]);
  root.replaceChildren(page.element);
  const open = () => page.open(new URLSearchParams(location.hash.slice(1)).get("thread"));
  addEventListener("hashchange", open);
  await open();
}

function askForToken(reason: string): HTMLElement {
  const input = h("input", { type: "password", "aria-label": "token", autocomplete: "off" });
  const send = (event: Event) => {
    event.preventDefault();
    keepToken(input.value);
    void start();
  };
  return h(
    "main",
    {},
    h("h1", {}, "scopebench"),
    h("p", {}, reason),
    h("form", { class: "row", onsubmit: send }, input, h("button", {}, "Go on")),
  );
}

await start();
