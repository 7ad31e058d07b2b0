import type { WaitingCall } from "./api.ts";
import { h } from "./dom.ts";
import { sentenceOf } from "./words.ts";

export type HumanDecision =
  | { type: "approve" }
  | { type: "edit"; edited_action: { name: string; args: Record<string, unknown> } }
  | { type: "reject"; message: string };

interface ReviewOptions {
  /** Resolves when it is taken; rejects with the reason when it is not. */
  decide(decision: HumanDecision): Promise<void>;
  /** From now on calls of this tool are approved in this thread, as long as the page is open. */
  approveKind(tool: string): void;
}

/** The call that waits: as a sentence, and as arguments that can be changed. */
export function renderReview(pause: WaitingCall, { decide, approveKind }: ReviewOptions): HTMLElement {
  const { name, args } = pause.value.action_requests[0]!;
  const fields = Object.entries(args).map(([key, value]) => field(key, value));
  const feedback = h("input", {
    type: "text",
    placeholder: "why not, for the agent to take up",
    "aria-label": "why not",
  });
  const wrong = h("p", { class: "bad", role: "alert" });
  const kind = h("input", { type: "checkbox" });
  const buttons = [
    h("button", { class: "primary", onclick: () => send(approval()) }, "Approve"),
    h("button", { onclick: () => send({ type: "reject", message: feedback.value }) }, "Reject"),
  ];
  function approval(): HumanDecision {
    if (kind.checked) approveKind(name);
    const changed = fields.some(({ input, before }) => input.value !== before);
    const given = Object.fromEntries(fields.map(({ key, read }) => [key, read()]));
    return changed ? { type: "edit", edited_action: { name, args: given } } : { type: "approve" };
  }
  async function send(decision: HumanDecision): Promise<void> {
    for (const button of buttons) button.disabled = true;
    wrong.replaceChildren();
    await decide(decision).catch((error: Error) => wrong.replaceChildren(error.message));
    for (const button of buttons) button.disabled = false;
  }
  return h(
    "section",
    { class: "review", "aria-label": "a step that waits for you" },
    h("h3", {}, `The agent wants to ${sentenceOf(name, args)}`),
    fields.map(({ label }) => label),
    h("label", { class: "check" }, kind, ` approve further calls of ${name}, too`),
    h("div", { class: "row" }, buttons[0], feedback, buttons[1]),
    wrong,
  );
}

interface Field {
  key: string;
  label: HTMLElement;
  input: HTMLInputElement | HTMLTextAreaElement;
  before: string;
  read(): unknown;
}

/** Texts as texts, everything else as JSON; what is no JSON is sent as it stands, for the service to say what is wrong. */
function field(key: string, value: unknown): Field {
  const isText = typeof value === "string";
  const before = isText ? value : JSON.stringify(value);
  const long = before.length > 70;
  const input = long ? h("textarea", { rows: 3 }) : h("input", { type: "text" });
  input.value = before;
  const read = () => {
    if (isText) return input.value;
    try {
      return JSON.parse(input.value) as unknown;
    } catch {
      return input.value;
    }
  };
  return { key, input, before: input.value, read, label: h("label", { class: "field" }, h("span", {}, key), input) };
}
