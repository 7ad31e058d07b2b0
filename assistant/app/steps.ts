import type { Step } from "./api.ts";
import { h } from "./dom.ts";
import { showEvidence } from "./evidence.ts";
import { outcomeOf, sentenceOf } from "./words.ts";

/** What the agent has done so far, a line a call; results can be opened. */
export function renderSteps(
  steps: readonly Step[],
  { busy, open, threadId }: { busy: boolean; open: boolean; threadId: string },
): HTMLElement {
  const lines = steps.map((step) =>
    h("li", { class: step.status === "error" ? "failed" : null }, sentence(step), " ", outcome(step, threadId)),
  );
  const count = steps.length === 1 ? "1 step" : `${steps.length} steps`;
  if (steps.length === 0 && !busy) return h("div");
  return h(
    "details",
    { class: "steps", open },
    h("summary", {}, busy ? `working: ${count} so far` : count),
    h("ol", { "aria-live": busy ? "polite" : "off" }, lines),
  );
}

function sentence({ tool, arguments: given, sub_agent }: Step): string {
  const words = sentenceOf(tool, given);
  return `${sub_agent === null ? "" : `${sub_agent}: `}${words[0]?.toUpperCase()}${words.slice(1)}:`;
}

function outcome(step: Step, threadId: string): HTMLElement {
  const { result_path: path, tool, arguments: given, review } = step;
  const words = `${outcomeOf(step)}${review?.decision === "edit" ? ", as you changed it" : ""}`;
  if (path === null) return h("span", { class: "outcome" }, words);
  const show = () => showEvidence({ threadId, path, title: sentenceOf(tool, given) });
  return h("button", { class: "link", onclick: show }, words);
}
