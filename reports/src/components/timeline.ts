import { count, plural } from "../../../harness/charts/format.ts";
import type { ExecutionData, TraceCall } from "../../../harness/stages/report/site-data.ts";
import { type Child, h } from "./dom.ts";

type Trace = NonNullable<ExecutionData["trace"]>;

/** Longer results are shown in parts, so that opening one does not stall the page. */
const SHOWN = 60_000;

/** What happened, turn by turn: the question, each tool call with arguments, status, time and result, skills, the answer. */
export function timeline({ scenario, trace, record }: ExecutionData): HTMLElement {
  if (!trace) return h("p", { class: "nothing" }, "No trace was recovered for this execution.");
  const calls = new Map<number, TraceCall[]>();
  for (const call of trace.tool_calls) calls.set(call.turn, [...(calls.get(call.turn) ?? []), call]);
  const turns = scenario.turns.map((question, turn) => {
    const outcome = record?.turns.find((entry) => entry.turn === turn);
    const answer = trace.answers[turn] ?? "";
    return h(
      "li",
      { class: "turn" },
      step("asks", h("p", { class: "question" }, question)),
      ...(calls.get(turn) ?? []).flatMap((call) => [...skillSteps(trace, call), callStep(call)]),
      outcome?.error ? step("ends", h("p", { class: "bad" }, `${outcome.error.code}: ${outcome.error.message}`)) : null,
      step(
        "answers",
        answer === ""
          ? h("p", { class: "nothing" }, "nothing")
          : h("p", {}, summarizeAnswer(answer, turn, scenario.turns.length)),
      ),
    );
  });
  return h("ol", { class: "timeline" }, ...turns);
}

function summarizeAnswer(answer: string, turn: number, turns: number): Child {
  const words = plural(answer.trim().split(/\s+/).length, "word");
  if (turn === turns - 1) return `${words}, below`;
  return h("details", {}, h("summary", {}, words), h("pre", { class: "preview", tabindex: 0 }, answer));
}

function step(label: string, ...content: Child[]): HTMLElement {
  return h("div", { class: "step" }, h("span", { class: "when" }, label), h("div", {}, ...content));
}

function skillSteps({ skills_loaded }: Trace, call: TraceCall): HTMLElement[] {
  return skills_loaded
    .filter((skill) => skill.at_tool_call === call.index)
    .map((skill) =>
      step(
        "reads",
        h("span", { class: "tool" }, "skill"),
        ` ${skill.skill} `,
        h("small", {}, `+${count(skill.tokens)} tokens`),
      ),
    );
}

function callStep(call: TraceCall): HTMLElement {
  const { tool, status, error, sub_agent, duration_ms, index } = call;
  const failed = status === "error";
  const name = h(
    "span",
    { class: failed ? "tool err" : "tool" },
    failed ? `${tool} · error ${error?.code ?? ""}` : tool,
  );
  const by = sub_agent === null ? null : h("small", {}, ` by ${sub_agent}`);
  return h(
    "div",
    { class: "step", id: `call-${index}` },
    h("span", { class: "when" }, `${(duration_ms / 1000).toFixed(2)} s`),
    h(
      "div",
      {},
      name,
      by,
      h("p", { class: "args" }, formatArguments(call.arguments)),
      failed ? errorText(call) : resultView(call),
    ),
  );
}

function formatArguments(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function errorText({ error, preview }: TraceCall): HTMLElement {
  const hint = error?.hint ? ` ${error.hint}` : "";
  return h("p", { class: "preview" }, error ? `${error.message}${hint}` : preview);
}

function resultView(call: TraceCall): HTMLElement {
  const { rows, result_path, preview, truncated } = call;
  const facts = [
    rows === undefined ? null : plural(rows, "record"),
    result_path ? `→ ${result_path}` : null,
    truncated ? "cut for the model" : null,
  ].filter((fact) => fact !== null);
  const shownFirst = preview.split("\n").slice(0, 3).join("\n").slice(0, 400);
  return h(
    "div",
    {},
    facts.length > 0 ? h("p", { class: "facts" }, facts.join(" ")) : null,
    h("p", { class: "preview" }, shownFirst === preview ? preview : `${shownFirst} …`),
    shownFirst === preview ? null : expandable("what the model saw", () => Promise.resolve(preview)),
    call.result === null
      ? null
      : expandable(`full result, ${count(call.resultLength)} characters`, () => loadResult(call.result!)),
  );
}

/** Fetches a full tool result: only now, and as plain text. */
async function loadResult(name: string): Promise<string> {
  const response = await fetch(`./data/results/${encodeURIComponent(name)}.txt`);
  if (!response.ok) throw new Error(`the result could not be loaded (${response.status})`);
  return response.text();
}

function expandable(label: string, load: () => Promise<string>): HTMLElement {
  const details = h("details", {}, h("summary", {}, label));
  const open = async () => {
    const box = h("pre", { class: "preview", tabindex: 0 }, "loading …");
    details.append(box);
    try {
      showInParts(box, await load());
    } catch (error) {
      box.replaceChildren(String(error instanceof Error ? error.message : error));
    }
  };
  details.addEventListener("toggle", () => void open(), { once: true });
  return details;
}

function showInParts(box: HTMLElement, text: string): void {
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
}
